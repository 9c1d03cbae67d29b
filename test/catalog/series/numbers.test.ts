import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { buildSpans } from '../../../src/catalog/series/gaps/numbers'
import { splitIntoSlices } from '../../../src/platform/lib/slices'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, type SeededLibrary, seedSeries } from '../../support/seed'

let server: TestServer
let library: SeededLibrary
beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
})
afterAll(() => server.close())

const getNumbers = async (id: string, as = 'ann') => {
  const { status, body } = await server.call('GET', `/series/${id}/numbers`, { as })
  expect([status, body.message]).toEqual([200, undefined])
  return body
}

test('returns the state of each volume for the viewer, including missing and unreleased ones', async () => {
  const series = await seedSeries(server, library, { totalVolumeCount: 8 })
  const [one, two] = [
    await seedBook(server, series, { volume: 1 }),
    await seedBook(server, series, { volume: 2 }),
  ]
  for (const volume of [3, 4, 6]) await seedBook(server, series, { volume })
  await seedBook(server, series, { volume: 5, trashedAt: new Date() })
  await server.call('POST', `/books/${one.id}/read`, { as: 'ann' })
  const body = { currentPage: 3 }
  await server.call('PUT', `/books/${two.id}/progress`, { as: 'ann', body })
  expect(await getNumbers(series.id)).toEqual({
    seriesId: series.id,
    volumes: [
      { from: 1, to: 1, state: 'read' },
      { from: 2, to: 2, state: 'in_progress' },
      { from: 3, to: 4, state: 'unread' },
      { from: 5, to: 5, state: 'missing' },
      { from: 6, to: 6, state: 'unread' },
      { from: 7, to: 8, state: 'ahead' },
    ],
    chapters: [],
    isWhole: true,
  })
  const { volumes } = await getNumbers(series.id, 'max')
  expect(volumes[0]).toEqual({ from: 1, to: 4, state: 'unread' })
})

test('counts chapters from the first outside of volumes, and includes halves', async () => {
  const series = await seedSeries(server, library)
  for (const chapter of [30, 31.5, 34]) await seedBook(server, series, { chapter })
  await seedBook(server, series, { volume: 1, chapter: 9 })
  expect((await getNumbers(series.id)).chapters).toEqual([
    { from: 30, to: 31, state: 'unread' },
    { from: 32, to: 33, state: 'missing' },
    { from: 34, to: 34, state: 'unread' },
  ])
})

test('ignores years, dates and implausible totals', async () => {
  const series = await seedSeries(server, library, { totalVolumeCount: 2_000_000 })
  await seedBook(server, series, { chapter: 20_240_101 })
  await seedBook(server, series, { volume: 2 })
  expect(await getNumbers(series.id)).toMatchObject({
    volumes: [
      { from: 1, to: 1, state: 'missing' },
      { from: 2, to: 2, state: 'unread' },
    ],
    chapters: [],
  })
})

test('returns spans of one for alternating numbers, and none without numbers', async () => {
  const odd = new Map(Array.from({ length: 1_500 }, (_, n) => [n * 2 + 1, 'unread' as const]))
  expect(buildSpans(odd, { first: 1, total: 0 })).toHaveLength(2_999)
  expect(buildSpans(new Map(), { first: 1, total: 40 })).toEqual([])
})

test('tells when there are more than a thousand spans, which are cut', async () => {
  const list = async (count: number) => {
    const series = await seedSeries(server, library)
    const first = await seedBook(server, series, { chapter: 1 })
    const [row] = await server.ctx.db.select().from(books).where(eq(books.id, first.id))
    const { n: _, ...values } = row!
    const others = Array.from({ length: count - 1 }, (_one, place) => {
      const chapter = 2 * place + 3
      return { ...values, id: Bun.randomUUIDv7(), relativePath: `${chapter} ${first.id}`, chapter }
    })
    for (const slice of splitIntoSlices(others, 200)) {
      await server.ctx.write((tx) => tx.insert(books).values(slice))
    }
    const { chapters, isWhole } = await getNumbers(series.id)
    return [chapters.length, isWhole]
  }
  // As many gaps as books, less one.
  expect([await list(500), await list(501)]).toEqual([
    [999, true],
    [1000, false],
  ])
})

test('ranges of numbers end where they can still be counted', async () => {
  const series = await seedSeries(server, library)
  await seedBook(server, series, { volume: 500 })
  await seedBook(server, series, { chapter: 5000 })
  expect(await getNumbers(series.id)).toMatchObject({
    volumes: [{ to: 499 }, { from: 500, to: 500 }],
    chapters: [{ from: 5000, to: 5000 }],
  })
  await seedBook(server, series, { volume: 501 })
  await seedBook(server, series, { chapter: 5001 })
  expect(await getNumbers(series.id)).toMatchObject({ volumes: [], chapters: [] })
})

test('returns 404 for an invisible series', async () => {
  const nowhere = '0196f6a0-0000-7000-8000-000000000000'
  const { status } = await server.call('GET', `/series/${nowhere}/numbers`, { as: 'ann' })
  expect(status).toBe(404)
})
