/** No route reveals anything about a library that the viewer cannot access. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { permissions } from '../../src/accounts/permissions/model'
import { type TestServer, startTestServer } from '../support/server'
import { seedBook, seedLibrary, seedSeries } from '../support/seed'
import document from '../../docs/openapi.json'
import { type HiddenLibrary, createHiddenLibrary, listNames } from './hidden-library'

const nobody = '018f0000-0000-7000-8000-000000000000'
/** Excluded: endless streams, and server metrics, which have a permission of their own. */
const others = new Set([
  '/api/v1/events/stream',
  '/api/v1/logs/stream',
  '/api/v1/tasks/stream',
  '/api/v1/scans/stream',
  '/api/v1/metrics',
])

let server: TestServer
let open: Record<'libraries' | 'series' | 'books', string>
let shelf: HiddenLibrary

beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server, { name: 'Open', path: '/open' })
  const series = await seedSeries(server, library, { title: 'Anvil' })
  const book = await seedBook(server, series, { title: 'Anvil 1' })
  open = { libraries: library.id, series: series.id, books: book.id }
  // The viewer has every permission except `system:admin`, so only library access hides anything.
  const rights = permissions.filter((permission) => permission !== 'system:admin')
  const id = await server.addUser('eve', 'maintainer', rights)
  shelf = await createHiddenLibrary(server, 'eve')
  const body = { libraryIds: [library.id] }
  await server.call('PUT', `/users/${id}/libraries`, { as: 'ada', body })
}, 60_000)
afterAll(() => server.close())

const paths = Object.entries(document.paths)
  // Excludes sharing tags, which require `system:admin`.
  .filter(
    ([path]) => path.startsWith('/api/v1/') && !others.has(path) && !/sharing-tags/.test(path),
  )
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ method, path })))
const reads = paths.filter(({ method }) => method === 'get')

const getKind = (path: string) => path.split('/')[3] ?? ''
const isHiddenKind = (kind: string): kind is keyof HiddenLibrary['ids'] => kind in shelf.ids
const isOpenKind = (kind: string): kind is keyof typeof open => kind in open

/** Replaces all IDs in a path with those of hidden rows. */
const fillWithHidden = (path: string) => fillPath(path, (kind) => shelf.ids[kind])

/** Replaces the first ID with that of a visible row, and the others with those of hidden rows. */
const fillWithOpen = (path: string) =>
  fillPath(path, (kind) => (isOpenKind(kind) ? open[kind] : shelf.ids[kind]))

function fillPath(path: string, firstOf: (kind: keyof HiddenLibrary['ids']) => string) {
  const kind = getKind(path)
  return path
    .replace('/api/v1', '')
    .replace('{id}', isHiddenKind(kind) ? firstOf(kind) : nobody)
    .replaceAll(/\{(\w+Id)\}/g, (_, name: string) => shelf.nested[name] ?? nobody)
    .replaceAll(/\{\w+\}/g, '1')
}

/** Sends a request and returns the names and IDs of the hidden library in the response. */
async function findLeaks(as: string, method: string, path: string, body?: unknown) {
  const options = { as, ...(body !== undefined && { body }) }
  const answer = await server.call(method, path, options)
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
  return { status: answer.status, leaks: listNames(shelf).filter((name) => text.includes(name)) }
}

test.each(reads)('$method $path reveals nothing of a hidden library', async ({ path }) => {
  const { status, leaks } = await findLeaks('eve', 'GET', fillWithHidden(path))
  expect(leaks).toEqual([])
  if (path.includes('{id}') && isHiddenKind(getKind(path))) expect([400, 404]).toContain(status)
  expect(status).toBeLessThan(500)
})

test.each(reads.filter(({ path }) => /\{id\}.*\{\w+Id\}/.test(path)))(
  '$method $path reveals nothing of a hidden library through a visible one',
  async ({ path }) => {
    const { status, leaks } = await findLeaks('eve', 'GET', fillWithOpen(path))
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

test.each(questions)('GET %s reveals nothing of a hidden library', async (question) => {
  const { libraries, series } = shelf.ids
  const path = question.replace('LIBRARY', libraries).replace('SERIES', series)
  const of = async (as: string) => {
    const { status, leaks } = await findLeaks(as, 'GET', path)
    // Ignores names in the path, because the page links of a list repeat the query.
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

test.each(lists)('POST %s with %j lists nothing of a hidden library', async (path, body) => {
  const of = (as: string) => findLeaks(as, 'POST', path, body)
  expect(await of('eve')).toEqual({ status: 200, leaks: [] })
  expect((await of('ada')).leaks).not.toEqual([])
})

test.each(paths.filter(({ method, path }) => method !== 'get' && isSingle(path)))(
  '$method $path changes nothing in a hidden library',
  async ({ method, path }) => {
    const body = method === 'delete' ? undefined : {}
    const { status, leaks } = await findLeaks(
      'eve',
      method.toUpperCase(),
      fillWithHidden(path),
      body,
    )
    expect(leaks).toEqual([])
    expect([400, 404]).toContain(status)
  },
)

/** Returns true for paths of single items. Rows do not exist yet, so only the path is checked. */
function isSingle(path: string) {
  return /^\/api\/v1\/(libraries|series|books|genres|tags|tasks|name-rules)\/\{id\}/.test(path)
}
