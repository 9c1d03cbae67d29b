/**
 * Requests of Paperback, Aidoku, KMReader, Komelia and kokomga. The client compares every response
 * with Komga's schemas.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { readingEvents } from '../../../src/reading/progress/schema'
import { refreshSeriesProgressAndSearch } from '../../../src/reading/progress/refresh-series-and-progress'
import { buildBasicHeader, givePasswords, password } from '../../accounts/sign-in'
import { openShelf, type Shelf } from '../../reading/pages/shelf'
import { makePictures } from '../../support/make/pictures'
import { makeZip } from '../../support/make/zip'
import { type SeededBook, seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { createKomgaClient } from './komga-client'

let shelf: Shelf
let send: ReturnType<typeof createKomgaClient>
let basic: Record<string, string>
let seriesId: string
let libraryId: string
const books: SeededBook[] = []
let hiddenBook: SeededBook

beforeAll(async () => {
  shelf = await openShelf()
  const { server, series } = shelf
  seriesId = series.id
  libraryId = series.libraryId
  const call = createKomgaClient(server)
  send = (method, path, options) => call(method, path, { as: '', ...options })
  const pictures = await makePictures(4)
  const data = makeZip(pictures.map((picture, place) => ({ name: `${place}.jpg`, data: picture })))
  for (const volume of [1, 2, 3]) {
    const values = { title: `Tidal Hour v0${volume}`, volume, sortKey: String(volume) }
    books.push(await shelf.add(`Tidal Hour v0${volume}.cbz`, data, values))
  }
  const closed = await seedSeries(server, await seedLibrary(server), { title: 'Hidden Harbour' })
  hiddenBook = await seedBook(server, closed)
  const body = { libraryIds: [libraryId] }
  await server.call('PUT', `/users/${server.getUserId('ann')}/libraries`, { as: 'ada', body })
  await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [seriesId, closed.id]))
  await givePasswords(server, 'ann')
  basic = { authorization: buildBasicHeader('ann', password) }
})
afterAll(() => shelf.close())

const getIds = (body: { content: { id: string }[] }) => body.content.map(({ id }) => id)
const bookIds = () => books.map(({ id }) => id)
const saveProgress = (id: string, body: object, headers = basic) =>
  send('PATCH', `/api/v1/books/${id}/read-progress`, { headers, body })

describe('Paperback, with Basic in every request', () => {
  const get = (path: string) => send('GET', `/api/v1${path}`, { headers: basic })

  test('tests the connection with a slash at the end', async () => {
    expect((await get('/libraries/')).body).toMatchObject([{ id: libraryId }])
    expect((await send('GET', '/api/v1/libraries/')).status).toBe(401)
  })

  test('shows its home page', async () => {
    expect(getIds((await get('/series/new?page=0&size=20&deleted=false')).body)).toEqual([seriesId])
    const updated = await get('/series/updated?page=0&size=20&deleted=false')
    expect(getIds(updated.body)).toEqual([seriesId])
    await saveProgress(books[0]!.id, { completed: true })
    await saveProgress(books[1]!.id, { page: 2 })
    const started = await get('/books?sort=readProgress.readDate,desc&read_status=IN_PROGRESS')
    expect(getIds(started.body)).toEqual([books[1]!.id])
    expect((await get('/books/ondeck?page=0&size=20')).status).toBe(200)
  })

  test('searches with several libraries', async () => {
    const path = `/series?page=0&size=40&search=ser&sort=titleSort&library_id=${libraryId}`
    expect(getIds((await get(`${path}&library_id=${Bun.randomUUIDv7()}`)).body)).toEqual([seriesId])
    const collection = await get(`${path}&collection_id=0BX`)
    expect(getIds(collection.body)).toEqual([])
    expect(getIds((await get('/series?size=40&sort=lastModified,desc')).body)).toEqual([seriesId])
  })

  test('opens a series, a book and its pages', async () => {
    expect((await get(`/series/${seriesId}`)).body).toMatchObject({ booksCount: 3 })
    const path = `/series/${seriesId}/books?unpaged=true&media_status=READY&deleted=false`
    expect(getIds((await get(path)).body)).toEqual(bookIds())
    const [first] = (await get(`/books/${books[0]!.id}/pages`)).body
    expect(first).toMatchObject({ number: 1, mediaType: 'image/jpeg', width: 60, height: 90 })
    for (const page of ['pages/1', 'pages/1/thumbnail', 'thumbnail']) {
      const { status, headers } = await get(`/books/${books[0]!.id}/${page}`)
      expect([status, headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^image\//),
      ])
    }
    for (const type of ['png', 'jpeg']) {
      const { headers } = await get(`/books/${books[0]!.id}/pages/4?convert=${type}`)
      expect(['P6', headers.get('content-type')]).toEqual(['P6', `image/${type}`])
    }
    expect((await get(`/books/${books[0]!.id}/pages/5`)).status).toBe(404)
  })
})

describe('Aidoku, with conditions', () => {
  const list = (kind: string, query: string, body: object) =>
    send('POST', `/api/v1/${kind}/list?${query}`, { headers: basic, body })

  test('finds series by nested groups', async () => {
    const condition = {
      allOf: [
        { libraryId: { operator: 'is', value: libraryId } },
        { anyOf: [{ seriesStatus: { operator: 'is', value: 'ONGOING' } }, {}] },
        { genre: { operator: 'isNot', value: 'Horror' } },
      ],
    }
    const { body } = await list('series', 'page=0&size=20&sort=lastModified,desc', {
      condition,
      fullTextSearch: '',
    })
    expect(getIds(body)).toEqual([seriesId])
  })

  test('lists all chapters by descending number', async () => {
    const { body } = await list('books', 'unpaged=true&sort=metadata.numberSort%2Cdesc', {
      condition: { seriesId: { operator: 'is', value: seriesId } },
    })
    expect(getIds(body)).toEqual(bookIds().toReversed())
  })

  test('syncs progress by series', async () => {
    const path = `/api/v2/series/${seriesId}/read-progress/tachiyomi`
    const body = { lastBookNumberSortRead: 2.0 }
    expect((await send('PUT', path, { headers: basic, body })).status).toBe(204)
    expect((await send('GET', path, { headers: basic })).body).toMatchObject({
      booksReadCount: 2,
      lastReadContinuousNumberSort: 2,
      maxNumberSort: 3,
    })
  })
})

describe('KMReader, with a token', () => {
  test('finds the server and signs in', async () => {
    expect((await send('GET', '/api/v1/client-settings/global/list')).body).toEqual({})
    const headers = { ...basic, 'x-auth-token': '' }
    const answer = await send('GET', '/api/v2/users/me', { headers })
    const token = answer.headers.get('x-auth-token') ?? ''
    const again = await send('GET', '/api/v2/users/me', { headers: { 'x-auth-token': token } })
    expect(again.body).toEqual(answer.body)
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  test('downloads a part of a file', async () => {
    // Ranges are served only over a real connection.
    const path = new URL(`/komga/api/v1/books/${books[0]!.id}/file`, shelf.url)
    const answer = await fetch(path, { headers: { ...basic, range: 'bytes=0-3' } })
    expect([answer.status, [...(await answer.bytes())]]).toEqual([206, [0x50, 0x4b, 3, 4]])
  })

  test('marks a series read and unread', async () => {
    const path = `/api/v1/series/${seriesId}/read-progress`
    expect((await send('POST', path, { headers: basic })).status).toBe(204)
    const read = await send('GET', `/api/v1/series/${seriesId}`, { headers: basic })
    expect(read.body).toMatchObject({ booksReadCount: 3, booksUnreadCount: 0 })
    expect((await send('DELETE', path, { headers: basic })).status).toBe(204)
    const unread = await send('GET', `/api/v1/series/${seriesId}`, { headers: basic })
    expect(unread.body).toMatchObject({ booksReadCount: 0, booksUnreadCount: 3 })
  })

  test('saves pages under the name of the app', async () => {
    const headers = { ...basic, 'user-agent': 'KMReader/3.0' }
    await saveProgress(books[2]!.id, { page: 2, completed: false }, headers)
    const answer = await shelf.request(`/books/${books[2]!.id}/progress`)
    expect(await answer.json()).toMatchObject({ currentPage: 2, completed: false })
    await send('DELETE', `/api/v1/books/${books[2]!.id}/read-progress`, { headers })
    await send('POST', `/api/v1/series/${seriesId}/read-progress`, { headers })
    const logged = await shelf.server.ctx.db
      .select({ kind: readingEvents.kind, device: readingEvents.device })
      .from(readingEvents)
      .where(eq(readingEvents.bookId, books[2]!.id))
      .orderBy(desc(readingEvents.id))
      .limit(3)
    expect(logged.map(({ kind, device }) => [kind, device])).toEqual(
      ['completed', 'unread', 'position'].map((kind) => [kind, 'KMReader/3.0']),
    )
  })
})

describe('Komelia and kokomga', () => {
  test('send several orders in one parameter, and libraries with blanks', async () => {
    const query = `sort=metadata.titleSort,asc,name,desc&library_id=${libraryId},%20${libraryId}`
    const { body } = await send('GET', `/api/v1/series?${query}&authors=x`, { headers: basic })
    expect(getIds(body)).toEqual([seriesId])
  })

  test('walk through the books of a series', async () => {
    const [one, two, three] = bookIds()
    const next = await send('GET', `/api/v1/books/${one}/next`, { headers: basic })
    const previous = await send('GET', `/api/v1/books/${three}/previous`, { headers: basic })
    expect([next.body.id, previous.body.id]).toEqual([two, two])
    for (const path of [`books/${three}/next`, `books/${one}/previous`]) {
      expect((await send('GET', `/api/v1/${path}`, { headers: basic })).status).toBe(404)
    }
  })

  test('ask for lists while there are none', async () => {
    for (const path of ['collections/', 'readlists', `series/${seriesId}/collections`]) {
      const { status, body } = await send('GET', `/api/v1/${path}`, { headers: basic })
      expect([status, body.content ?? body]).toEqual([200, []])
    }
    for (const path of ['collections', 'readlists']) {
      const id = Bun.randomUUIDv7()
      const { status, body } = await send('GET', `/api/v1/${path}/${id}`, { headers: basic })
      expect(body).toMatchObject({ status, path: `/komga/api/v1/${path}/${id}` })
      expect(status).toBe(404)
    }
  })
})

test('a hidden book stays hidden in every operation', async () => {
  const { id, seriesId: hiddenSeries, libraryId: hiddenLibrary } = hiddenBook
  const tachiyomi = `v2/series/${hiddenSeries}/read-progress/tachiyomi`
  const operations: [string, string, object?][] = [
    ['GET', `v1/libraries/${hiddenLibrary}`],
    ...['', '/books', '/collections', '/thumbnail', '/file'].map((end): [string, string] => [
      'GET',
      `v1/series/${hiddenSeries}${end}`,
    ]),
    ...['', '/next', '/previous', '/readlists', '/thumbnail', '/file', '/pages', '/pages/1'].map(
      (end): [string, string] => ['GET', `v1/books/${id}${end}`],
    ),
    ...['manifest', 'positions', 'progression', 'resource/a', 'pages/1/thumbnail'].map(
      (end): [string, string] => ['GET', `v1/books/${id}/${end}`],
    ),
    ['PATCH', `v1/books/${id}/read-progress`, { page: 1 }],
    ['DELETE', `v1/books/${id}/read-progress`],
    ['POST', `v1/series/${hiddenSeries}/read-progress`],
    ['DELETE', `v1/series/${hiddenSeries}/read-progress`],
    ['GET', tachiyomi],
    ['PUT', tachiyomi, { lastBookNumberSortRead: 1 }],
  ]
  for (const [method, path, body] of operations) {
    const answer = await send(method, `/api/${path}`, { headers: basic, body })
    expect([method, path, answer.status]).toEqual([method, path, 404])
    expect(answer.body).toMatchObject({ status: 404, path: `/komga/api/${path}` })
  }
  for (const path of ['series/new', 'series', 'books', 'books/latest', 'books/ondeck']) {
    const { body } = await send('GET', `/api/v1/${path}`, { headers: basic })
    expect(getIds(body)).not.toContain(path.startsWith('books') ? id : hiddenSeries)
  }
})
