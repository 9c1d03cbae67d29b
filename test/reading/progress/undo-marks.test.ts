/** J11: marking a series or a selection is undone exactly, once, by the same user. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { saveMark } from '../../../src/reading/progress/bulk/undo-marks'
import { readingMarks } from '../../../src/reading/progress/bulk/schema'
import {
  bookCompletions,
  bookProgress,
  readingEvents,
  seriesCompletions,
  seriesProgress,
} from '../../../src/reading/progress/schema'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, type SeededLibrary, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer
let library: SeededLibrary
let readers = 0

beforeAll(async () => {
  server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
  library = await seedLibrary(server)
})
afterAll(() => server.close())

async function addReader() {
  const as = `marks${++readers}`
  await server.addUser(as, 'reader')
  const userId = server.getUserId(as)!
  const call = (method: string, path: string, body?: object) =>
    server.call(method, path, { as, ...(body && { body }) })
  return { userId, call, undo: (id: string) => call('POST', `/progress/marks/${id}/undo`) }
}
type Reader = Awaited<ReturnType<typeof addReader>>

const minute = 60_000
const begin = Date.parse('2026-03-01T10:00:00Z')

const readTo = ({ call }: Reader, id: string, currentPage: number, minutes: number) =>
  call('PUT', `/books/${id}/progress`, {
    currentPage,
    happenedAt: new Date(begin + minutes * minute).toISOString(),
    device: 'Kobo',
  })

const titles = ['New', 'Begun', 'Twice', 'Again', 'Reset', 'Hidden'] as const

/** A series with a book in each state: new, begun, read twice, begun again, reset and hidden. */
async function seedRead(reader: Reader) {
  const series = await seedSeries(server, library)
  const ids = {} as Record<(typeof titles)[number], string>
  for (const title of titles) {
    ids[title] = (await seedBook(server, series, { title, pageCount: 20 })).id
  }
  await readTo(reader, ids.Begun, 7, 1)
  for (const pass of [0, 1]) {
    await readTo(reader, ids.Twice, 1, pass * 10 + 2)
    await readTo(reader, ids.Twice, 20, pass * 10 + 3)
  }
  await readTo(reader, ids.Again, 20, 30)
  await readTo(reader, ids.Again, 2, 31)
  await readTo(reader, ids.Reset, 20, 40)
  await reader.call('POST', `/books/${ids.Reset}/unread`)
  await readTo(reader, ids.Hidden, 5, 50)
  await reader.call('DELETE', `/books/${ids.Hidden}/continue-reading`)
  return { seriesId: series.id, ids, bookIds: Object.values(ids) }
}

/** All that the user has read, without the times at which counters were computed. */
async function snapshot({ userId }: Reader) {
  const { db } = server.ctx
  const of = { userId }
  const [progress, completions, events, ofSeries, passes] = await Promise.all([
    db
      .select()
      .from(bookProgress)
      .where(eq(bookProgress.userId, of.userId))
      .orderBy(asc(bookProgress.bookId)),
    db
      .select()
      .from(bookCompletions)
      .where(eq(bookCompletions.userId, of.userId))
      .orderBy(asc(bookCompletions.id)),
    db
      .select()
      .from(readingEvents)
      .where(eq(readingEvents.userId, of.userId))
      .orderBy(asc(readingEvents.id)),
    db
      .select()
      .from(seriesProgress)
      .where(eq(seriesProgress.userId, of.userId))
      .orderBy(asc(seriesProgress.seriesId)),
    db
      .select()
      .from(seriesCompletions)
      .where(eq(seriesCompletions.userId, of.userId))
      .orderBy(asc(seriesCompletions.id)),
  ])
  const counters = ofSeries.map(({ updatedAt: _, ...row }) => row)
  return { progress, completions, events, counters, passes }
}

for (const state of ['read', 'unread'] as const) {
  for (const way of ['series', 'many series', 'books'] as const) {
    test(`J11: undo after marking ${way} as ${state} restores every position and date`, async () => {
      const reader = await addReader()
      const { seriesId, bookIds } = await seedRead(reader)
      const before = await snapshot(reader)
      const { body } = await {
        series: () => reader.call('POST', `/series/${seriesId}/${state}`),
        'many series': () =>
          reader.call('POST', `/series/bulk/${state}`, { seriesIds: [seriesId] }),
        books: () => reader.call('POST', `/books/bulk/${state}`, { bookIds }),
      }[way]()
      expect(body.count).toBe(state === 'read' ? 5 : 4)
      expect(await snapshot(reader)).not.toEqual(before)
      const undone = await reader.undo(body.undoId)
      expect([undone.status, undone.body.count, undone.body.kept]).toEqual([200, body.count, 0])
      expect(await snapshot(reader)).toEqual(before)
    })
  }
}

test('J11: books that were read or marked since keep that, once only', async () => {
  const reader = await addReader()
  const { seriesId, ids } = await seedRead(reader)
  const { body } = await reader.call('POST', `/series/${seriesId}/read`)
  await reader.call('PUT', `/books/${ids.Begun}/progress`, { currentPage: 2 })
  await reader.call('POST', `/books/${ids.New}/unread`)
  const undone = await reader.undo(body.undoId)
  expect([undone.body.count, undone.body.kept]).toEqual([3, 2])
  expect((await reader.call('GET', `/books/${ids.Begun}/progress`)).body.currentPage).toBe(2)
  expect((await reader.call('GET', `/books/${ids.Again}/progress`)).body.currentPage).toBe(2)
  expect((await reader.undo(body.undoId)).status).toBe(404)
})

test('J11: a series that only two marks had completed is no longer completed', async () => {
  const reader = await addReader()
  const series = await seedSeries(server, library)
  const [one, two] = [await seedBook(server, series), await seedBook(server, series)]
  const first = await reader.call('POST', '/books/bulk/read', { bookIds: [one.id] })
  await reader.call('POST', '/books/bulk/read', { bookIds: [two.id] })
  expect((await snapshot(reader)).passes).toHaveLength(1)
  await reader.undo(first.body.undoId)
  const { passes, counters } = await snapshot(reader)
  expect([passes.length, counters[0]!.readCount, counters[0]!.booksRead]).toEqual([0, 0, 1])
})

test('J11: a mark of others, of nothing, of the past or of a cleared history is not undone', async () => {
  const reader = await addReader()
  const stranger = await addReader()
  const { seriesId } = await seedRead(reader)
  const mark = async (state: string) =>
    (await reader.call('POST', `/series/${seriesId}/${state}`)).body.undoId
  const undoId = await mark('read')
  expect((await stranger.undo(undoId)).status).toBe(404)
  expect((await reader.undo(Bun.randomUUIDv7())).status).toBe(404)
  expect(await mark('read')).toBeNull()
  const isMark = eq(readingMarks.markId, undoId)
  const createdAt = new Date(Date.now() - 3_700_000)
  await server.ctx.write((tx) => tx.update(readingMarks).set({ createdAt }).where(isMark))
  expect((await reader.undo(undoId)).status).toBe(404)
  const latest = await mark('unread')
  expect((await reader.call('DELETE', '/user/read-history')).status).toBeLessThan(300)
  expect((await reader.undo(latest)).status).toBe(404)
})

test('J11: only the newest marks are kept, and none of more than 10,000 books', async () => {
  const reader = await addReader()
  const book = await seedBook(server, await seedSeries(server, library), { pageCount: 20 })
  const undoIds: string[] = []
  for (let i = 0; i < 52; i++) {
    const path = `/books/bulk/${i % 2 === 0 ? 'read' : 'unread'}`
    undoIds.push((await reader.call('POST', path, { bookIds: [book.id] })).body.undoId)
  }
  expect((await reader.undo(undoIds[1]!)).status).toBe(404)
  expect((await reader.undo(undoIds[51]!)).body.count).toBe(1)
  const change = { bookId: book.id, pass: 1, kind: 'unread', storedAt: '', before: null } as const
  const save = (count: number) =>
    server.ctx.write((tx) =>
      saveMark(
        server.ctx,
        tx,
        { userId: reader.userId } as never,
        Array.from({ length: count }, () => change),
      ),
    )
  const earlier = (await reader.call('POST', '/books/bulk/unread', { bookIds: [book.id] })).body
  expect(await save(10_001)).toBeNull()
  expect((await reader.undo(earlier.undoId)).body.count).toBe(1)
  expect(await save(10_000)).toBeString()
})
