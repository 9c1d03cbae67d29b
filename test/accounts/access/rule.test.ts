/**
 * The condition in SQL matches the rule in `restriction-rules.ts` for all restrictions and series.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  computeEffectivePermissions,
  createViewer,
} from '../../../src/accounts/permissions/permission-rules'
import {
  type AccessSettings,
  combineSettings,
  findHidingRule,
} from '../../../src/accounts/permissions/restriction-rules'
import { recountLibrary } from '../../../src/catalog/libraries/recount-library'
import { libraries } from '../../../src/catalog/libraries/schema'
import { series } from '../../../src/catalog/series/schema'
import { eq, sql } from 'drizzle-orm'
import { listMatchingSeries } from '../../../src/catalog/series/service'
import { listLabels } from '../../../src/catalog/labels/service'
import { listBooksMatching } from '../../../src/catalog/books/service'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
const marks: { id: string; ageRating: number | null; tagIds: string[] }[] = []
let tagIds: string[] = []

const seed = Number(process.env['SEED'] ?? 20261126)
let state = seed
/** Returns an integer from 0 to `below` - 1. The sequence is the same in each run. */
const pick = (below: number) => {
  state = (state * 1103515245 + 12345) % 2147483648
  return Math.floor((state / 2147483648) * below)
}
const some = <Item>(items: readonly Item[], chance: number) =>
  items.filter(() => pick(100) < chance)

beforeAll(async () => {
  server = await startTestServer()
  const ada = async (method: string, path: string, body: unknown) =>
    (await server.call(method, path, { as: 'ada', body })).body
  for (const name of ['A', 'B', 'C', 'D']) {
    tagIds.push((await ada('POST', '/admin/sharing-tags', { name })).id)
  }
  const library = await seedLibrary(server)
  for (let n = 0; n < 40; n++) {
    const ageRating = pick(4) === 0 ? null : pick(20)
    const { id } = await seedSeries(server, library, { title: `Series ${n}`, ageRating })
    await seedBook(server, { id, n: 0, libraryId: library.id, rootId: library.rootId })
    const own = pick(3) === 0 ? [] : some(tagIds, 40)
    await ada('PUT', `/series/${id}/genres`, { genres: [`Genre ${n % 3}`] })
    await ada('PUT', `/series/${id}/sharing-tags`, { sharingTagIds: own })
    marks.push({ id, ageRating, tagIds: own })
  }
  await recountLibrary(server.ctx, library.id)
}, 60_000)
afterAll(() => server.close())

const pickSettings = (): AccessSettings => {
  const denied = some(tagIds, 20)
  return {
    libraryIds: null,
    ageLimit: pick(2) === 0 ? null : pick(20),
    hidesUnrated: pick(2) === 0,
    deniedTagIds: denied,
    allowedTagIds: some(tagIds, 25).filter((id) => !denied.includes(id)),
  }
}

test('lists, books and counts show what the rule allows', async () => {
  for (let run = 0; run < 60; run++) {
    const all = Array.from({ length: 1 + pick(3) }, pickSettings)
    const restrictions = combineSettings(all)
    const holder = { role: 'reader', permissions: [] } as const
    const viewer = createViewer(
      { id: server.getUserId('ann'), username: 'ann', ...holder, libraryIds: null, restrictions },
      computeEffectivePermissions(holder),
      { kind: 'system' },
    )
    const expected = marks.filter((one) => !findHidingRule(restrictions, one)).map(({ id }) => id)
    const paging = { page: 1, pageSize: 100, offset: 0 }
    const listed = await listMatchingSeries(server.ctx, viewer, {
      body: {},
      sort: undefined,
      paging,
    })
    expect({ run, ids: listed.data.map(({ id }) => id).toSorted() }).toEqual({
      run,
      ids: expected.toSorted(),
    })
    expect(listed.total).toBe(expected.length)
    const books = await listBooksMatching(server.ctx, viewer, { body: {}, query: {} })
    expect(books.total).toBe(expected.length)
    const labels = await listLabels(server.ctx, viewer, 'genre', { search: undefined, paging })
    const counted = labels.data.reduce((sum, { seriesCount }) => sum + (seriesCount ?? 0), 0)
    expect(counted).toBe(expected.length)
  }
}, 60_000)

test('whoever joins a group never sees more than before', () => {
  for (let run = 0; run < 500; run++) {
    const own = Array.from({ length: 1 + pick(3) }, pickSettings)
    const before = combineSettings(own)
    const after = combineSettings([...own, pickSettings()])
    for (const one of marks) {
      if (findHidingRule(before, one)) expect(findHidingRule(after, one)).toBeDefined()
    }
  }
})

test('stored counts follow every change of series', async () => {
  const { ctx } = server
  const count = async () => {
    const rows = await ctx.db.rows<{ stored: number; counted: number }>(sql`
      select sum(stored) as stored, sum(counted) as counted from (
        select library_id, age_rating, sharing_set, series_count + 1000 * book_count as stored, 0 as counted
        from series_counts
        union all
        select library_id, coalesce(age_rating, -1), sharing_set, 0, count(*) + 1000 * sum(book_count)
        from series where trashed_at is null group by library_id, age_rating, sharing_set
      ) as both_counts group by library_id, age_rating, sharing_set`)
    return rows.filter(({ stored, counted }) => Number(stored) !== Number(counted))
  }
  expect(await count()).toEqual([])
  const other = await seedLibrary(server)
  const changes: Partial<typeof series.$inferInsert>[] = [
    { ageRating: null },
    { ageRating: 3, bookCount: 7 },
    { trashedAt: new Date() },
    { trashedAt: null, libraryId: other.id },
    { sharingSet: 1, bookCount: 0 },
  ]
  for (const [place, { id }] of marks.slice(0, 20).entries()) {
    await ctx.write((tx) =>
      tx
        .update(series)
        .set(changes[place % changes.length]!)
        .where(eq(series.id, id)),
    )
  }
  await ctx.write((tx) => tx.delete(series).where(eq(series.id, marks[20]!.id)))
  expect(await count()).toEqual([])
  await ctx.write((tx) => tx.delete(libraries).where(eq(libraries.id, other.id)))
  expect(await count()).toEqual([])
})
