/** Lists of genres, tags, people and other values in the Komga API. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { refreshSearchText } from '../../../src/catalog/series/search-text'
import {
  seedBook,
  type SeededLibrary,
  type SeededSeries,
  seedLibrary,
  seedSeries,
} from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { createKomgaClient } from './komga-client'

let server: TestServer
let komga: ReturnType<typeof createKomgaClient>
let open: SeededLibrary
let closed: SeededLibrary
let seriesId: string
let reef: SeededSeries

beforeAll(async () => {
  server = await startTestServer()
  komga = createKomgaClient(server)
  open = await seedLibrary(server, { name: 'Open' })
  closed = await seedLibrary(server, { name: 'Closed' })
  const lantern = await addSeries(open, {
    title: 'Lantern',
    genres: ['Adventure', 'Sea'],
    tags: ['Light'],
    people: { name: 'Mia Salt', role: 'cover_artist' },
    values: { publisher: 'Salt Press', language: 'en', ageRating: 13, year: 2019 },
  })
  seriesId = lantern.id
  await addBook(lantern, 'Lantern 1', ['Shells', 'Coral'])
  await addBook(lantern, 'Lantern 2', [])
  reef = await addSeries(open, {
    title: 'Reef',
    genres: ['Sea'],
    tags: ['Coral'],
    people: { name: 'Jo Reef', role: 'writer' },
    values: { publisher: 'Tide', language: 'de', ageRating: 6, year: 2021 },
  })
  const hidden = await addSeries(closed, {
    title: 'Hidden',
    genres: ['Secret'],
    tags: ['Hush'],
    people: { name: 'Al Hush', role: 'writer' },
    values: { publisher: 'Hush Books', language: 'fr', ageRating: 18, year: 1999 },
  })
  await addBook(hidden, 'Hidden 1', ['Whisper'])
  await server.call('PUT', `/users/${server.getUserId('ann')}/libraries`, {
    as: 'ada',
    body: { libraryIds: [open.id] },
  })
})
afterAll(() => server.close())

interface NewSeries {
  title: string
  genres: string[]
  tags: string[]
  people: { name: string; role: string }
  values: object
}

async function addSeries(library: SeededLibrary, one: NewSeries) {
  const { title, genres, tags, people, values } = one
  const row = await seedSeries(server, library, {
    title,
    ...values,
    metadata: { authors: [people] },
  })
  const { id } = row
  await server.ctx.write((tx) => refreshSearchText(tx, [id]))
  const body = { genres, tags }
  await server.call('POST', `/series/${id}/metadata/edit`, { as: 'ada', body })
  return row
}

async function addBook(series: SeededSeries, title: string, subjects: string[]) {
  const { id } = await seedBook(server, series, { title })
  const change = { as: 'ada', body: { subjects } }
  expect((await server.call('PATCH', `/books/${id}/metadata`, change)).status).toBe(200)
  return id
}

const read = async (path: string, as = 'ann') => (await komga('GET', path, { as })).body

describe('plain lists', () => {
  test.each([
    ['genres', ['Adventure', 'Sea']],
    ['tags', ['Coral', 'Light', 'Shells']],
    ['tags/series', ['Coral', 'Light']],
    ['publishers', ['Salt Press', 'Tide']],
    ['languages', ['de', 'en']],
    ['age-ratings', ['6', '13']],
    ['series/release-dates', ['2019', '2021']],
    ['tags/book', ['Coral', 'Shells']],
    ['sharing-labels', []],
    ['authors/names', ['Jo Reef', 'Mia Salt']],
    ['authors/roles', ['writer', 'cover']],
  ])('%s hold what the viewer can see', async (name, expected) => {
    expect(await read(`/api/v1/${name}`)).toEqual(expected)
  })

  test('hold more for those who see more', async () => {
    expect(await read('/api/v1/genres', 'ada')).toEqual(['Adventure', 'Sea', 'Secret'])
    expect(await read('/api/v1/authors/names', 'ada')).toContain('Al Hush')
  })

  test('can be limited to libraries', async () => {
    const only = (ids: string) => read(`/api/v1/publishers?${ids}`, 'ada')
    expect(await only(`library_id=${closed.id}`)).toEqual(['Hush Books'])
    expect(await only(`library_id=${closed.id},%20${open.id}`)).toHaveLength(3)
    expect(await only(`library_id=${closed.id}&library_id=${open.id}`)).toHaveLength(3)
    expect(await only('library_id=unknown')).toEqual([])
    expect(await only('collection_id=any')).toEqual([])
    const created = { name: 'Reefs', ordered: true, seriesIds: [reef.id] }
    const { body } = await komga('POST', '/api/v1/collections', { as: 'ada', body: created })
    expect(await only(`collection_id=${body.id}`)).toEqual(['Tide'])
    expect(await read(`/api/v1/publishers?collection_id=${body.id}`)).toEqual([])
    expect(await read(`/api/v1/publishers?library_id=${closed.id}`)).toEqual([])
  })

  test('of people have name and role', async () => {
    expect(await read('/api/v1/authors')).toEqual([
      { name: 'Jo Reef', role: 'writer' },
      { name: 'Mia Salt', role: 'cover' },
    ])
    expect(await read('/api/v1/authors?search=sal')).toEqual([{ name: 'Mia Salt', role: 'cover' }])
  })
})

describe('P12: tags of books', () => {
  const tagsOf = (query: string, as = 'ann') => read(`/api/v1/tags/book?${query}`, as)

  test('are those that the viewer can see', async () => {
    expect(await read('/api/v1/tags/book', 'ada')).toEqual(['Coral', 'Shells', 'Whisper'])
    expect(await tagsOf(`library_id=${closed.id}`)).toEqual([])
    expect(await tagsOf(`library_id=${closed.id}`, 'ada')).toEqual(['Whisper'])
    expect(await tagsOf('library_id=unknown')).toEqual([])
  })

  test('are those of a series or reading list', async () => {
    expect(await tagsOf(`series_id=${seriesId}`)).toEqual(['Coral', 'Shells'])
    expect(await tagsOf(`series_id=${reef.id}`)).toEqual([])
    expect(await tagsOf('series_id=unknown')).toEqual([])
    await addBook(reef, 'Reef 2', [])
    const bookId = await addBook(reef, 'Reef 1', ['Coral'])
    const body = { name: 'Mine', summary: '', ordered: true, bookIds: [bookId] }
    const { body: list } = await komga('POST', '/api/v1/readlists', { as: 'ada', body })
    expect(await tagsOf(`readlist_id=${list.id}`, 'ada')).toEqual(['Coral'])
    expect(await tagsOf(`readlist_id=${list.id}`)).toEqual([])
    await server.call('DELETE', `/books/${bookId}`, { as: 'ada' })
    expect(await tagsOf(`series_id=${reef.id}`)).toEqual([])
  })

  test('are listed together with those of series, or apart', async () => {
    const content = async (query: string) => (await read(`/api/v2/tags?${query}`)).content
    expect(await content('include=SERIES')).toEqual(['Coral', 'Light'])
    expect(await content('include=BOOK')).toEqual(['Coral', 'Shells'])
    expect(await content('include=BOTH&size=1&page=1')).toEqual(['Light'])
    expect(await content(`series_id=${seriesId}`)).toEqual(['Coral', 'Light', 'Shells'])
    expect(await content(`series_id=${reef.id}`)).toEqual(['Coral'])
    expect(await content('search=SHE')).toEqual(['Shells'])
  })

  test('filter books, and series that contain them', async () => {
    const find = async (kind: string, condition: object) => {
      const found = await komga('POST', `/api/v1/${kind}/list`, { as: 'ann', body: { condition } })
      return found.body.content.map(({ metadata }: KomgaItem) => metadata.title).toSorted()
    }
    const tag = (operator: string, value?: string) => ({ tag: { operator, value } })
    expect(await find('books', tag('is', 'shells'))).toEqual(['Lantern 1'])
    expect(await find('books', tag('isNot', 'Shells'))).toEqual(['Lantern 2', 'Reef 2'])
    expect(await find('books', tag('isNull'))).toEqual(['Lantern 2', 'Reef 2'])
    expect(await find('series', tag('is', 'Shells'))).toEqual(['Lantern'])
    expect(await find('series', tag('is', 'Coral'))).toEqual(['Lantern', 'Reef'])
    expect(await find('series', tag('isNot', 'Coral'))).toEqual([])
    expect(await find('series', tag('isNot', 'Whisper'))).toEqual(['Lantern', 'Reef'])
    expect((await read('/api/v1/series?tag=Shells')).totalElements).toBe(1)
    expect((await read('/api/v1/series?tag=Whisper')).totalElements).toBe(0)
  })
})

interface KomgaItem {
  metadata: { title: string }
}

describe('pages', () => {
  test.each([
    ['genres', ['Adventure', 'Sea']],
    ['tags', ['Coral', 'Light', 'Shells']],
    ['publishers', ['Salt Press', 'Tide']],
    ['languages', ['de', 'en']],
    ['age-ratings', [6, 13]],
    ['series/release-years', ['2019', '2021']],
    ['sharing-labels', []],
    ['authors/names', ['Jo Reef', 'Mia Salt']],
    ['authors/roles', ['writer', 'cover']],
  ])('of %s', async (name, expected) => {
    const page = await read(`/api/v2/${name}?unpaged=true`)
    expect(page.content).toEqual(expected)
    expect(page).toMatchObject({ totalElements: expected.length, first: true, last: true })
  })

  test('can be turned', async () => {
    const first = await read('/api/v2/genres?size=1')
    const second = await read('/api/v2/genres?size=1&page=1')
    expect([first.content, second.content]).toEqual([['Adventure'], ['Sea']])
    expect(first).toMatchObject({ totalPages: 2, number: 0, last: false, numberOfElements: 1 })
    expect(second).toMatchObject({ number: 1, first: false, last: true })
    expect(await read('/api/v2/genres?page=9')).toMatchObject({ empty: true, totalElements: 2 })
  })

  test('can be searched', async () => {
    expect((await read('/api/v2/genres?search=SE')).content).toEqual(['Sea'])
    expect((await read('/api/v2/authors?search=sal')).content).toEqual([
      { name: 'Mia Salt', role: 'cover' },
    ])
    expect((await read('/api/v2/authors?role=cover')).totalElements).toBe(1)
    expect((await read('/api/v2/authors?role=juggler')).totalElements).toBe(0)
    expect((await read(`/api/v2/authors?series_id=${seriesId}`)).content).toHaveLength(1)
    expect((await read('/api/v2/authors?series_id=none')).content).toEqual([])
  })
})

test('first letters are counted in what the viewer can see', async () => {
  const expected = [
    { group: 'l', count: 1 },
    { group: 'r', count: 1 },
  ]
  expect(await read('/api/v1/series/alphabetical-groups')).toEqual(expected)
  const path = '/api/v1/series/list/alphabetical-groups'
  const post = async (body: unknown) => (await komga('POST', path, { as: 'ann', body })).body
  expect(await post({})).toEqual(expected)
  const condition = { publisher: { operator: 'is', value: 'Tide' } }
  expect(await post({ condition })).toEqual([{ group: 'r', count: 1 }])
})

test('absurd requests are answered with a page', async () => {
  const queries = [
    'page=-1&size=0',
    'page=x&size=1e9',
    'page=99999999999999999999',
    'page=999999&size=999999',
    'search=%00',
    'search=%25_%5C',
    `search=${'x'.repeat(5000)}`,
    'role=%00&series_id=%27',
  ]
  for (const query of queries) {
    for (const path of ['genres', 'authors', 'authors/names', 'age-ratings', 'sharing-labels']) {
      const { status, body } = await komga('GET', `/api/v2/${path}?${query}`)
      expect([path, query, status]).toEqual([path, query, 200])
      expect(body.content).toBeArray()
    }
  }
  expect((await komga('GET', '/api/v1/genres', { as: '' })).status).toBe(401)
})
