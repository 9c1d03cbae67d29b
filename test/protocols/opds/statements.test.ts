/** No feed runs one statement per row. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { refreshSeriesProgressAndSearch } from '../../../src/reading/progress/refresh-series-and-progress'
import {
  seedBook,
  type SeededLibrary,
  type SeededSeries,
  seedLibrary,
  seedSeries,
} from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { countStatements } from '../../support/statements'

let server: TestServer
let library: SeededLibrary
let series: SeededSeries
let counted: () => number

const few = 3
const many = 55

beforeAll(async () => {
  server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
  counted = countStatements(server.ctx)
  library = await seedLibrary(server)
  series = await seedSeries(server, library, { title: 'Series of books' })
  await grow(0, few)
  for (const feed of feeds) before.set(feed, await countStatementsOf(feed))
  await grow(few, many)
}, 60_000)
afterAll(() => server.close())

/** Adds books to a series, and other series with a started book. Adds both to want to read. */
async function grow(from: number, to: number) {
  const as = 'ada'
  for (let index = from; index < to; index++) {
    const metadata = { authors: [{ name: `Author ${index}`, role: 'writer' }], publisher: 'Salt' }
    const book = await seedBook(server, series, { title: `Book ${index}`, volume: index, metadata })
    const publisher = `Publisher ${index}`
    const other = await seedSeries(server, library, { title: `Series ${index}`, publisher })
    const first = await seedBook(server, other, { title: `First ${index}`, metadata })
    await server.call('PUT', `/books/${first.id}/progress`, { as, body: { currentPage: 3 } })
    const genres = [`Genre ${index}`]
    await server.call('PUT', `/series/${other.id}/genres`, { as, body: { genres } })
    for (const body of [{ bookId: book.id }, { seriesId: other.id }]) {
      await server.call('POST', '/want-to-read', { as, body })
    }
    await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [series.id, other.id]))
  }
}

const paths = [
  '',
  '/keep-reading',
  '/new-books',
  '/want-to-read?pageSize=200',
  '/series?pageSize=100',
  '/series?publisher=Publisher%201',
  '/series/:series?pageSize=100',
  '/genres?pageSize=100',
  '/publishers',
  '/libraries',
]
const feeds = [
  ...['/opds', '/opds/v2'].flatMap((root) => paths.map((path) => `${root}${path}`)),
  '/opds/search?q=book&pageSize=100',
  '/opds/v2/search?query=book&pageSize=100',
]
const before = new Map<string, number>()

async function request(feed: string) {
  const response = await server.fetch(feed.replace(':series', series.id), { as: 'ada' })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${feed}: ${text}`)
  return text
}

/** Counts statements with full caches. The minimum excludes saving the last use of a session. */
async function countStatementsOf(feed: string) {
  await request(feed)
  let least = Infinity
  for (let attempt = 0; attempt < 3; attempt++) {
    const start = counted()
    await request(feed)
    least = Math.min(least, counted() - start)
  }
  return least
}

test.each(feeds)('%s runs as many statements for many rows as for few', async (feed) => {
  expect(await countStatementsOf(feed)).toBeLessThanOrEqual(before.get(feed)!)
  if (!/v2$|opds$|libraries|publisher=/.test(feed)) {
    const items = (await request(feed)).match(/<entry>|"title":/g)
    expect(items!.length).toBeGreaterThanOrEqual(50)
  }
})
