/** Maintenance of many labels: recounting and clean-up. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { asc, ne } from 'drizzle-orm'
import type { Context } from '../../../src/context'
import { genres, tagCounts, tags } from '../../../src/catalog/labels/schema'
import { setLabels } from '../../../src/catalog/labels/series-labels'
import { recountLabels } from '../../../src/catalog/labels/recount-labels'
import { moveSeries } from '../../../src/catalog/series/scanned/move-series'
import { libraries } from '../../../src/catalog/libraries/schema'
import { type TestServer, startTestServer } from '../../support/server'
import { seedLibrary, type SeededSeries, seedSeries } from '../../support/seed'

let server: TestServer
let row: SeededSeries
let other: SeededSeries
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ctx.write(async (tx) => {
    await tx.delete(libraries)
    await tx.delete(genres)
    await tx.delete(tags)
  })
  const library = await seedLibrary(server)
  row = await seedSeries(server, library)
  other = await seedSeries(server, library)
})

const buildNames = (count: number) =>
  Array.from({ length: count }, (_, i) => `Label ${String(i).padStart(3, '0')}`)

/** Divides the labels between two series, because a series has at most 200. */
const assignAll = async (names: string[]) => {
  await server.ctx.write((tx) => setLabels(tx, row.id, 'tag', names.slice(0, 200)))
  await server.ctx.write((tx) => setLabels(tx, other.id, 'tag', names.slice(200)))
}
const countWrong = async (expectedCount: number) =>
  (
    await server.ctx.db
      .select({ name: tags.name })
      .from(tags)
      .where(ne(tags.seriesCount, expectedCount))
  ).length

test('corrects hundreds of wrong counts', async () => {
  await assignAll(buildNames(250))
  await server.ctx.write((tx) => tx.update(tags).set({ seriesCount: 7 }))
  await recountLabels(server.ctx)
  expect(await countWrong(1)).toBe(0)
})

test('counts correctly when a label changes during the recount', async () => {
  await assignAll(buildNames(2))
  await server.ctx.write((tx) => tx.update(tags).set({ seriesCount: 7 }))
  let isFirst = true
  const changeWhileWriting: Context['write'] = async (work) => {
    if (isFirst) await server.ctx.write((tx) => setLabels(tx, other.id, 'tag', ['Label 001']))
    isFirst = false
    return server.ctx.write(work)
  }
  await recountLabels({ ...server.ctx, write: changeWhileWriting })
  const counts = await server.ctx.db
    .select({ count: tags.seriesCount })
    .from(tags)
    .orderBy(asc(tags.nameKey))
  expect(counts).toEqual([{ count: 1 }, { count: 2 }])
})

test('a clean-up reports the number of labels and the first hundred names', async () => {
  const names = buildNames(250)
  await assignAll(names)
  await server.ctx.write((tx) => setLabels(tx, row.id, 'tag', []))
  await server.ctx.write((tx) => setLabels(tx, other.id, 'tag', ['Label 249']))
  const gone = { deletedCount: 249, deletedNames: names.slice(0, 100) }
  const cleanUpLabels = async (query = '') =>
    (await server.call('POST', `/tags/cleanup${query}`, { as: 'max' })).body
  expect(await cleanUpLabels('?dryRun=true')).toEqual(gone)
  expect(await cleanUpLabels()).toEqual(gone)
  const left = await server.ctx.db.select({ name: tags.name }).from(tags)
  expect(left).toEqual([{ name: 'Label 249' }])
})

test('counts per library follow the labels of series, and wrong ones are corrected', async () => {
  const elsewhere = await seedSeries(server, await seedLibrary(server, { path: '/elsewhere' }))
  const list = async () =>
    (await server.ctx.db.select().from(tagCounts))
      .filter(({ seriesCount }) => seriesCount !== 0)
      .map(({ libraryId, seriesCount }) => [libraryId === row.libraryId, seriesCount])
      .toSorted()
  for (const { id } of [row, other, elsewhere])
    await server.ctx.write((tx) => setLabels(tx, id, 'tag', ['Space']))
  const right = [
    [false, 1],
    [true, 2],
  ]
  expect(await list()).toEqual(right)

  await server.ctx.write((tx) => tx.update(tagCounts).set({ seriesCount: 7 }))
  await recountLabels(server.ctx)
  expect(await list()).toEqual(right)
  await server.ctx.write((tx) => tx.delete(tagCounts))
  await recountLabels(server.ctx)
  expect(await list()).toEqual(right)

  await server.ctx.write((tx) => setLabels(tx, elsewhere.id, 'tag', []))
  expect(await list()).toEqual([[true, 2]])
})

test('the counts of a series move with it to another library', async () => {
  const library = await seedLibrary(server, { path: '/new-home' })
  await server.ctx.write((tx) => setLabels(tx, row.id, 'tag', ['Space']))
  const place = { id: row.id, libraryId: library.id, groupKey: 'moved', path: '/new-home/moved' }
  await server.ctx.write((tx) => moveSeries(tx, [place], new Date()))
  const counts = await server.ctx.db.select().from(tagCounts)
  const byLibrary = new Map(counts.map(({ libraryId, seriesCount }) => [libraryId, seriesCount]))
  expect([byLibrary.get(row.libraryId), byLibrary.get(library.id)]).toEqual([0, 1])
})
