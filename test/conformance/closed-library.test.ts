/** Every route, asked by somebody to whom a library is closed: nothing of it is there. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { permissions } from '../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../support/server'
import { seedBook, seedLibrary, seedSeries } from '../support/seed'
import document from '../../docs/openapi.json'
import { type ClosedShelf, closeShelf, namesOfShelf } from './closed-shelf'

const nobody = '018f0000-0000-7000-8000-000000000000'
/** Answers that do not end, and the figures of the whole server, which are a right of their own. */
const others = new Set(['/api/v1/events/stream', '/api/v1/logs/stream', '/api/v1/metrics'])

let server: TestServer
let open: Record<'libraries' | 'series' | 'books', string>
let shelf: ClosedShelf

beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server, { name: 'Open', path: '/open' })
  const series = await seedSeries(server, library, { title: 'Anvil' })
  const book = await seedBook(server, series, { title: 'Anvil 1' })
  open = { libraries: library.id, series: series.id, books: book.id }
  // Every right but that to everything: what is closed is closed by the library, not by a right.
  const rights = permissions.filter((permission) => permission !== 'system:admin')
  const id = await server.addUser('eve', 'maintainer', rights)
  shelf = await closeShelf(server, 'eve')
  const body = { libraryIds: [library.id] }
  await server.call('PUT', `/users/${id}/libraries`, { as: 'ada', body })
}, 60_000)
afterAll(() => server.close())

const paths = Object.entries(document.paths)
  .filter(([path]) => path.startsWith('/api/v1/') && !others.has(path))
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ method, path })))
const reads = paths.filter(({ method }) => method === 'get')

const kindOf = (path: string) => path.split('/')[3] ?? ''
const isHiddenKind = (kind: string): kind is keyof ClosedShelf['ids'] => kind in shelf.ids
const isOpenKind = (kind: string): kind is keyof typeof open => kind in open

/** With what is hidden in the place of each id. */
const askedOfHidden = (path: string) => filled(path, (kind) => shelf.ids[kind])

/** With what is open in the place of the first id, and what is hidden in that of the second. */
const askedOfOpen = (path: string) =>
  filled(path, (kind) => (isOpenKind(kind) ? open[kind] : shelf.ids[kind]))

function filled(path: string, firstOf: (kind: keyof ClosedShelf['ids']) => string) {
  const kind = kindOf(path)
  return path
    .replace('/api/v1', '')
    .replace('{id}', isHiddenKind(kind) ? firstOf(kind) : nobody)
    .replaceAll(/\{(\w+Id)\}/g, (_, name: string) => shelf.nested[name] ?? nobody)
    .replaceAll(/\{\w+\}/g, '1')
}

/** Where the answer names something of what is closed: what. */
async function leaksOf(as: string, method: string, path: string, body?: unknown) {
  const options = { as, ...(body !== undefined && { body }) }
  const answer = await server.call(method, path, options)
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
  return { status: answer.status, leaks: namesOfShelf(shelf).filter((name) => text.includes(name)) }
}

test.each(reads)('$method $path says nothing of a closed library', async ({ path }) => {
  const { status, leaks } = await leaksOf('eve', 'GET', askedOfHidden(path))
  expect(leaks).toEqual([])
  if (path.includes('{id}') && isHiddenKind(kindOf(path))) expect([400, 404]).toContain(status)
  expect(status).toBeLessThan(500)
})

test.each(reads.filter(({ path }) => /\{id\}.*\{\w+Id\}/.test(path)))(
  '$method $path finds nothing of a closed library by way of an open one',
  async ({ path }) => {
    const { status, leaks } = await leaksOf('eve', 'GET', askedOfOpen(path))
    expect({ status, leaks }).toEqual({ status: 404, leaks: [] })
  },
)

const questions = [
  '/search?q=large',
  '/search?q=busy',
  '/people?q=busy',
  '/genres?search=label',
  '/tags?search=label',
  '/series?search=large',
  '/series?libraryId=LIBRARY',
  '/books?libraryId=LIBRARY',
  '/books?seriesId=SERIES',
  '/books/errors?libraryId=LIBRARY',
  '/duplicates?libraryId=LIBRARY',
  '/trash/books?libraryId=LIBRARY',
  '/trash/series?libraryId=LIBRARY',
  '/name-rules?libraryId=LIBRARY',
  '/tasks?taskType=scan_library',
]

test.each(questions)('GET %s says nothing of a closed library', async (question) => {
  const { libraries, series } = shelf.ids
  const path = question.replace('LIBRARY', libraries).replace('SERIES', series)
  const of = async (as: string) => {
    const { status, leaks } = await leaksOf(as, 'GET', path)
    // The links to the pages of a list repeat what was asked.
    return { status, leaks: leaks.filter((name) => !path.includes(name)) }
  }
  expect((await of('eve')).leaks).toEqual([])
  expect((await of('ada')).leaks).not.toEqual([])
})

const everything = ['libraryId', 'genre', 'tag', 'author']
const lists: [path: string, body: object][] = [
  ['/series/search', { query: 'large' }],
  ['/series/list', {}],
  ['/series/list/facets', { facets: everything }],
  ['/books/list', {}],
  ['/books/list/facets', { facets: ['libraryId', 'genre', 'tag'] }],
]

test.each(lists)('POST %s with %j lists nothing of a closed library', async (path, body) => {
  const of = (as: string) => leaksOf(as, 'POST', path, body)
  expect(await of('eve')).toEqual({ status: 200, leaks: [] })
  expect((await of('ada')).leaks).not.toEqual([])
})

test.each(paths.filter(({ method, path }) => method !== 'get' && isOfOne(path)))(
  '$method $path changes nothing in a closed library',
  async ({ method, path }) => {
    const body = method === 'delete' ? undefined : {}
    const { status, leaks } = await leaksOf('eve', method.toUpperCase(), askedOfHidden(path), body)
    expect(leaks).toEqual([])
    expect([400, 404]).toContain(status)
  },
)

/** Before the rows are there: by the path alone. */
function isOfOne(path: string) {
  return /^\/api\/v1\/(libraries|series|books|genres|tags|tasks|name-rules)\/\{id\}/.test(path)
}
