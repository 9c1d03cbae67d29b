/** Trashed content is not accessible: not by ID, in lists, counts, search or images. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { books } from '../../src/catalog/books/schema'
import { libraries } from '../../src/catalog/libraries/schema'
import { series } from '../../src/catalog/series/schema'
import { type TestServer, startTestServer } from '../support/server'
import { seedBook, seedLibrary, seedSeries } from '../support/seed'
import { listApiRoutes, type Ids, buildPath, type Route, buildSample } from '../support/routes'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Kind = 'book' | 'library' | 'series'

/** Adds a library with one series and one book with user data of ann, partly trashed. */
async function trash(kind: Kind): Promise<{ ids: Ids; hidden: string[] }> {
  const name = `Zebra${kind}`
  const path = mkdtempSync(join(tmpdir(), 'trash-'))
  const library = await seedLibrary(server, { path, name: `${name} library` })
  const shelf = await seedSeries(server, library, { title: `${name} series` })
  const book = await seedBook(server, shelf, { title: `${name} book` })
  await seedBook(server, shelf, { title: `${name} read book` })
  await seedBook(server, shelf, { title: `${name} next book` })
  const ids = { library: library.id, series: shelf.id, book: book.id, other: crypto.randomUUID() }
  await use(ids, name)
  await server.ctx.write(async (tx) => {
    const trashedAt = new Date()
    const at = { trashedAt }
    if (kind === 'library') await tx.update(libraries).set(at).where(eq(libraries.id, library.id))
    if (kind === 'series') {
      await tx.update(series).set(at).where(eq(series.id, shelf.id))
      await tx.update(books).set(at).where(eq(books.seriesId, shelf.id))
    }
    if (kind === 'book') await tx.update(books).set(at).where(eq(books.id, book.id))
  })
  const hidden = {
    book: [book.id, `${name} book`],
    series: [book.id, `${name} book`, shelf.id, `${name} series`],
    library: [book.id, `${name} book`, shelf.id, `${name} series`, library.id],
  }[kind]
  return { ids, hidden }
}

async function use({ series: seriesId, book }: Ids, name: string) {
  const asked = [
    ['POST', `/series/${seriesId}/genres`, 'ada', { name: `${name} genre` }],
    ['POST', `/series/${seriesId}/tags`, 'ada', { name: `${name} tag` }],
    ['PUT', `/books/${book}/progress`, 'ann', { currentPage: 3 }],
    ['POST', '/want-to-read', 'ann', { bookId: book }],
    ['POST', '/want-to-read', 'ann', { seriesId }],
  ] as const
  for (const [method, path, as, body] of asked) {
    const { status } = await server.call(method, path, { as, body })
    expect(`${method} ${path} ${status < 300}`).toBe(`${method} ${path} true`)
  }
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`
const kindOf = ({ path }: Route) => /\/v1\/(book|librar|series)\w*\/:id/.exec(path)?.[1]
const reaches = (kind: Kind, route: Route) =>
  ({ book: ['book'], series: ['book', 'series'], library: ['book', 'series', 'librar'] })[
    kind
  ].includes(kindOf(route) ?? '')

/** True for routes with which maintainers list and restore trashed items. */
const isForKeepers = ({ path }: Route) => /\/:id\/(restore|separate)$|\/v1\/trash\//.test(path)

describe.each(['book', 'series', 'library'] as const)('a %s in the trash', (kind) => {
  let ids: Ids
  let hidden: string[]
  beforeAll(async () => {
    ;({ ids, hidden } = await trash(kind))
  })

  test.each(['ann', 'ada'])('returns 404 by ID for %s', async (as) => {
    const found: string[] = []
    let unseen = 0
    const routes = (await listApiRoutes(server)).filter(
      (route) => reaches(kind, route) && !(as === 'ada' && isForKeepers(route)),
    )
    expect(routes.length).toBeGreaterThan(10)
    for (const route of routes) {
      const { status } = await ask(route, ids, as)
      // Some generated bodies are invalid and return 400, even before the item is looked up.
      const isRefused = [400, 404].includes(status) || (as === 'ann' && status === 403)
      if (status === 404) unseen++
      if (!isRefused) found.push(`${nameOf(route)} ${status}`)
    }
    expect(found).toEqual([])
    expect(unseen).toBeGreaterThan(10)
  })

  test.each(['ann', 'ada'])('is in no list for %s', async (as) => {
    const found: string[] = []
    for (const route of await listApiRoutes(server)) {
      if (route.method !== 'GET' || route.path.endsWith('/stream')) continue
      if (as === 'ada' && isForKeepers(route)) continue
      const { text } = await ask(route, ids, as)
      const seen = hidden.filter((word) => text.includes(word))
      if (seen.length > 0) found.push(`${nameOf(route)}: ${seen.join(', ')}`)
    }
    for (const path of [
      `/api/v1/series?search=Zebra${kind}`,
      `/api/v1/series?genres=Zebra${kind}+genre`,
      `/api/v1/series?libraryId=${ids.library}`,
      `/api/v1/books?libraryId=${ids.library}`,
      `/api/v1/books?search=Zebra${kind}`,
    ]) {
      const text = await (await server.fetch(path, { as })).text()
      // The page links repeat the query.
      const seen = hidden.filter((word) => !path.includes(word) && text.includes(word))
      if (seen.length > 0) found.push(`${path}: ${seen.join(', ')}`)
    }
    expect(found).toEqual([])
  })

  test('cannot be added to want to read', async () => {
    const wished = kind === 'book' ? { bookId: ids.book } : { seriesId: ids.series }
    const { status } = await server.call('POST', '/want-to-read', { as: 'ann', body: wished })
    expect(status).toBe(404)
  })
})

async function ask(route: Route, ids: Ids, as: string) {
  const { method } = route
  const isForm = JSON.stringify(route.body ?? '').includes('binary')
  const form = new FormData()
  form.append('file', new Blob(['x']), 'x.png')
  const body = isForm ? form : JSON.stringify(route.body ? buildSample(route.body, ids) : {})
  const response = await server.fetch(buildPath(route, ids), {
    method,
    as,
    ...(method !== 'GET' && { body }),
    ...(method !== 'GET' && !isForm && { headers: { 'content-type': 'application/json' } }),
  })
  return { status: response.status, text: await response.text() }
}
