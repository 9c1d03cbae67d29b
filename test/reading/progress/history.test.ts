/** The timeline of reading events: paging, privacy, returning to a position, and exact removals. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { bookCompletions, bookProgress, readingEvents } from '../../../src/reading/progress/schema'
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
  const as = `history${++readers}`
  await server.addUser(as, 'reader')
  const call = (method: string, path: string, body?: object) =>
    server.call(method, path, { as, ...(body && { body }) })
  return { as, call }
}

type Call = Awaited<ReturnType<typeof addReader>>['call']
const minute = 60_000
const begin = Date.parse('2026-03-01T10:00:00Z')
const at = (minutes: number) => new Date(begin + minutes * minute).toISOString()

const readTo = (
  call: Call,
  bookId: string,
  currentPage: number,
  minutes: number,
  device?: string,
) =>
  call('PUT', `/books/${bookId}/progress`, {
    currentPage,
    happenedAt: at(minutes),
    ...(device && { device }),
  })

test('lists every event, newest first, in pages that neither repeat nor skip', async () => {
  const { call } = await addReader()
  const series = await seedSeries(server, library, { title: 'Timed' })
  const book = await seedBook(server, series, { title: 'Timed book', pageCount: 20 })
  for (let page = 1; page <= 9; page++)
    await readTo(call, book.id, page, Math.ceil(page / 2), 'Kobo')
  await call('POST', `/books/${book.id}/read`)
  const seen: { page: number; id: string; kind: string }[] = []
  for (let before: string | null = ''; before !== null;) {
    const path = `/user/read-history?limit=4${before && `&before=${before}`}`
    const { body } = await call('GET', path)
    seen.push(...body.entries)
    before = body.next
  }
  expect(seen.map(({ kind }) => kind)).toEqual([
    'completed',
    ...Array.from({ length: 9 }, () => 'position'),
  ])
  expect(new Set(seen.map(({ id }) => id)).size).toBe(10)
  expect(seen[1]).toMatchObject({
    page: 9,
    bookTitle: 'Timed book',
    seriesName: 'Timed',
    deviceName: 'Kobo',
    pass: 1,
  })
  const of = async (query: string) =>
    (await call('GET', `/user/read-history?${query}`)).body.entries
  expect(await of('kind=completed')).toHaveLength(1)
  expect(await of(`bookId=${book.id}&limit=200`)).toHaveLength(10)
  expect(await of(`seriesId=${series.id}`)).toHaveLength(10)
  expect(await of(`bookId=${series.id}`)).toHaveLength(0)
  for (const before of ['x', `1:${'y'.repeat(36)}`, '9999999999999999:x']) {
    expect((await call('GET', `/user/read-history?before=${before}`)).status).toBe(400)
  }
})

test('the history of others and of hidden libraries is not there', async () => {
  const { as, call } = await addReader()
  const [away, other] = [await seedLibrary(server), await seedLibrary(server)]
  const book = await seedBook(server, await seedSeries(server, away), { pageCount: 20 })
  await readTo(call, book.id, 20, 1)
  const { entries } = (await call('GET', '/user/read-history')).body
  const eventId = entries[0].id
  const stranger = await addReader()
  expect((await stranger.call('GET', '/user/read-history')).body.entries).toEqual([])
  await server.call('PUT', `/users/${server.getUserId(as)}/libraries`, {
    as: 'ada',
    body: { libraryIds: [other.id] },
  })
  expect((await call('GET', '/user/read-history')).body.entries).toEqual([])
  for (const each of [call, stranger.call]) {
    const path = `/user/read-history/${eventId}`
    expect((await each('POST', `${path}/return`)).status).toBe(404)
    expect((await each('DELETE', path)).status).toBe(404)
  }
})

test('returns to an earlier position, also backwards, and not to a reset', async () => {
  const { call } = await addReader()
  const book = await seedBook(server, await seedSeries(server, library), { pageCount: 20 })
  await readTo(call, book.id, 5, 1)
  await readTo(call, book.id, 15, 2)
  const { entries } = (await call('GET', '/user/read-history')).body
  const earlier = entries.find(({ page }: { page: number }) => page === 5)
  const { status, body } = await call('POST', `/user/read-history/${earlier.id}/return`)
  expect([status, body.currentPage]).toEqual([200, 5])
  expect((await call('GET', '/user/read-history')).body.entries).toHaveLength(3)
  await call('POST', `/books/${book.id}/unread`)
  const [reset] = (await call('GET', '/user/read-history?kind=unread')).body.entries
  expect((await call('POST', `/user/read-history/${reset.id}/return`)).status).toBe(409)
})

async function readTwice(call: Call) {
  const series = await seedSeries(server, library)
  const books = [await seedBook(server, series), await seedBook(server, series)]
  for (const pass of [0, 1]) {
    for (const [i, { id }] of books.entries()) {
      await readTo(call, id, 1, pass * 100 + i * 10)
      await readTo(call, id, 20, pass * 100 + i * 10 + 5)
    }
  }
  return { series, books }
}

test('removing a completion counts book and series again and keeps the position', async () => {
  const { as, call } = await addReader()
  const { series, books } = await readTwice(call)
  const bookPath = `/books/${books[0]!.id}`
  const getHistory = async (path: string) => (await call('GET', `${path}/read-history`)).body
  expect(await getHistory(`/series/${series.id}`)).toMatchObject({ readCount: 2 })
  const before = (await call('GET', `${bookPath}/progress`)).body
  const { entries } = await getHistory(bookPath)
  expect(entries.map(({ pass }: { pass: number }) => pass)).toEqual([2, 1])
  const path = `${bookPath}/read-history/${entries[0].id}`
  expect((await call('DELETE', path)).status).toBe(204)
  expect((await call('DELETE', path)).status).toBe(404)
  expect(await getHistory(bookPath)).toMatchObject({ readCount: 1, lastCompletedAt: at(5) })
  const ofSeries = await getHistory(`/series/${series.id}`)
  expect([ofSeries.readCount, ofSeries.entries.length]).toEqual([1, 1])
  const after = (await call('GET', `${bookPath}/progress`)).body
  expect(after).toMatchObject({ currentPage: before.currentPage, completed: true })
  await expectExactCounts(as)
  // Deleting the event also deletes the first completion.
  const events = (await call('GET', `/user/read-history?bookId=${books[0]!.id}`)).body.entries
  const first = events.find(({ kind }: { kind: string }) => kind === 'completed')
  expect((await call('DELETE', `/user/read-history/${first.id}`)).status).toBe(204)
  expect(await getHistory(bookPath)).toMatchObject({ readCount: 0, lastCompletedAt: null })
  expect(await getHistory(`/series/${series.id}`)).toMatchObject({ readCount: 0, entries: [] })
  await expectExactCounts(as)
  // Reading it again counts again.
  await readTo(call, books[0]!.id, 1, 300)
  await readTo(call, books[0]!.id, 20, 310)
  expect(await getHistory(bookPath)).toMatchObject({ readCount: 1 })
  await expectExactCounts(as)
})

test('clears the history of a book, of a series, and all of it', async () => {
  const { as, call } = await addReader()
  const [one, two, three] = [await readTwice(call), await readTwice(call), await readTwice(call)]
  const getCount = async (path: string) =>
    (await call('GET', `${path}/read-history`)).body.readCount
  const path = `/books/${one.books[0]!.id}`
  expect((await call('DELETE', `${path}/read-history`)).status).toBe(204)
  expect([await getCount(path), await getCount(`/series/${one.series.id}`)]).toEqual([0, 0])
  expect(await getCount(`/books/${one.books[1]!.id}`)).toBe(2)
  expect((await call('DELETE', `/series/${two.series.id}/read-history`)).status).toBe(204)
  expect(await getCount(`/series/${two.series.id}`)).toBe(0)
  expect(await getCount(`/books/${two.books[1]!.id}`)).toBe(0)
  expect(await getCount(`/series/${three.series.id}`)).toBe(2)
  await expectExactCounts(as)
  const stranger = await addReader()
  const other = await readTwice(stranger.call)
  expect((await call('DELETE', '/user/read-history')).status).toBe(204)
  expect(await getCount(`/series/${three.series.id}`)).toBe(0)
  expect((await call('GET', '/user/read-history')).body).toEqual({ entries: [], next: null })
  await expectExactCounts(as)
  const progress = (await call('GET', `/books/${three.books[0]!.id}/progress`)).body
  expect(progress).toMatchObject({ currentPage: 20, completed: true })
  const kept = await stranger.call('GET', `/series/${other.series.id}/read-history`)
  expect(kept.body.readCount).toBe(2)
})

/** Checks that the stored number of completions, and the time of the last, match the rows. */
async function expectExactCounts(as: string) {
  const userId = server.getUserId(as)
  const { db } = server.ctx
  const rows = await db.select().from(bookProgress).where(eq(bookProgress.userId, userId))
  const done = await db.select().from(bookCompletions).where(eq(bookCompletions.userId, userId))
  const events = await db.select().from(readingEvents).where(eq(readingEvents.userId, userId))
  for (const { bookId, completions, lastCompletedAt } of rows) {
    const own = done.filter((one) => one.bookId === bookId)
    const last = Math.max(0, ...own.map(({ completedAt }) => completedAt.getTime()))
    expect([completions, lastCompletedAt?.getTime() ?? 0]).toEqual([own.length, last])
    const recorded = events.filter((one) => one.bookId === bookId && one.kind === 'completed')
    expect(recorded).toHaveLength(own.length)
  }
}
