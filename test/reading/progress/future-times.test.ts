/** Times of reading after the clock of the machine was a year ahead for a while. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { refreshSeriesCounters } from '../../../src/catalog/series/scanned/series-counters'
import { correctFutureTimes } from '../../../src/reading/progress/adjustments/future-times'
import {
  bookCompletions,
  bookProgress,
  seriesCompletions,
  seriesProgress,
} from '../../../src/reading/progress/schema'
import { type SeededBook, seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const dayMs = 86_400_000
const ahead = new Date(Date.now() + 365 * dayMs)

/** Adds a series of two books. Ann has read one of them a year ahead, and the other one today. */
async function addReadings() {
  const library = await seedLibrary(server)
  const series = await seedSeries(server, library)
  const [book, today] = [await seedBook(server, series), await seedBook(server, series)]
  await server.ctx.write((tx) => refreshSeriesCounters(tx, [series.id]))
  for (const { id } of [book, today]) await server.call('POST', `/books/${id}/read`, { as: 'ann' })
  await server.ctx.write((tx) => setTimes(tx, book, series.id))
  return { book, today, series }
}

async function setTimes(
  tx: Parameters<Parameters<TestServer['ctx']['write']>[0]>[0],
  { id }: SeededBook,
  seriesId: string,
) {
  const times = { startedAt: ahead, completedAt: ahead }
  await tx.update(bookCompletions).set(times).where(eq(bookCompletions.bookId, id))
  const state = { startedAt: ahead, lastCompletedAt: ahead, positionAt: ahead, updatedAt: ahead }
  await tx.update(bookProgress).set(state).where(eq(bookProgress.bookId, id))
  const ofSeries = eq(seriesProgress.seriesId, seriesId)
  await tx.update(seriesProgress).set({ lastReadAt: ahead, lastCompletedAt: ahead }).where(ofSeries)
  const whole = eq(seriesCompletions.seriesId, seriesId)
  await tx.update(seriesCompletions).set({ completedAt: ahead }).where(whole)
}

const getHistory = async (path: string) =>
  (await server.call('GET', `/${path}/read-history`, { as: 'ann' })).body

test('E11: dates in the future become now at the next start, and every completion stays', async () => {
  const { book, today, series } = await addReadings()
  const before = await getHistory(`books/${today.id}`)
  expect(new Date((await getHistory(`books/${book.id}`)).lastCompletedAt)).toEqual(ahead)

  await correctFutureTimes(server.ctx)

  for (const path of [`books/${book.id}`, `series/${series.id}`]) {
    const { readCount, lastCompletedAt, entries } = await getHistory(path)
    expect(readCount).toBe(1)
    expect(entries).toHaveLength(1)
    for (const at of [lastCompletedAt, entries[0].completedAt, entries[0].startedAt]) {
      expect(Math.abs(new Date(at).getTime() - Date.now())).toBeLessThan(dayMs)
    }
  }
  expect(await getHistory(`books/${today.id}`)).toEqual(before)
  const list = await server.call('GET', '/progress', { as: 'ann' })
  for (const { updatedAt } of list.body.data) {
    expect(new Date(updatedAt).getTime()).toBeLessThan(Date.now() + dayMs)
  }
})

test('E11: a clock that is behind changes nothing', async () => {
  const { book } = await addReadings()
  const before = await getHistory(`books/${book.id}`)
  await correctFutureTimes({
    ...server.ctx,
    clock: { ...server.ctx.clock, now: () => new Date('2024-02-03T00:00:00Z') },
  })
  expect(await getHistory(`books/${book.id}`)).toEqual(before)
})

test('E11: an app that sends the time of its position moves it after the clock was corrected', async () => {
  const { book } = await addReadings()
  await server.call('PUT', `/books/${book.id}/progress`, {
    as: 'ann',
    body: { currentPage: 2, happenedAt: new Date(Date.now() - 1000).toISOString() },
  })
  const { body } = await server.call('GET', `/books/${book.id}/progress`, { as: 'ann' })
  expect(body.currentPage).toBe(2)
})

test.each(['cbz', 'pdf', 'epub'])(
  'P10: a position of %s that is dated ahead is taken, and a later one wins',
  async (format) => {
    const series = await seedSeries(server, await seedLibrary(server))
    const { id } = await seedBook(server, series, { format })
    const path = `/books/${id}/progress`
    const put = (body: object) => server.call('PUT', path, { as: 'ann', body })
    const happenedAt = new Date(Date.now() + 400 * dayMs).toISOString()
    expect((await put({ currentPage: 9, happenedAt })).status).toBe(200)
    expect((await server.call('GET', path, { as: 'ann' })).body.currentPage).toBe(9)
    expect((await put({ currentPage: 4 })).status).toBe(200)
    const { body } = await server.call('GET', path, { as: 'ann' })
    expect(body.currentPage).toBe(4)
    expect(new Date(body.updatedAt).getTime()).toBeLessThan(Date.now() + dayMs)
  },
)
