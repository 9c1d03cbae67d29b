/** Bodies, numbers and texts that no client sends cause Komga's errors, never a server error. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { refreshSeriesProgressAndSearch } from '../../../src/reading/progress/refresh-series-and-progress'
import { seedBook, type SeededSeries, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { createKomgaClient } from './komga-client'

let server: TestServer
let send: ReturnType<typeof createKomgaClient>
let series: SeededSeries
let special: string
let bookId: string

beforeAll(async () => {
  server = await startTestServer()
  const call = createKomgaClient(server)
  send = (method, path, options) => call(method, `/api/${path}`, { as: 'ann', ...options })
  series = await seedSeries(server, await seedLibrary(server), { title: 'Tidal Hour' })
  special = (await seedBook(server, series, { title: 'Special' })).id
  bookId = (await seedBook(server, series, { title: 'One', chapter: 1 })).id
  await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [series.id]))
})
afterAll(() => server.close())

const nest = (depth: number): object =>
  depth === 0 ? { title: { operator: 'is', value: 'x' } } : { allOf: [nest(depth - 1)] }
const refused = (status: number) => status >= 400 && status < 500

test.each<[string, unknown]>([
  ['a condition nested 500 deep', { condition: nest(500) }],
  ['10,000 conditions', { condition: { anyOf: Array.from({ length: 10_000 }, () => nest(0)) } }],
  ['a list', []],
  ['a number', 7],
  ['broken JSON', '{"condition":'],
  ['unpaired surrogates', { condition: { title: { operator: 'is', value: '\ud800' } } }],
  ['a NUL', { condition: { title: { operator: 'contains', value: 'a\0b' } } }],
  ['a wrong value', { condition: { title: { operator: 'is', value: { a: 1 } } } }],
  ['a wrong operator', { condition: { title: { operator: '__proto__', value: 'x' } } }],
  ['a member of every object', { condition: { constructor: { operator: 'is', value: 'x' } } }],
  ['a null condition', { condition: { title: null } }],
  ['an endless number', { condition: { ageRating: { operator: 'greaterThan', value: 1e308 } } }],
  ['a wrong date', { condition: { releaseDate: { operator: 'after', dateTime: 'never' } } }],
  [
    'a long duration',
    { condition: { releaseDate: { operator: 'isInTheLast', duration: 'P9Y9' } } },
  ],
  ['an author of a wrong type', { condition: { author: { operator: 'is', value: [1] } } }],
  ['a search of a wrong type', { fullTextSearch: { a: 1 } }],
  ['a search of 10,000 letters', { fullTextSearch: 'a '.repeat(5_000) }],
])('lists survive %s', async (_, body) => {
  for (const kind of ['series', 'books']) {
    const answer = await send('POST', `v1/${kind}/list`, { body })
    expect(answer.status === 200 || refused(answer.status)).toBe(true)
    if (answer.status !== 200) expect(answer.body).toMatchObject({ status: answer.status })
  }
})

test.each([
  'page=-1&size=0',
  'page=99999999999999999999&size=99999999999',
  'page=1e3&size=NaN',
  'page=1000000&size=1000',
  'sort=,,,&sort=__proto__,desc&sort=%00',
  'sort=metadata.titleSort,sideways',
  'library_id=,,,&library_id=%00&library_id[]=x',
  `library_id=${'a,'.repeat(2_000)}`,
  'search=%00%ED%A0%80&status=%FF',
  'release_year=-1&age_rating=9999999&author=,&author=,,,',
  'search_regex=(a%2B)%2B%24,TITLE&released_after=never',
  'read_status=SLEEPING&media_status=BROKEN&deleted=maybe&complete=2',
])('lists survive the query %s', async (query) => {
  for (const path of [
    'series',
    'books',
    'series/new',
    'books/ondeck',
    `series/${series.id}/books`,
  ]) {
    const answer = await send('GET', `v1/${path}?${query}`)
    expect(answer.status === 200 || refused(answer.status)).toBe(true)
  }
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['an empty object', {}],
  ['page 0', { page: 0 }],
  ['a negative page', { page: -3 }],
  ['a fraction', { page: 1.5 }],
  ['a page after the end', { page: 21 }],
  ['an absurd page', { page: 1e300 }],
  ['a text', { page: '3' }],
  ['a list', [1]],
])('progress refuses %s, and changes nothing', async (_, body) => {
  const answer = await send('PATCH', `v1/books/${bookId}/read-progress`, { body })
  expect([answer.status, answer.body.status]).toEqual([400, 400])
  expect((await send('GET', `v1/books/${bookId}`)).body.readProgress).toBeNull()
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a text', { lastBookNumberSortRead: '1' }],
  ['null', { lastBookNumberSortRead: null }],
])('the tracker refuses %s', async (_, body) => {
  const path = `v2/series/${series.id}/read-progress/tachiyomi`
  expect((await send('PUT', path, { body })).status).toBe(400)
})

test('the tracker leaves books without a number as they are', async () => {
  const path = `v2/series/${series.id}/read-progress/tachiyomi`
  const body = { lastBookNumberSortRead: 5 }
  expect((await send('PUT', path, { body })).status).toBe(204)
  expect((await send('GET', `v1/books/${bookId}`)).body.readProgress.completed).toBe(true)
  expect((await send('GET', `v1/books/${special}`)).body.readProgress).toBeNull()
})

test('unknown paths and ids answer with the errors of Komga', async () => {
  const id = '0123456789ABC'
  for (const path of ['v1/nothing', 'v9/series', `v1/series/${id}`, `v1/books/${id}/pages/1`]) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, body } = await send(method, path)
      expect([method, path, status]).toEqual([method, path, 404])
      expect(body).toMatchObject({ status: 404, path: `/komga/api/${path}` })
    }
  }
  for (const page of ['0', '-1', '21', '99999999999', 'a', '1.5', '%00']) {
    const { status } = await send('GET', `v1/books/${bookId}/pages/${page}`)
    expect([page, status]).toEqual([page, 404])
  }
})

test('on deck of a library that Quire does not have is empty', async () => {
  const all = await send('GET', 'v1/books/latest')
  expect(all.body.totalElements).toBe(2)
  for (const library of ['0123456789ABC', Bun.randomUUIDv7()]) {
    for (const shelf of ['latest', 'ondeck']) {
      const { body } = await send('GET', `v1/books/${shelf}?library_id=${library}`)
      expect(body).toMatchObject({ totalElements: 0, content: [] })
    }
  }
})

test('on deck and the newest books of several libraries', async () => {
  const other = await seedSeries(server, await seedLibrary(server), { title: 'Other' })
  const closed = await seedSeries(server, await seedLibrary(server), { title: 'Closed' })
  const added = await seedBook(server, other, { chapter: 1 })
  await seedBook(server, closed, { chapter: 1 })
  await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [other.id, closed.id]))
  const ids = [series.libraryId, other.libraryId, 'another server']
  for (const query of [
    `library_id=${ids.join(',')}`,
    ids.map((id) => `library_id=${id}`).join('&'),
  ]) {
    const { body } = await send('GET', `v1/books/latest?${query}`)
    const found = body.content.map((book: { id: string }) => book.id)
    expect(found.toSorted()).toEqual([special, bookId, added.id].toSorted())
    expect((await send('GET', `v1/books/ondeck?${query}`)).status).toBe(200)
  }
})

test('the books of one series come in the same order from every list', async () => {
  const condition = { seriesId: { operator: 'is', value: series.id } }
  const twice = { allOf: [condition, condition] }
  const lists = [
    await send('POST', 'v1/books/list', { body: { condition } }),
    await send('POST', 'v1/books/list', { body: { condition: { allOf: [condition] } } }),
    await send('POST', 'v1/books/list', { body: { condition: twice } }),
    await send('GET', `v1/series/${series.id}/books`),
  ]
  const [first, ...others] = lists.map(({ body }) => body)
  expect(first.totalElements).toBe(2)
  for (const other of others) expect(other).toEqual(first)
})

test('pages of an unknown kind keep their media type', async () => {
  const page = { name: 'a.xyz', mediaType: 'application/octet-stream', size: 5 }
  const contents = { pages: [{ ...page, width: null, height: null }] }
  const book = await seedBook(server, series, { pageCount: 1, contents })
  expect((await send('GET', `v1/books/${book.id}/pages`)).body).toMatchObject([
    { number: 1, mediaType: 'application/octet-stream', width: null },
  ])
})

test('pages of an e-book answer with an error of Komga or a list', async () => {
  const book = await seedBook(server, series, { format: 'epub', pageCount: 9 })
  for (const path of ['pages', 'pages/1', 'pages/1/thumbnail', 'manifest', 'positions']) {
    const { status, body } = await send('GET', `v1/books/${book.id}/${path}`)
    expect([path, status === 200 || refused(status)]).toEqual([path, true])
    if (status !== 200) expect(body).toMatchObject({ status })
  }
})

test('HEAD costs no body and has the status of GET', async () => {
  const response = await server.fetch(`/komga/api/v1/series/${series.id}`, {
    method: 'HEAD',
    as: 'ann',
  })
  expect(response.status).toBe(200)
})
