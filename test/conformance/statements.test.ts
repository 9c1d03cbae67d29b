/**
 * No list runs one statement per row. Each route runs as many statements with three rows of
 * each kind as with more than fifty.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { libraries } from '../../src/catalog/libraries/schema'
import { type TestServer, startTestServer } from '../support/server'
import { countStatements } from '../support/statements'
import { fillServer, type FilledServer } from './fill-server'

const few = 3
const many = 55

/** All read routes. Parameters such as `:library` stand for rows with many related rows. */
const routes = [
  '/libraries',
  '/libraries/:library',
  '/libraries/:library/scans',
  '/libraries/:library/scans/:scan',
  '/libraries/:library/scans/:scan/changes',
  '/libraries/:library/ignored',
  '/libraries/:library/series',
  '/libraries/:library/series/in-progress',
  '/libraries/:library/series/recently-added',
  '/libraries/:library/series/recently-updated',
  '/libraries/:library/books',
  '/libraries/:library/books/in-progress',
  '/libraries/:library/books/on-deck',
  '/libraries/:library/books/recently-read',
  '/libraries/:library/books/recently-added',
  '/name-rules',
  '/series',
  '/series?full=true',
  '/series?sort=unread_count,desc',
  '/series?sort=date_read,desc',
  '/series?search=series',
  '/series?readStatus=unread',
  '/series/full',
  '/series/in-progress',
  '/series/recently-added',
  '/series/recently-updated',
  '/series/:series',
  '/series/:series/full',
  '/series/:series/tracking',
  '/series/:series/metadata',
  '/series/:series/metadata/locks',
  '/series/:series/metadata/sources',
  '/series/:series/genres',
  '/series/:series/tags',
  '/series/:series/alternate-titles',
  '/series/:series/external-ids',
  '/series/:series/external-links',
  '/series/:series/external-ratings',
  '/series/:series/books',
  '/series/:series/covers',
  '/series/:series/read-history',
  '/series/:series/missing',
  '/genres',
  '/tags',
  '/books',
  '/books?full=true',
  '/books?search=book',
  '/books/errors',
  '/books/in-progress',
  '/books/on-deck',
  '/books/recently-read',
  '/books/recently-added',
  '/books/:book',
  '/books/:book/full',
  '/books/:book/adjacent',
  '/books/:book/metadata',
  '/books/:book/metadata/locks',
  '/books/:book/metadata/sources',
  '/books/:book/parse',
  '/books/:book/bookmarks',
  '/books/:book/covers',
  '/books/:book/read-history',
  '/books/:book/reader-settings',
  '/search?q=series&limit=50',
  '/search?q=book&limit=50',
  '/search?q=pen&limit=50',
  '/search?q=label&limit=50',
  '/people',
  '/people?sort=series_count,desc',
  '/people/:person',
  '/people/:person/series',
  '/people/:person/books',
  '/progress',
  '/want-to-read',
  '/collections',
  '/readlists',
  '/filter-presets',
  '/series/:series/collections',
  '/books/:book/readlists',
  '/preferences?scope=user',
  '/reading-profiles',
  '/user/preferences',
  '/bookmarks',
  '/highlights',
  '/books/:book/highlights',
  '/duplicates',
  '/trash/books',
  '/trash/series',
  '/purges',
  '/auth/me',
  '/auth/sessions',
  '/audit-log',
  '/invitations',
  '/user',
  '/users',
  '/access/users',
  '/api-keys',
  '/tasks',
  '/tasks/stats',
  '/info',
]

let server: TestServer
let largeServer: FilledServer
let counted: () => number
const before = new Map<string, number>()

beforeAll(async () => {
  server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
  counted = countStatements(server.ctx)
  largeServer = await fillServer(server)
  await largeServer.grow(0, few)
  for (const route of routes) before.set(route, await countStatementsOf(route))
  await largeServer.grow(few, many)
}, 120_000)
afterAll(() => server.close())

async function request(route: string) {
  const { library, seriesId, bookId, personId, scanId } = largeServer
  const ids: Record<string, string> = {
    library: library.id,
    series: seriesId,
    book: bookId,
    person: personId,
    scan: scanId,
  }
  const path = route.replace(/:(\w+)/g, (_, what: string) => ids[what]!)
  const answer = await server.call('GET', path, { as: 'ada' })
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Routes that return a single item without lists. */
const singleRoutes =
  /^\/(info|user|auth\/me|tasks\/stats|preferences.*|user\/preferences|books\/:book|.*(missing|tracking|locks|sources|scans\/:scan|:library|:person|readStatus=unread)|books\/:book\/(full|adjacent|metadata|parse|reader-settings))$/

/** Returns the length of the longest list in a response. */
const countRows = (body: unknown): number =>
  Math.max(
    0,
    ...[body, ...Object.values(body as object)].map((one) => (Array.isArray(one) ? one.length : 0)),
  )

/**
 * Ignores the first request, which fills caches. Takes the minimum of three requests, because one
 * request a minute also saves when the session was last used.
 */
async function countStatementsOf(route: string) {
  await request(route)
  let least = Infinity
  for (let attempt = 0; attempt < 3; attempt++) {
    const start = counted()
    await request(route)
    least = Math.min(least, counted() - start)
  }
  return least
}

describe('the number of statements does not depend on the number of rows', () => {
  test.each(routes)(
    'GET %s',
    async (route) => {
      expect(await countStatementsOf(route)).toBeLessThanOrEqual(before.get(route)!)
      if (!singleRoutes.test(route))
        expect(countRows(await request(route))).toBeGreaterThanOrEqual(50)
    },
    60_000,
  )
})

test('statements of a request are counted', async () => {
  const { db, heavy } = server.ctx
  for (const reader of [db, heavy]) {
    const start = counted()
    for (let i = 0; i < 5; i++) await reader.$count(libraries)
    expect(counted() - start).toBeGreaterThanOrEqual(5)
  }
  expect(before.get('/series')).toBeGreaterThan(2)
  expect(before.get('/users')).toBeGreaterThan(1)
})
