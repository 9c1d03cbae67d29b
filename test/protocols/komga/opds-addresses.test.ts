/** Addresses of Komga's OPDS feeds that apps have stored: each leads to what Quire has instead. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { refreshSeriesProgressAndSearch } from '../../../src/reading/progress/refresh-series-and-progress'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
const ids: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server)
  const anchor = await seedSeries(server, library, { title: 'Anchor' })
  const book = await seedBook(server, anchor, { title: 'Anchor 1', volume: 1, pageCount: 20 })
  await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [anchor.id]))
  const make = async (path: string) =>
    (await server.call('POST', path, { as: 'ada', body: { name: 'L', sharing: 'everyone' } })).body
  const collection = await make('/collections')
  const list = await make('/readlists')
  const add = (path: string, body: object) => server.call('POST', path, { as: 'ada', body })
  await add(`/collections/${collection.id}/series`, { seriesIds: [anchor.id] })
  await add(`/readlists/${list.id}/books`, { bookIds: [book.id] })
  Object.assign(ids, {
    LIBRARY: library.id,
    SERIES: anchor.id,
    BOOK: book.id,
    COLLECTION: collection.id,
    LIST: list.id,
  })
})
afterAll(() => server.close())

const fill = (path: string) => path.replaceAll(/[A-Z]{4,}/g, (name) => ids[name] ?? name)

test.each([
  ['v1.2', '/opds'],
  ['v1.2/catalog', '/opds'],
  ['v1.2/search', '/opds/search.xml'],
  ['v1.2/ondeck', '/opds/on-deck'],
  ['v1.2/on-deck', '/opds/on-deck'],
  ['v1.2/keep-reading', '/opds/keep-reading'],
  ['v1.2/series', '/opds/series'],
  ['v1.2/series?page=1&size=2000', '/opds/series?page=2&pageSize=500'],
  ['v1.2/series?search=Anch%20or&page=0', '/opds/search?q=Anch+or&page=1'],
  ['v1.2/series?search=', '/opds/series'],
  ['v1.2/series?publisher=Ink%20%26%20Co', '/opds/series?publisher=Ink+%26+Co'],
  ['v1.2/series?unpaged=true&sort=x', '/opds/series'],
  ['v1.2/series/latest', '/opds/series?order=added'],
  ['v1.2/series/SERIES', '/opds/series/SERIES'],
  ['v1.2/books/latest?page=0', '/opds/new-books?page=1'],
  ['v1.2/libraries', '/opds/libraries'],
  ['v1.2/libraries/LIBRARY', '/opds/series?libraryId=LIBRARY'],
  ['v1.2/collections', '/opds/collections'],
  ['v1.2/collections/COLLECTION', '/opds/collections/COLLECTION'],
  ['v1.2/readlists', '/opds/reading-lists'],
  ['v1.2/readlists/LIST', '/opds/reading-lists/LIST'],
  ['v1.2/publishers', '/opds/publishers'],
  ['v1.2/books/BOOK/thumbnail', '/komga/api/v1/books/BOOK/thumbnail'],
  ['v1.2/books/BOOK/thumbnail/small', '/komga/api/v1/books/BOOK/thumbnail'],
  ['v2', '/opds/v2'],
  ['v2/catalog', '/opds/v2'],
  ['v2/auth', '/opds/v2/authentication'],
  ['v2/search?query=anchor', '/opds/v2/search?query=anchor'],
  ['v2/on-deck', '/opds/v2/on-deck'],
  ['v2/books/latest', '/opds/v2/new-books'],
  ['v2/series/latest', '/opds/v2/series?order=added'],
  ['v2/series/updated', '/opds/v2/series?order=updated'],
  ['v2/series/SERIES', '/opds/v2/series/SERIES'],
  ['v2/libraries/LIBRARY', '/opds/v2/series?libraryId=LIBRARY'],
  ['v2/libraries/LIBRARY/browse', '/opds/v2/series?libraryId=LIBRARY'],
  ['v2/libraries/LIBRARY/keep-reading', '/opds/v2/keep-reading'],
  ['v2/libraries/LIBRARY/on-deck', '/opds/v2/on-deck'],
  ['v2/libraries/LIBRARY/books/latest', '/opds/v2/new-books'],
  ['v2/libraries/LIBRARY/series/latest', '/opds/v2/series?order=added&libraryId=LIBRARY'],
  ['v2/libraries/LIBRARY/series/updated', '/opds/v2/series?order=updated&libraryId=LIBRARY'],
  ['v2/libraries/LIBRARY/collections', '/opds/v2/collections'],
  ['v2/libraries/LIBRARY/readlists', '/opds/v2/reading-lists'],
  ['v2/libraries/LIBRARY/publishers', '/opds/v2/publishers'],
  ['v2/readlists', '/opds/v2/reading-lists'],
  ['v2/readlists/LIST', '/opds/v2/reading-lists/LIST'],
  ['v2/collections/COLLECTION', '/opds/v2/collections/COLLECTION'],
])('P4: %s of Komga leads to %s', async (from, to) => {
  for (const method of ['GET', 'HEAD']) {
    const moved = await server.fetch(fill(`/komga/opds/${from}`), { method, as: 'ann' })
    expect([moved.status, moved.headers.get('location')]).toEqual([308, fill(to)])
    const { status } = await server.fetch(fill(to), { method, as: 'ann' })
    expect(status).toBe(200)
  }
})

test('P4: pages are counted from 1 as in Komga, unless the address says otherwise', async () => {
  for (const [from, page] of [
    ['pages/1', 0],
    ['pages/20?convert=jpeg', 19],
    ['pages/0?zero_based=true', 0],
    ['pages/7?zero_based=true&convert=jpeg', 7],
  ] as const) {
    const path = fill(`/komga/opds/v1.2/books/BOOK/${from}`)
    const { headers } = await server.fetch(path, { as: 'ann' })
    expect(headers.get('location')).toBe(fill(`/opds/books/BOOK/pages/${page}`))
  }
  const file = await server.fetch(fill('/komga/opds/v1.2/books/BOOK/file/a%20b.cbz'), { as: 'ann' })
  expect(file.headers.get('location')).toBe(fill('/opds/books/BOOK/file/a%20b.cbz'))
})
