import { afterAll, beforeAll, expect, test } from 'bun:test'
import { books } from '../../../src/catalog/books/schema'
import { findGaps } from '../../../src/catalog/series/gaps/missing-numbers'
import { type TestServer, startTestServer } from '../../support/server'
import { numberOf, seedBook, seedLibrary, type SeededLibrary, seedSeries } from '../../support/seed'

let server: TestServer
let library: SeededLibrary
beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
})
afterAll(() => server.close())

type Numbers = Partial<typeof books.$inferInsert>

async function getMissing(numbers: readonly Numbers[]) {
  const series = await seedSeries(server, library)
  for (const values of numbers) await seedBook(server, series, values)
  const { status, body } = await server.call('GET', `/series/${series.id}/missing`, { as: 'ann' })
  expect([status, body.seriesId]).toEqual([200, series.id])
  return body
}

test.each([
  [[1, 2, 3], []],
  [[3], [{ from: 1, to: 2 }]],
  [
    [1, 4, 4, 6],
    [
      { from: 2, to: 3 },
      { from: 5, to: 5 },
    ],
  ],
  [[], []],
])('the gaps in %j are %j', (numbers, gaps) => {
  expect(findGaps(numbers, 1)).toEqual(gaps)
})

test('lists missing volumes from the first on, and missing chapters outside of volumes', async () => {
  const found = await getMissing([
    { volume: 1 },
    { volume: 3, chapter: 9 },
    { chapter: 30 },
    { chapter: 31.5 },
    { chapter: 34 },
    { volume: 2, trashedAt: new Date() },
  ])
  expect(found).toMatchObject({
    volumes: [{ from: 2, to: 2 }],
    volumeCount: 1,
    chapters: [{ from: 32, to: 33 }],
    chapterCount: 2,
  })
})

test('ignores years and dates as numbers', async () => {
  const found = await getMissing([{ volume: 1999 }, { volume: 2004 }, { chapter: 20_240_101 }])
  expect(found).toMatchObject({ volumeCount: 0, chapterCount: 0, volumes: [], chapters: [] })
})

test('limits the list for a series of any length', async () => {
  const series = await seedSeries(server, library)
  const numbers = Array.from({ length: 2_000 }, (_, place) => place * 2 + 1)
  await server.ctx.write(async (tx) => {
    for (let from = 0; from < numbers.length; from += 500) {
      await tx.insert(books).values(
        numbers.slice(from, from + 500).map((chapter) => ({
          seriesId: series.id,
          libraryId: library.id,
          rootId: library.rootId,
          relativePath: `${series.id}/${chapter}.cbz`,
          title: `${chapter}`,
          sortKey: `${chapter}`,
          chapter,
          ...numberOf({ chapter }),
          size: 1,
          modifiedAtMs: 1,
        })),
      )
    }
  })
  const { body } = await server.call('GET', `/series/${series.id}/missing`, { as: 'ann' })
  expect(body.chapters).toHaveLength(100)
  expect(body.chapterCount).toBe(1_999)
}, 60_000)

test('returns 404 for an invisible series', async () => {
  const missing = '0196f6a0-0000-7000-8000-000000000000'
  const { status } = await server.call('GET', `/series/${missing}/missing`, { as: 'ann' })
  expect(status).toBe(404)
})
