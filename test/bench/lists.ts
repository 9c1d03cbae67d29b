/**
 * Measures conditions, letters, facets, search and people in a large library: `QUIRE_DIALECT=sqlite
 * bun test/bench/lists.ts --series 100000`. See README.md.
 */
import { sql } from 'drizzle-orm'
import { parseArgs } from 'node:util'
import type { Context } from '../../src/context'
import { dialect } from '../../src/platform/db/dialect'
import { listShelf } from '../../src/reading/progress/shelves/service'
import {
  listMatchingFacets,
  listHomeSeries,
  listMatchingGroups,
  listMatchingSeries,
} from '../../src/catalog/series/service'
import type { FacetName, SeriesCondition } from '../../src/catalog/series/lists/model'
import { listBooksMatching } from '../../src/catalog/books/service'
import { searchAll } from '../../src/catalog/search/service'
import { listLabels } from '../../src/catalog/labels/service'
import { listPeople, listSeriesOfPerson, listWorksOfPerson } from '../../src/catalog/search/people'
import { system } from '../../src/accounts/permissions/model'
import { closeTestDatabases } from '../support/database'
import { startTestServer } from '../support/server'
import { ms, printLine, printTable, measureRuns } from './support/figures'
import { seed } from './support/seed'

const { values } = parseArgs({
  options: { series: { type: 'string', default: '100000' }, only: { type: 'string', default: '' } },
})
const total = Number(values.series)

const server = await startTestServer()
const { ctx } = server
await seed(ctx, { series: total, booksEach: 2, users: 0 }, [server.getUserId('ann')])
await seedWords(ctx)
const ann = { ...system, userId: server.getUserId('ann') }
const restricted = { ...ann, libraryIds: ['01900001-0000-7000-8000-000000000002'] }
const most = { ...ann, libraryIds: ['01900001-0000-7000-8000-000000000001'] }
const paging = { page: 1, pageSize: 50, offset: 0 }

const list = (condition: SeriesCondition, sort = 'name,asc') => ({
  body: { condition },
  sort,
  paging,
})
const facet = (name: FacetName) => ({ facets: [name] })
const wide: SeriesCondition = {
  allOf: [
    { year: { operator: 'gte', value: 1980 } },
    { not: { genre: { operator: 'is', value: 'genres 7' } } },
    {
      anyOf: [
        { status: { operator: 'is', value: 'ongoing' } },
        { author: { operator: 'is', value: 'person 7' } },
      ],
    },
    { readStatus: { operator: 'isNot', value: 'read' } },
  ],
}
const cases: Record<string, () => Promise<unknown>> = {
  'condition, by title': () => listMatchingSeries(ctx, ann, list(wide)),
  'condition, by rating': () => listMatchingSeries(ctx, ann, list(wide, 'rating,desc')),
  'summary contains': () =>
    listMatchingSeries(ctx, ann, list({ summary: { operator: 'contains', value: 'nowhere' } })),
  letters: () => listMatchingGroups(ctx, ann, { body: {}, sort: undefined }),
  'letters, restricted': () => listMatchingGroups(ctx, restricted, { body: {}, sort: undefined }),
  'facet genre': () => listMatchingFacets(ctx, ann, facet('genre')),
  'facet publisher': () => listMatchingFacets(ctx, ann, facet('publisher')),
  'facet year': () => listMatchingFacets(ctx, ann, facet('year')),
  'facet read state': () => listMatchingFacets(ctx, ann, facet('readStatus')),
  'facet author': () => listMatchingFacets(ctx, ann, facet('author')),
  'facet author, condition': () =>
    listMatchingFacets(ctx, ann, { ...facet('author'), condition: wide }),
  'books, condition': () =>
    listBooksMatching(ctx, ann, {
      body: { condition: { readStatus: { operator: 'is', value: 'unread' } } },
      query: {},
    }),
  'search castle': () => searchAll(ctx, ann, { q: 'castle' }),
  'search ca': () => searchAll(ctx, ann, { q: 'ca' }),
  'search c': () => searchAll(ctx, ann, { q: 'c' }),
  'search 7': () => searchAll(ctx, ann, { q: '7' }),
  'search book': () => searchAll(ctx, ann, { q: 'book' }),
  'search book 7': () => searchAll(ctx, ann, { q: 'book 7' }),
  'search castle person 7': () => searchAll(ctx, ann, { q: 'castle person 7' }),
  'search p': () => searchAll(ctx, ann, { q: 'p' }),
  'search per': () => searchAll(ctx, ann, { q: 'per' }),
  'search g': () => searchAll(ctx, ann, { q: 'g' }),
  'search book castle, restricted': () => searchAll(ctx, restricted, { q: 'book castle' }),
  'search nothing': () => searchAll(ctx, ann, { q: 'zzyzx' }),
  'search amber castle 7': () => searchAll(ctx, ann, { q: 'amber castle 7' }),
  'search person': () => searchAll(ctx, ann, { q: 'person 77' }),
  'search castle, restricted': () => searchAll(ctx, restricted, { q: 'castle' }),
  'genres, restricted': () => listLabels(ctx, most, 'genre', { search: undefined, paging }),
  'tags, restricted': () => listLabels(ctx, most, 'tag', { search: undefined, paging }),
  'home: series in progress': () => listHomeSeries(ctx, ann, 'in-progress', {}),
  'home: series added': () => listHomeSeries(ctx, ann, 'recently-added', {}),
  'home: in progress': () => listShelf(ctx, ann, 'in-progress', { pageSize: '20' }),
  'home: on deck': () => listShelf(ctx, ann, 'on-deck', { pageSize: '20' }),
  'home: recently read': () => listShelf(ctx, ann, 'recently-read', { pageSize: '20' }),
  'home: recently added': () => listShelf(ctx, ann, 'recently-added', { pageSize: '20' }),
  people: () => listPeople(ctx, ann, {}),
  'people by count': () => listPeople(ctx, ann, { sort: 'series_count,desc' }),
  'people pers 12': () => listPeople(ctx, ann, { q: 'pers 12' }),
  'series of a person': () => listSeriesOfPerson(ctx, ann, 'person 7', {}),
  'books of a person': () => listWorksOfPerson(ctx, ann, 'person 7', {}),
}
const rows: string[][] = []
for (const [name, work] of Object.entries(cases)) {
  if (!name.includes(values.only)) continue
  const { median, p99, cpu } = await measureRuns(work)
  rows.push([name, ms(median), ms(p99), ms(cpu!)])
}
printLine(`${dialect}, ${total} series, ${2 * total} books: milliseconds`)
printTable(['what', 'median', 'p99', 'processor'], rows)
await server.close()
await closeTestDatabases()

/** Adds people and the search words of books, which `seed` omits. */
async function seedWords({ writeBulk }: Context) {
  const isSqlite = dialect === 'sqlite'
  const id = (n: string) =>
    isSqlite
      ? `'01905000-0000-7000-8000-' || printf('%012x', ${n})`
      : `('01905000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
  const now = isSqlite ? '1700000000000' : 'now()'
  const some = total / 4
  const statements = [
    `insert into people (id, name, name_key, created_at)
      select ${id('n')}, 'Person ' || n, 'person ' || n, ${now} from series where n <= ${some}`,
    ...[1, 7, 13].map(
      (step) => `insert into series_people (series_id, person_id, role, of_series)
      select id, ${id(`1 + (n * ${step} + ${step}) % ${some}`)}, 'writer', ${isSqlite ? '0' : 'false'} from series where true on conflict do nothing`,
    ),
    `insert into book_metadata (n, locks, sources, search, created_at, updated_at)
      select books.n, '[]', '{}', 'book ' || lower(series.title) || ' person ' || (books.n % ${some}), ${now}, ${now}
      from books join series on series.id = books.series_id`,
    'analyze',
  ]
  for (const statement of statements) {
    await writeBulk(async (tx) => void (await tx.rows(sql.raw(statement))))
  }
}
