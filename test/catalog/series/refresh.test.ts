import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { refreshSeriesCounters } from '../../../src/catalog/series/scanned/series-counters'
import { series } from '../../../src/catalog/series/schema'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'

let server: TestServer
let library: SeededLibrary
beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
})
afterAll(() => server.close())

const refreshRows = (...ids: string[]) => server.ctx.write((tx) => refreshSeriesCounters(tx, ids))
const readRow = async (id: string) =>
  (await server.ctx.db.select().from(series).where(eq(series.id, id)))[0]!
const setTrashed = (id: string, trashedAt: Date | null) =>
  server.ctx.write(async (tx) => {
    await tx.update(books).set({ trashedAt }).where(eq(books.id, id))
  })

test('counts the present books of several series at once', async () => {
  const one = await seedSeries(server, library)
  const other = await seedSeries(server, library)
  await seedBook(server, one, { volume: 1 })
  await seedBook(server, one, { volume: 2 })
  await seedBook(server, one, { volume: 2, chapter: 12.5 })
  await seedBook(server, one, { volume: 9, chapter: 99, trashedAt: new Date() })
  await seedBook(server, other, { chapter: 3 })
  await refreshRows(one.id, other.id)
  expect(await readRow(one.id)).toMatchObject({
    bookCount: 3,
    volumesOwned: 2,
    localMaxChapter: 12.5,
    localMaxVolume: 2,
    trashedAt: null,
  })
  expect(await readRow(other.id)).toMatchObject({
    bookCount: 1,
    volumesOwned: 0,
    localMaxChapter: 3,
    localMaxVolume: null,
  })
})

test('trashes a series with its last book and restores it with the first', async () => {
  const row = await seedSeries(server, library)
  const book = await seedBook(server, row)
  await refreshRows(row.id)
  await setTrashed(book.id, new Date())
  await refreshRows(row.id)
  const trashed = await readRow(row.id)
  expect(trashed.trashedAt).toBeInstanceOf(Date)
  expect(trashed.bookCount).toBe(0)
  await Bun.sleep(2)
  await refreshRows(row.id)
  expect((await readRow(row.id)).trashedAt).toEqual(trashed.trashedAt)
  await setTrashed(book.id, null)
  await refreshRows(row.id)
  expect(await readRow(row.id)).toMatchObject({ trashedAt: null, bookCount: 1 })
})

test('does not trash a series without a folder', async () => {
  const row = await seedSeries(server, library, { metadata: { path: null } })
  await refreshRows(row.id)
  expect((await readRow(row.id)).trashedAt).toBeNull()
})

test('keeps updatedAt when nothing changed', async () => {
  const row = await seedSeries(server, library)
  await seedBook(server, row, { volume: 1 })
  await refreshRows(row.id)
  const before = (await readRow(row.id)).updatedAt
  await Bun.sleep(2)
  await refreshRows(row.id)
  expect((await readRow(row.id)).updatedAt).toEqual(before)
  await seedBook(server, row, { volume: 2 })
  await refreshRows(row.id)
  expect((await readRow(row.id)).updatedAt.getTime()).toBeGreaterThan(before.getTime())
})
