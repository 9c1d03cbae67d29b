/** Requests of Mihon's extension and its tracker. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { refreshSeriesProgressAndSearch } from '../../../src/reading/progress/refresh-series-and-progress'
import {
  seedBook,
  type SeededLibrary,
  type SeededSeries,
  seedLibrary,
  seedSeries,
} from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let library: SeededLibrary
let series: SeededSeries
let libraryId: string
let hidden: SeededSeries
let key: string
const books: { id: string }[] = []

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server, { name: 'Manga' })
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

test('books without a number in the run do not change the number of the tracker', async () => {
  const walk = await seedSeries(server, library, { title: 'Long Walk' })
  const titles = [
    ['Prologue', {}],
    ['One', { volume: 1 }],
    ['Annual', { numberKind: 'annual', numberFrom: 7 }],
    ['Two', { volume: 2 }],
    ['Special', {}],
  ] as const
  const seeded = new Map<string, string>()
  for (const [index, [title, numbers]] of titles.entries()) {
    const { id } = await seedBook(server, walk, { title, sortKey: String(index), ...numbers })
    seeded.set(title, id)
  }
  await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [walk.id]))
  const headers = { 'content-type': 'application/json' }
  const readAndTrack = async (...read: string[]) => {
    for (const title of read) {
      const path = `/api/v1/books/${seeded.get(title)}/read-progress`
      const body = JSON.stringify({ completed: true })
      expect((await send(path, { method: 'PATCH', body, headers })).status).toBe(204)
    }
    const { body } = await send(`/api/v2/series/${walk.id}/read-progress/tachiyomi`)
    return [body.lastReadContinuousNumberSort, body.maxNumberSort, body.booksReadCount]
  }
  expect(await readAndTrack('Prologue')).toEqual([0, 2, 1])
  expect(await readAndTrack('One', 'Annual')).toEqual([1, 2, 3])
  expect(await readAndTrack('Two', 'Special')).toEqual([2, 2, 5])
})

test('an unread prologue does not hide what was read', async () => {
  const walk = await seedSeries(server, library, { title: 'Short Walk' })
  await seedBook(server, walk, { title: 'Prologue', sortKey: '0' })
  const { id } = await seedBook(server, walk, { title: 'One', volume: 1, sortKey: '1' })
  await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [walk.id]))
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'PATCH', body: JSON.stringify({ completed: true }), headers }
  expect((await send(`/api/v1/books/${id}/read-progress`, init)).status).toBe(204)
  const { body } = await send(`/api/v2/series/${walk.id}/read-progress/tachiyomi`)
  expect(body).toMatchObject({ lastReadContinuousNumberSort: 1, booksUnreadCount: 1 })
})
