/**
 * What people open most reads large tables through an index, also with restrictions of every kind.
 * Only on PostgreSQL, which has statistics and plans for a large library.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { setManyRestrictions } from '../../src/accounts/access/restrictions'
import { system } from '../../src/accounts/permissions/model'
import { dialect } from '../../src/platform/db/dialect'
import { seed } from '../bench/support/seed'
import { seedSharing, sharingTagIds } from '../bench/support/seed-sharing'
import { findSequentialScans, recordQueries } from '../support/query-plans'
import { startTestServer, type TestServer } from '../support/server'

// Seeding takes a while on a busy machine.
setDefaultTimeout(300_000)

const large = new Set(['books', 'series', 'series_metadata', 'book_progress', 'series_progress'])
const series = 10_000

const castle = { title: { operator: 'contains', value: 'castle' } }

/** Method, path below the origin, and body. */
const requests: [string, string, string, unknown?][] = [
  ['series', 'GET', '/api/v1/series?pageSize=50'],
  ['series by date', 'GET', '/api/v1/series?pageSize=50&sort=date_added,desc'],
  ['series in progress', 'GET', '/api/v1/series/in-progress'],
  ['series recently added', 'GET', '/api/v1/series/recently-added'],
  ['series recently updated', 'GET', '/api/v1/series/recently-updated'],
  ['books', 'GET', '/api/v1/books?pageSize=50'],
  ['books on deck', 'GET', '/api/v1/books/on-deck'],
  ['books in progress', 'GET', '/api/v1/books/in-progress'],
  ['books recently read', 'GET', '/api/v1/books/recently-read'],
  ['books recently added', 'GET', '/api/v1/books/recently-added'],
  ['progress', 'GET', '/api/v1/progress'],
  ['libraries', 'GET', '/api/v1/libraries'],
  ['genres', 'GET', '/api/v1/genres'],
  ['tags', 'GET', '/api/v1/tags'],
  ['search', 'GET', '/api/v1/search?q=castle%20471'],
  ['filtered series', 'POST', '/api/v1/series/list?pageSize=50', { condition: castle }],
  ['series facets', 'POST', '/api/v1/series/list/facets', { facets: ['genre', 'publisher'] }],
  ['series letters', 'POST', '/api/v1/series/list/alphabetical-groups', {}],
  ['books facets', 'POST', '/api/v1/books/list/facets', { facets: ['format', 'genre'] }],
  ['OPDS start page', 'GET', '/opds/v2'],
  ['OPDS series', 'GET', '/opds/series'],
  ['OPDS search', 'GET', '/opds/search?q=castle%20471'],
]

/** Requests that read a table from beginning to end, with the reason. */
const allowed: Record<string, { tables: string[]; reason: string }> = {
  books: { tables: ['books', 'series'], reason: 'the total counts every visible book' },
  'books recently added': { tables: ['series'], reason: 'the total is that of all series' },
  'OPDS start page': { tables: ['series'], reason: 'the size of a section is that of all series' },
  search: { tables: ['series'], reason: 'numbers and labels are looked up in many series at once' },
  'OPDS search': {
    tables: ['series'],
    reason: 'a number in the words is looked up in many series at once',
  },
  'filtered series': { tables: ['series'], reason: 'no index finds parts of words in titles' },
  'series facets': { tables: ['series'], reason: 'values of all visible series are counted' },
  'series letters': { tables: ['series'], reason: 'first letters of all series are counted' },
  'books facets': {
    tables: ['books', 'series'],
    reason: 'values of all visible books are counted',
  },
}

describe.skipIf(dialect !== 'postgres')('the plans', () => {
  let server: TestServer
  let takeQueries: ReturnType<typeof recordQueries>
  const needed = new Set<string>()

  beforeAll(async () => {
    server = await startTestServer()
    takeQueries = recordQueries(server.ctx.db)
    const [ann, max] = [server.getUserId('ann'), server.getUserId('max')]
    await seed(server.ctx, { series, booksEach: 3, users: 100 }, [])
    await seedSharing(server.ctx)
    await giveProgress(1, ann)
    await giveProgress(2, max)
    await setManyRestrictions(server.ctx, system, {
      userIds: [ann],
      ageLimit: 16,
      hidesUnrated: true,
      deniedTagIds: [sharingTagIds[0]!],
    })
  })
  afterAll(() => server.close())

  /** Progress in 60 series: so few that an index is faster than reading all of them. */
  const giveProgress = async (number: number, userId: string) => {
    const seeded = `01904000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
    for (const table of ['series_progress', 'book_progress']) {
      const move = `update ${table} set user_id = '${userId}' where user_id = '${seeded}'
        and series_id in (select id from series where n <= ${series * 0.3})`
      await server.ctx.writeBulk((tx) => tx.rows(sql.raw(move)))
    }
    await server.ctx.refreshStatistics()
  }

  const people = [
    ['with restrictions', 'ann'],
    ['without', 'max'],
  ] as const
  const cases = people.flatMap(([kind, as]) =>
    requests.map(
      ([name, method, path, body]) =>
        [`${name}, ${kind}`, { name, as, method, path, body }] as const,
    ),
  )

  test.each(cases)('%s', async (_, { name, as, method, path, body }) => {
    takeQueries()
    const response = await server.fetch(path, {
      as,
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })
    expect([response.status, response.status === 200 ? '' : await response.text()]).toEqual([
      200,
      '',
    ])
    const unexpected: string[] = []
    for (const query of takeQueries()) {
      if (!/^\s*(select|with)\b/i.test(query.sql)) continue
      for (const table of await findSequentialScans(server.ctx.db, query)) {
        if (allowed[name]?.tables.includes(table)) needed.add(`${name}: ${table}`)
        else if (large.has(table)) unexpected.push(`${table}: ${query.sql}`)
      }
    }
    expect(unexpected).toEqual([])
  })
  test('of the listed exceptions are still needed', () => {
    const listed = Object.entries(allowed).flatMap(([name, { tables }]) =>
      tables.map((table) => `${name}: ${table}`),
    )
    expect([...needed].toSorted()).toEqual(listed.toSorted())
  })
})
