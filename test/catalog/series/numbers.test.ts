import { afterAll, beforeAll, expect, test } from 'bun:test'
import { buildSpans } from '../../../src/catalog/series/gaps/numbers'
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

test('returns 404 for an invisible series', async () => {
  const nowhere = '0196f6a0-0000-7000-8000-000000000000'
  const { status } = await server.call('GET', `/series/${nowhere}/numbers`, { as: 'ann' })
  expect(status).toBe(404)
})
