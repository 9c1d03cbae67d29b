/** Requests of Mihon's extension and its tracker. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { refreshSeriesProgressAndSearch } from '../../../src/reading/progress/refresh-series-and-progress'
import { seedBook, type SeededSeries, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let series: SeededSeries
let libraryId: string
let hidden: SeededSeries
let key: string
const books: { id: string }[] = []

beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server, { name: 'Manga' })
  libraryId = library.id
  series = await seedSeries(server, library, { title: 'Tidal Hour', publisher: 'Salt' })
  for (const volume of [1, 2, 3]) {
    const title = `Tidal Hour v0${volume}`
    const contents = { format: 'cbz', pageCount: 20, size: 12_345_678 }
    books.push(
      await seedBook(server, series, { title, volume, sortKey: String(volume), ...contents }),
    )
  }
  const closed = await seedLibrary(server, { name: 'Closed' })
  hidden = await seedSeries(server, closed, { title: 'Hidden Harbour' })
  const body = { libraryIds: [libraryId] }
  await server.call('PUT', `/users/${server.getUserId('ann')}/libraries`, { as: 'ada', body })
  await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [series.id, hidden.id]))
  key = (await server.call('POST', '/api-keys', { as: 'ann', body: { name: 'Mihon' } })).body.key
})
afterAll(() => server.close())

const send = async (path: string, init: RequestInit = {}) => {
  const response = await server.fetch(`/komga${path}`, {
    ...init,
    headers: { 'x-api-key': key, ...init.headers },
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  }
}

describe('the extension', () => {
  test('asks for credentials with 401', async () => {
    const response = await server.fetch('/komga/api/v1/libraries')
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain('Basic')
    expect(await response.json()).toMatchObject({ status: 401, path: '/komga/api/v1/libraries' })
  })

  test('lists the libraries that the reader sees', async () => {
    const { body } = await send('/api/v1/libraries')
    expect(body).toMatchObject([{ id: libraryId, name: 'Manga', root: '' }])
  })

  test('browses series by page, search and library', async () => {
    const { body } = await send(
      `/api/v1/series?search=tid&page=0&deleted=false&library_id=${libraryId},&sort=metadata.titleSort,asc`,
    )
    expect(body).toMatchObject({ totalElements: 1, totalPages: 1, first: true, last: true })
    expect(body.content[0]).toMatchObject({
      id: series.id,
      booksCount: 3,
      booksUnreadCount: 3,
      metadata: { title: 'Tidal Hour', readingDirection: 'LEFT_TO_RIGHT', publisher: 'Salt' },
    })
    expect(body.content[0].created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })

  test('finds nothing in a hidden library', async () => {
    expect((await send('/api/v1/series?search=hidden')).body.totalElements).toBe(0)
    expect((await send(`/api/v1/series/${hidden.id}`)).status).toBe(404)
  })

  test('reads a series, its books and the pages of one', async () => {
    const { body } = await send(
      `/api/v1/series/${series.id}/books?unpaged=true&media_status=READY&deleted=false`,
    )
    expect(body.content.map((book: { id: string }) => book.id)).toEqual(books.map(({ id }) => id))
    expect(body.content[1]).toMatchObject({
      metadata: { number: '2', numberSort: 2 },
      media: { status: 'READY', mediaProfile: 'DIVINA', pagesCount: 20 },
      size: '11.8 MiB',
      readProgress: null,
    })
  })
})

test('the tracker reads and writes one number', async () => {
  const path = `/api/v2/series/${series.id}/read-progress/tachiyomi`
  expect((await send(path)).body).toEqual({
    booksCount: 3,
    booksReadCount: 0,
    booksUnreadCount: 3,
    booksInProgressCount: 0,
    lastReadContinuousNumberSort: 0,
    maxNumberSort: 3,
  })
  const body = JSON.stringify({ lastBookNumberSortRead: 2 })
  const headers = { 'content-type': 'application/json' }
  expect((await send(path, { method: 'PUT', body, headers })).status).toBe(204)
  expect((await send(path)).body).toMatchObject({
    booksReadCount: 2,
    lastReadContinuousNumberSort: 2,
  })
})
