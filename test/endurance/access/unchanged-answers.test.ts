/**
 * Whatever is added outside of a viewer's sight changes no answer that the viewer gets: no row, no
 * count, no suggestion and no validator.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { recountLabels } from '../../../src/catalog/labels/recount-labels'
import { recountLibrary } from '../../../src/catalog/libraries/recount-library'
import { books } from '../../../src/catalog/books/schema'
import { libraryRoots } from '../../../src/catalog/libraries/schema'
import { refreshSearchText } from '../../../src/catalog/series/search-text'
import { sidecars } from '../../../src/catalog/sidecars/schema'
import { scans } from '../../../src/ingest/scanning/schema'
import { readMessages } from '../../../src/ingest/scanning/messages'
import { jobs } from '../../../src/platform/jobs/schema'
import { type AccessViewer, createWorld, type World } from './world'
import { fillParameters, findSubject, isQuestion } from './route-table'
import { listRoutes } from '../../support/routes'
import { seedBook, type SeededLibrary, seedSeries } from '../../support/seed'
import { takeRoutes } from '../../support/share'
import { startTestServer, type TestServer } from '../../support/server'

const longMs = 200_000
let server: TestServer
let world: World
const viewers = new Set(['by library', 'by age', 'by tag', 'by group', 'maintainer'])

interface Question {
  method: string
  path: string
}
let questions: Question[]

/** Searches and filters whose answer could depend on what is hidden. */
const searches = [
  '/api/v1/search?q=Anvik',
  '/api/v1/search?q=Vaulted',
  '/api/v1/search?q=Smyth',
  '/api/v1/series?search=Vaulted&sort=name,asc',
  '/api/v1/series?genres=Vaulting',
  '/api/v1/books?search=Vaulted',
  '/api/v1/people?search=Vaulter',
  '/api/v1/genres?search=Vault',
  '/komga/api/v1/series?search=Vaulted',
  '/komga/api/v1/books?search=Vaulted',
  '/komga/api/v2/authors?search=Vaulter',
  '/opds/search?q=Vaulted',
  '/opds/v2/search?query=Vaulted',
]

beforeAll(async () => {
  server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
  world = await createWorld(server)
  const isSlow = /\/filesystem\/|\/scans\/preview$|\/sse\/|\/stream$/
  // These tell when the viewer used them last, or are archives with the time.
  const isTimed =
    /\/(sync-logins|kobo-devices|user\/feeds|auth\/sessions|(series|readlists)\/:id\/(download|file))$/
  const isOwn = (path: string) => !['open', 'admin'].includes(findSubject(path) ?? '')
  const routes = (await listRoutes(server)).filter(
    ({ path }) => isOwn(path) && !isSlow.test(path) && !isTimed.test(path),
  )
  const asked = routes.filter((route) => route.method === 'GET' || isQuestion(route))
  questions = [
    ...takeRoutes(asked, ['accounts/access', 'accounts/permissions']),
    ...searches.map((path) => ({ method: 'GET', path })),
  ]
}, longMs)
afterAll(() => server.close())

async function ask(viewer: AccessViewer, { method, path }: Question) {
  const key = path.startsWith('/kobo') ? viewer.koboKey : viewer.feedKey
  const response = await server.fetch(fillParameters(path, world.inside, key), {
    method,
    ...(!/^\/(kobo|feeds)/.test(path) && { as: viewer.as! }),
    headers: {
      ...(path.startsWith('/koreader') && viewer.koreader),
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && { body: '{}' }),
  })
  const { status, headers } = response
  const text = await response.text()
  const content = text
    .replaceAll(/"requestId":"[^"]+"/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
  const validators = `${headers.get('etag')} ${headers.get('last-modified')}`
  // Everybody with whom a list is shared is told that it changed, but not by what.
  const isTold = /\/(collections|readlists|reading-lists|library\/sync)(\/|$)/.test(path)
  return { content: `${status} ${content}`, whole: isTold ? '' : `${status} ${validators} ${text}` }
}

interface Answer {
  content: string
  /** With the times and validators. */
  whole: string
}

/** Answers by viewer and route. */
async function askAll() {
  const answers = new Map<string, Answer>()
  for (const viewer of world.viewers.filter(({ name }) => viewers.has(name))) {
    for (const question of questions) {
      const name = `${viewer.name}: ${question.method} ${question.path}`
      answers.set(name, await ask(viewer, question))
    }
  }
  return answers
}

async function ada(method: string, path: string, body?: object) {
  const answer = await server.call(method, path, { as: 'ada', ...(body && { body }) })
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Adds what each viewer must not see: in a library that is closed, for adults, and tagged. */
async function addHidden() {
  const id = world.outside.library
  const [root] = await server.ctx.db
    .select()
    .from(libraryRoots)
    .where(eq(libraryRoots.libraryId, id))
  const hidden: SeededLibrary = { id, rootId: root!.id, path: root!.path }
  const { data: tags } = await ada('GET', '/admin/sharing-tags')
  const secret = tags.find(({ name }: { name: string }) => name === 'Secret')
  for (const title of ['Anvim', 'Anvin', 'Anvir', 'Vaulted']) {
    const row = await seedSeries(server, hidden, { title, ageRating: 18, bookCount: 2 })
    await ada('PUT', `/series/${row.id}/sharing-tags`, { sharingTagIds: [secret.id] })
    await ada('PUT', `/series/${row.id}/genres`, { genres: ['Forge', 'Vaulting'] })
    await ada('PUT', `/series/${row.id}/tags`, { tags: ['Iron', 'Vaulted'] })
    const authors = [
      { name: 'Smith', role: 'writer' },
      { name: 'Vaulter', role: 'penciller' },
    ]
    await ada('PATCH', `/series/${row.id}/metadata`, { authors, publisher: 'Vault House' })
    const book = await seedBook(server, row, { title: `${title} 1`, contentHash: 'same' })
    await ada('POST', `/collections/${world.inside.collection}/series`, { seriesIds: [row.id] })
    await ada('POST', `/readlists/${world.inside.readlist}/books`, { bookIds: [book.id] })
    await ada('PUT', `/books/${book.id}/progress`, { currentPage: 2 })
    await server.ctx.write(async (tx) => {
      await refreshSearchText(tx, [row.id])
      const finding = { code: 'unreadable', message: readMessages.timeout() }
      await tx.insert(sidecars).values({
        rootId: hidden.rootId,
        folder: title,
        name: 'series.json',
        kind: 'comicinfo',
        size: 1,
        modifiedAtMs: 1,
        finding,
      })
      await tx
        .insert(scans)
        .values({ libraryId: hidden.id, mode: 'normal', trigger: 'manual', status: 'completed' })
      const payload = { libraryId: hidden.id }
      await tx
        .insert(jobs)
        .values({ kind: 'scan_library', payload, state: 'done', runAt: new Date() })
    })
  }
  await recountLibrary(server.ctx, hidden.id)
  await recountLabels(server.ctx)
}

/** What others do with what the viewers see, which is theirs alone. */
async function addPrivate() {
  const { series, book } = world.inside
  await ada('PUT', `/books/${book}/progress`, { currentPage: 2 })
  await ada('POST', '/want-to-read', { seriesId: series })
  await ada('POST', `/books/${book}/bookmarks`, { page: 2, note: 'Vaulted' })
  const list = await ada('POST', '/collections', { name: 'Vaulted' })
  await ada('POST', `/collections/${list.id}/series`, { seriesIds: [series] })
  const ordered = await ada('POST', '/readlists', { name: 'Vaulted' })
  await ada('POST', `/readlists/${ordered.id}/books`, { bookIds: [book] })
}

test(
  'what is added outside changes no answer',
  async () => {
    await server.ctx.write((tx) =>
      tx.update(books).set({ contentHash: 'same' }).where(eq(books.id, world.inside.book)),
    )
    const first = await askAll()
    const second = await askAll()
    await addHidden()
    await addPrivate()
    // Vocabularies of the search are renewed in the background.
    const after = await askAll()
    const reader = world.viewers.find(({ name }) => name === 'reader')!
    const seen = await ask(reader, { method: 'GET', path: '/api/v1/series?search=Vaulted' })
    expect(seen.content).toContain('Vaulted')
    const changed: string[] = []
    const unstable: string[] = []
    for (const [name, { content, whole }] of after) {
      const [one, two] = [first.get(name)!, second.get(name)!]
      if (one.content !== two.content) unstable.push(name)
      else if (content !== one.content) changed.push(describe(name, one.content, content))
      else if (one.whole === two.whole && whole !== one.whole)
        changed.push(describe(name, one.whole, whole))
    }
    expect(changed).toEqual([])
    expect(unstable).toEqual([])
  },
  longMs,
)

/** The part of both answers that differs. */
function describe(name: string, before: string, after: string) {
  const at = [...before].findIndex((letter, index) => letter !== after[index])
  const cut = (text: string) => text.slice(Math.max(0, at - 60), at + 60)
  return `${name}: ${cut(before)} | ${cut(after)}`
}
