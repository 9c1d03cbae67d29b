/** Many labels at once: counted anew, cleaned up. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { asc, ne } from 'drizzle-orm'
import type { Context } from '../../../src/context'
import { genres, tags } from '../../../src/catalog/labels/schema'
import { setLabels } from '../../../src/catalog/labels/series-labels'
import { recountLabels } from '../../../src/catalog/labels/maintenance'
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

const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) => `Label ${String(i).padStart(3, '0')}`)

/** A series carries at most 200. */
const carryAll = async (names: string[]) => {
  await server.ctx.write((tx) => setLabels(tx, row.id, 'tag', names.slice(0, 200)))
  await server.ctx.write((tx) => setLabels(tx, other.id, 'tag', names.slice(200)))
}
const miscounted = async (than: number) =>
  (await server.ctx.db.select({ name: tags.name }).from(tags).where(ne(tags.seriesCount, than)))
    .length

test('hundreds of wrong numbers are put right', async () => {
  await carryAll(numbered(250))
  await server.ctx.write((tx) => tx.update(tags).set({ seriesCount: 7 }))
  await recountLabels(server.ctx)
  expect(await miscounted(1)).toBe(0)
})

test('a number that somebody changes while labels are counted is right in the end', async () => {
  await carryAll(numbered(2))
  await server.ctx.write((tx) => tx.update(tags).set({ seriesCount: 7 }))
  let isFirst = true
  const write: Context['write'] = async (work) => {
    if (isFirst) await server.ctx.write((tx) => setLabels(tx, other.id, 'tag', ['Label 001']))
    isFirst = false
    return server.ctx.write(work)
  }
  await recountLabels({ ...server.ctx, write })
  const counts = await server.ctx.db
    .select({ count: tags.seriesCount })
    .from(tags)
    .orderBy(asc(tags.nameKey))
  expect(counts).toEqual([{ count: 1 }, { count: 2 }])
})

test('a clean-up of many says how many there are, and names the first hundred', async () => {
  const names = numbered(250)
  await carryAll(names)
  await server.ctx.write((tx) => setLabels(tx, row.id, 'tag', []))
  await server.ctx.write((tx) => setLabels(tx, other.id, 'tag', ['Label 249']))
  const gone = { deletedCount: 249, deletedNames: names.slice(0, 100) }
  const cleanUp = async (query = '') =>
    (await server.call('POST', `/tags/cleanup${query}`, { as: 'max' })).body
  expect(await cleanUp('?dryRun=true')).toEqual(gone)
  expect(await cleanUp()).toEqual(gone)
  const left = await server.ctx.db.select({ name: tags.name }).from(tags)
  expect(left).toEqual([{ name: 'Label 249' }])
})
