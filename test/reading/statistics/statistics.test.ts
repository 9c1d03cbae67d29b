import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books as bookTable } from '../../../src/catalog/books/schema'
import { genres, seriesGenres } from '../../../src/catalog/labels/schema'
import { people, seriesPeople } from '../../../src/catalog/series/schema'
import { insertEvents } from '../../../src/reading/progress/queries'
import { deriveAllSessions } from '../../../src/reading/statistics/sessions/update-sessions'
import { findCurrentStreak, findLongestStreak } from '../../../src/reading/statistics/streaks'
import { LocalDays } from '../../../src/reading/statistics/local-days'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, type SeededLibrary, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer
let library: SeededLibrary
let readers = 0

beforeAll(async () => {
  server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
  library = await seedLibrary(server, { name: 'Comics' })
})
afterAll(() => server.close())

async function addReader() {
  const as = `counted${++readers}`
  await server.addUser(as, 'reader')
  const call = (method: string, path: string, body?: object) =>
    server.call(method, path, { as, ...(body && { body }) })
  return { as, call }
}

const seedOne = async (pageCount = 40) =>
  seedBook(server, await seedSeries(server, library, { title: 'Counted' }), { pageCount })

const day = '2026-05-04'
const window = `from=${day}T00:00:00Z&to=2026-05-10T00:00:00Z`
const at = (time: string, date = day) => `${date}T${time}:00.000Z`

interface Period {
  bucket: string
  duration: { totalMs: number }
  pagesRead: number
}

const buildSession = (bookId: string, changes: object = {}) => ({
  id: Bun.randomUUIDv7(),
  bookId,
  deviceId: 'reader-1',
  deviceName: 'Reader One',
  kind: 'progress',
  clientStartedAt: at('10:00'),
  clientEndedAt: at('10:30'),
  activeDurationMs: 1_200_000,
  pagesRead: 12,
  toPage: 12,
  ...changes,
})

test('a session is stored once, moves the position, and replaces what was derived', async () => {
  const { call } = await addReader()
  const book = await seedOne()
  await call('PUT', `/books/${book.id}/progress`, { currentPage: 3, happenedAt: at('10:10') })
  const session = buildSession(book.id)
  const body = { sessions: [session] }
  const first = (await call('POST', '/reading-sessions', body)).body
  expect(first).toMatchObject({ accepted: [session.id], rejected: [] })
  expect(first.progress[0]).toMatchObject({ bookId: book.id, currentPage: 12 })
  const again = (await call('POST', '/reading-sessions', body)).body
  expect(again).toMatchObject({ accepted: [session.id], rejected: [], progress: [] })
  const { summary, devices, formats, libraries } = (await call('GET', `/reading-stats?${window}`))
    .body
  const figures = {
    duration: { measuredMs: 1_200_000, inferredMs: 0, totalMs: 1_200_000 },
    pagesRead: 12,
    sessions: 1,
    booksFinished: 0,
  }
  expect(summary).toMatchObject({ ...figures, books: 1, daysRead: 1, longestStreak: 1 })
  expect(devices).toMatchObject([{ deviceId: 'reader-1', deviceName: 'Reader One', ...figures }])
  expect(formats).toEqual([{ format: 'cbz', ...figures }])
  expect(libraries).toEqual([{ id: library.id, name: 'Comics', ...figures }])
  expect((await call('GET', '/reading-stats/coverage')).body).toEqual({
    firstReadAt: at('10:00'),
    lastReadAt: at('10:30'),
  })
})

describe('rejects alone', () => {
  test.each([
    ['another book', { bookId: Bun.randomUUIDv7() }, 'book_not_found'],
    ['an end before the start', { clientEndedAt: at('09:00') }, 'invalid_time_range'],
    ['more than a day', { clientStartedAt: at('10:00', '2026-05-02') }, 'invalid_time_range'],
    [
      'the future',
      { clientStartedAt: at('10:00', '2999-01-01'), clientEndedAt: at('10:30', '2999-01-01') },
      'invalid_time_range',
    ],
    ['a percentage above 1', { toPercentage: 1.5 }, 'invalid_percentage'],
    ['negative pages', { pagesRead: -1 }, 'invalid_measurement'],
    ['half a page', { toPage: 1.5 }, 'invalid_measurement'],
    ['a negative duration', { activeDurationMs: -5 }, 'invalid_measurement'],
  ])('%s', async (_, changes, reason) => {
    const { call } = await addReader()
    const book = await seedOne()
    const [bad, good] = [buildSession(book.id, changes), buildSession(book.id)]
    const { body } = await call('POST', '/reading-sessions', { sessions: [bad, good, good] })
    expect(body.accepted).toEqual([good.id])
    expect(body.rejected).toEqual([
      { id: bad.id, reason },
      { id: good.id, reason: 'duplicate_in_batch' },
    ])
  })
})

test('a completed session finishes the book, a reset makes it unread', async () => {
  const { call } = await addReader()
  const book = await seedOne()
  const send = (changes: object) =>
    call('POST', '/reading-sessions', { sessions: [buildSession(book.id, changes)] })
  await send({ kind: 'completed', toPage: null, toPercentage: null })
  expect((await call('GET', `/books/${book.id}/read-history`)).body.readCount).toBe(1)
  const { summary } = (await call('GET', `/reading-stats?${window}`)).body
  expect(summary).toMatchObject({ booksFinished: 1, seriesFinished: 1 })
  await send({ kind: 'reset', clientStartedAt: at('11:00'), clientEndedAt: at('11:01') })
  expect((await call('GET', `/books/${book.id}/progress`)).status).toBe(204)
})

test('marking as read counts as finished, but neither as pages nor as time', async () => {
  const { call } = await addReader()
  const book = await seedOne()
  await call('POST', `/books/${book.id}/read`)
  const { summary } = (await call('GET', '/reading-stats')).body
  expect(summary).toMatchObject({ booksFinished: 1, pagesRead: 0, sessions: 0, daysRead: 0 })
})

test('J25: the longest finished book of the span, without hidden ones', async () => {
  const { call } = await addReader()
  const [short, long, unread] = [await seedOne(20), await seedOne(300), await seedOne(900)]
  const getLongest = async (span = '') =>
    (await call('GET', `/reading-stats?${span}`)).body.longestBook
  expect(await getLongest()).toBeNull()
  for (const { id } of [short, long]) await call('POST', `/books/${id}/read`)
  await call('PUT', `/books/${unread.id}/progress`, { currentPage: 3 })
  const expected = { bookId: long.id, seriesName: 'Counted', fileFormat: 'cbz', pageCount: 300 }
  expect(await getLongest()).toMatchObject(expected)
  expect(await getLongest('from=2020-01-01T00:00:00Z&to=2020-12-31T00:00:00Z')).toBeNull()
  await server.ctx.write((tx) =>
    tx.update(bookTable).set({ trashedAt: new Date() }).where(eq(bookTable.id, long.id)),
  )
  expect(await getLongest()).toMatchObject({ bookId: short.id, pageCount: 20 })
})

test('time beyond midnight is split, in the time zone of the reader', async () => {
  const { call } = await addReader()
  const book = await seedOne()
  for (const [page, time] of ['21:58', '22:00', '22:03'].entries()) {
    await call('PUT', `/books/${book.id}/progress`, { currentPage: page + 1, happenedAt: at(time) })
  }
  const list = async (zone: string, granularity = 'day') =>
    (
      await call('GET', `/reading-stats?${window}&timeZone=${zone}&granularity=${granularity}`)
    ).body.periods.map((period: Period) => [
      period.bucket,
      period.duration.totalMs / 60_000,
      period.pagesRead,
    ])
  expect(await list('UTC')).toEqual([[day, 5, 3]])
  expect(await list('Europe/Berlin')).toEqual([
    [day, 2, 3],
    ['2026-05-05', 3, 0],
  ])
  expect(await list('Europe/Berlin', 'week')).toEqual([['2026-05-04', 5, 3]])
  expect(await list('UTC', 'month')).toEqual([['2026-05-01', 5, 3]])
})

test('groups by genre and author, and sorts as asked', async () => {
  const { call } = await addReader()
  const books = [await seedOne(), await seedOne()]
  const [genreId, personId] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()]
  const name = `Genre ${genreId}`
  await server.ctx.write(async (tx) => {
    await tx.insert(genres).values({ id: genreId, name, nameKey: name.toLowerCase() })
    await tx.insert(people).values({ id: personId, name, nameKey: name.toLowerCase() })
    for (const { seriesId } of books) {
      await tx.insert(seriesGenres).values({ seriesId, labelId: genreId, name })
    }
    const credit = { seriesId: books[0]!.seriesId, personId, ofSeries: true }
    await tx.insert(seriesPeople).values([
      { ...credit, role: 'writer' },
      { ...credit, role: 'author' },
    ])
  })
  const sessions = [
    buildSession(books[0]!.id, { pagesRead: 5 }),
    buildSession(books[1]!.id, { pagesRead: 9, activeDurationMs: 60_000 }),
  ]
  await call('POST', '/reading-sessions', { sessions })
  const { body } = await call('GET', `/reading-stats?${window}`)
  // Both sessions are at the same time, so the time counts once.
  expect(body.genres).toMatchObject([{ id: genreId, name, pagesRead: 14, sessions: 2 }])
  expect(body.genres[0].duration.totalMs).toBe(1_200_000)
  expect(body.authors).toMatchObject([{ id: personId, name, pagesRead: 5, sessions: 1 }])
  const list = async (query: string) =>
    (await call('GET', `/reading-stats?${window}&${query}`)).body.series.map(
      ({ seriesId }: { seriesId: string }) => seriesId,
    )
  const [one, two] = books.map(({ seriesId }) => seriesId)
  expect(await list('sort=time')).toEqual([one, two])
  expect(await list('sort=pages')).toEqual([two, one])
  expect(await list('sort=pages&seriesLimit=1')).toEqual([two])
})

test('what the viewer may not see is not counted, and nobody sees the reading of others', async () => {
  const { as, call } = await addReader()
  const [away, other] = [await seedLibrary(server), await seedLibrary(server)]
  const book = await seedBook(server, await seedSeries(server, away), { pageCount: 40 })
  await call('POST', '/reading-sessions', {
    sessions: [buildSession(book.id, { kind: 'completed' })],
  })
  const stranger = await addReader()
  expect((await stranger.call('GET', `/reading-stats?${window}`)).body.summary.sessions).toBe(0)
  const body = { libraryIds: [other.id] }
  await server.call('PUT', `/users/${server.getUserId(as)}/libraries`, { as: 'ada', body })
  const stats = (await call('GET', `/reading-stats?${window}`)).body
  expect(stats.summary).toMatchObject({ sessions: 0, booksFinished: 0, seriesFinished: 0 })
  expect(JSON.stringify(stats)).not.toContain(away.id)
  expect((await call('GET', '/reading-stats/coverage')).body.firstReadAt).toBeNull()
  const rejected = await call('POST', '/reading-sessions', { sessions: [buildSession(book.id)] })
  expect(rejected.body.rejected).toMatchObject([{ reason: 'book_not_found' }])
  expect((await call('GET', '/reading-stats/server')).status).toBe(403)
  const sums = (await server.call('GET', `/reading-stats/server?${window}`, { as: 'ada' })).body
  expect(Object.keys(sums).toSorted()).toEqual([
    'booksFinished',
    'duration',
    'from',
    'pagesRead',
    'readers',
    'sessions',
    'to',
  ])
  expect(sums.readers).toBeGreaterThan(0)
})

test.each([
  ['over two weeks', 60_000, (20_500 - 29) * 60_000],
  ['in one session', 1_000, 20_499_000],
  ['in the same moment', 0, 0],
])('more events %s than one transaction handles are all counted', async (_, stepMs, totalMs) => {
  const { as, call } = await addReader()
  const book = await seedOne()
  const owner = { userId: server.getUserId(as), bookId: book.id }
  const first = Date.parse(`${day}T00:00:00Z`)
  const kind = { pass: 1, kind: 'position', origin: 'explicit', page: 5, device: 'd' } as const
  const events = Array.from({ length: 20_500 }, (_event, i) => ({
    ...owner,
    ...kind,
    happenedAt: new Date(first + i * stepMs),
  }))
  await server.ctx.write((tx) => insertEvents(tx, events))
  const read = async () =>
    (await call('GET', '/reading-stats?from=2026-05-04T00:00:00Z&to=2026-06-01T00:00:00Z')).body
  const early = await read()
  if (early.isComplete) expect(early.summary.duration.totalMs).toBe(totalMs)
  await deriveAllSessions(server.ctx, owner.userId, new AbortController().signal)
  const { isComplete, summary } = await read()
  expect([isComplete, summary.duration.totalMs]).toEqual([true, totalMs])
})

test('streaks, speed and time left of the books in progress', async () => {
  const { call } = await addReader()
  const book = await seedOne(40)
  const dayMs = 24 * 3_600_000
  const midnightMs = Math.floor(Date.now() / dayMs) * dayMs
  const sessions = [1, 2, 3].map((daysAgo) => {
    // At noon: right after midnight, a session that ends now began on the day before.
    const endMs = midnightMs - daysAgo * dayMs + dayMs / 2
    return buildSession(book.id, {
      clientStartedAt: new Date(endMs - 1_800_000).toISOString(),
      clientEndedAt: new Date(endMs).toISOString(),
      activeDurationMs: 1_200_000,
      pagesRead: 10,
      toPage: 10,
    })
  })
  await call('POST', '/reading-sessions', { sessions })
  const { body } = await call('GET', '/reading-stats/pace')
  expect(body).toMatchObject({ currentStreak: 3, longestStreak: 3, pagesPerHour: 30 })
  expect(body.books).toMatchObject([
    { bookId: book.id, fileFormat: 'cbz', pagesLeft: 30, minutesLeft: 60 },
  ])
})

test.each([
  'timeZone=Nowhere/Land',
  'from=2026-05-04T00:00:00Z&to=2026-05-03T00:00:00Z',
  'from=1980-01-01T00:00:00Z&to=2026-05-03T00:00:00Z',
  'seriesLimit=51',
  'sort=size',
])('refuses %s', async (query) => {
  expect((await server.call('GET', `/reading-stats?${query}`, { as: 'ann' })).status).toBe(400)
})

test.each([
  [[], 10, 0, 0],
  [[10], 10, 1, 1],
  [[9], 10, 1, 1],
  [[8], 10, 0, 1],
  [[1, 2, 3, 7, 9, 10], 10, 2, 3],
  [[7, 8, 9], 10, 3, 3],
])('streaks of %p on day %i', (days, today, current, longest) => {
  expect([findCurrentStreak(days, today), findLongestStreak(days)]).toEqual([current, longest])
})

test('local days follow the clock changes of a zone', () => {
  const span = { fromMs: Date.parse('2026-01-01'), toMs: Date.parse('2027-01-01') }
  const days = new LocalDays('Europe/Berlin', span)
  const numberOf = (text: string) => Date.parse(text) / (24 * 3_600_000)
  expect(days.dayOf(Date.parse('2026-03-28T22:59:00Z'))).toBe(numberOf('2026-03-28'))
  expect(days.dayOf(Date.parse('2026-03-28T23:00:00Z'))).toBe(numberOf('2026-03-29'))
  expect(days.dayOf(Date.parse('2026-03-29T22:00:00Z'))).toBe(numberOf('2026-03-30'))
})
