/** Metadata updates as Komf and Komelia send them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { waitForEvents } from '../../support/events'
import { seedBook, type SeededSeries, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { createKomgaClient } from './komga-client'

let server: TestServer
let series: SeededSeries
let book: { id: string }
let komga: ReturnType<typeof createKomgaClient>

beforeAll(async () => {
  server = await startTestServer()
  komga = createKomgaClient(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  const library = await seedLibrary(server)
  series = await seedSeries(server, library, { title: 'Lantern Reef' })
  const metadata = { writer: 'Old Writer', sources: { writer: 'comicinfo' } }
  book = await seedBook(server, series, { title: 'Lantern Reef 1', metadata })
})

const patchSeries = (body: unknown, as = 'max') =>
  komga('PATCH', `/api/v1/series/${series.id}/metadata`, { body, as })
const patchBook = (body: unknown, as = 'max') =>
  komga('PATCH', `/api/v1/books/${book.id}/metadata`, { body, as })
const getSeries = async () =>
  (await server.call('GET', `/series/${series.id}/metadata`, { as: 'max' })).body
const getBook = async () =>
  (await server.call('GET', `/books/${book.id}/metadata`, { as: 'max' })).body

const fromKomf = {
  type: 'KomgaSeriesMetadataUpdateRequest',
  status: 'ENDED',
  title: 'Lantern Reef Deluxe',
  titleSort: 'Lantern Reef',
  summary: 'Divers find a light.',
  publisher: 'Salt Press',
  readingDirection: 'RIGHT_TO_LEFT',
  ageRating: 13,
  language: 'en',
  genres: ['Adventure', 'Mystery'],
  tags: ['Sea'],
  totalBookCount: 12,
  alternateTitles: [{ label: 'Japanese', title: '灯台礁' }],
  links: [
    { label: 'AniList', url: 'https://anilist.co/manga/1' },
    { label: 'AniList', url: 'https://anilist.co/manga/2' },
  ],
  sharingLabels: ['family'],
}

describe('metadata of a series', () => {
  test('is changed by an update of Komf', async () => {
    expect((await patchSeries(fromKomf)).status).toBe(204)
    const found = await getSeries()
    expect(found).toMatchObject({
      title: 'Lantern Reef Deluxe',
      titleSort: 'Lantern Reef',
      summary: 'Divers find a light.',
      publisher: 'Salt Press',
      status: 'ended',
      readingDirection: 'rtl',
      ageRating: 13,
      language: 'en',
      totalVolumeCount: 12,
    })
    const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
    expect(names(found.genres)).toEqual(['Adventure', 'Mystery'])
    expect(names(found.tags)).toEqual(['Sea'])
    expect(found.alternateTitles).toMatchObject([{ label: 'Japanese', title: '灯台礁' }])
    const links = found.externalLinks.map((one: { sourceName: string; url: string }) => [
      one.sourceName,
      one.url,
    ])
    expect(links).toEqual([
      ['anilist', 'https://anilist.co/manga/1'],
      ['anilist 2', 'https://anilist.co/manga/2'],
    ])
  })

  test('is locked only where the update says so', async () => {
    await patchSeries({ ...fromKomf, summaryLock: true, genresLock: true })
    const { locks } = await getSeries()
    const locked = Object.keys(locks).filter((name) => locks[name])
    expect(locked.toSorted()).toEqual(['genres', 'summary'])
    await patchSeries({ summary: 'Changed again', genresLock: false })
    const after = await getSeries()
    expect(after.summary).toBe('Changed again')
    expect(after.locks).toMatchObject({ summary: true, genres: false })
  })

  test('keeps omitted members and clears null ones', async () => {
    await patchSeries(fromKomf)
    await patchSeries({ publisher: null, summary: '', genres: null, links: [] })
    expect(await getSeries()).toMatchObject({
      title: 'Lantern Reef Deluxe',
      publisher: null,
      summary: null,
      genres: [],
      externalLinks: [],
      tags: [{ name: 'Sea' }],
    })
  })

  test('publishes the events of an edit', async () => {
    await patchSeries({ publisher: 'Events Press' })
    const types = (await waitForEvents(server, series.id, 2)).map(({ type }) => type)
    expect(types).toEqual(['series_metadata_updated', 'series_updated'])
  })
})

describe('metadata of a book', () => {
  test('is changed by an update of Komf', async () => {
    const { status } = await patchBook({
      title: 'The Light',
      number: '1',
      numberSort: 1,
      summary: 'First dive',
      isbn: '9783161484100',
      releaseDate: '2019-02-28',
      authors: [
        { name: 'Mia Salt', role: 'writer' },
        { name: 'Jo Reef', role: 'cover' },
        { name: 'Al Tide', role: 'cheerleader' },
      ],
      tags: ['Diving'],
      links: [{ label: 'Shop', url: 'https://example.org' }],
      authorsLock: true,
      releaseDateLock: true,
    })
    expect(status).toBe(204)
    const found = await getBook()
    expect(found).toMatchObject({
      summary: 'First dive',
      isbns: '9783161484100',
      year: 2019,
      month: 2,
      day: 28,
      writer: null,
      subjects: ['Diving'],
      authors: [
        { name: 'Mia Salt', role: 'writer' },
        { name: 'Jo Reef', role: 'cover_artist' },
        { name: 'Al Tide', role: 'contributor' },
      ],
    })
    expect(found.locks).toMatchObject({
      authorsJsonLock: true,
      writerLock: true,
      yearLock: true,
      dayLock: true,
      summaryLock: false,
      isbnsLock: false,
    })
    const { body } = await server.call('GET', `/books/${book.id}`, { as: 'max' })
    expect(body.metadata).toMatchObject({ title: 'The Light', number: '1' })
  })

  test('P12: has the links that Quire has, and an update replaces them', async () => {
    const read = async () => {
      const { metadata } = (await komga('GET', `/api/v1/books/${book.id}`)).body
      return { links: metadata.links, linksLock: metadata.linksLock }
    }
    expect(await read()).toEqual({ links: [], linksLock: false })
    const link = { sourceName: 'Goodreads', url: 'https://www.goodreads.com/book/show/1' }
    const options = { as: 'max', body: link }
    await server.call('POST', `/books/${book.id}/external-links`, options)
    const goodreads = { label: 'goodreads', url: link.url }
    expect(await read()).toEqual({ links: [goodreads], linksLock: true })
    const body = { fullTextSearch: '' }
    const listed = (await komga('POST', '/api/v1/books/list', { body })).body.content
    const found = listed.find(({ id }: { id: string }) => id === book.id)
    expect(found.metadata.links).toEqual([goodreads])
    // Komga keeps several links with one label.
    const given = [
      { label: 'Shop', url: 'https://example.org/1' },
      { label: 'Shop', url: 'https://example.org/2' },
    ]
    expect((await patchBook({ links: given, linksLock: false })).status).toBe(204)
    expect(await read()).toEqual({
      links: [
        { label: 'shop', url: 'https://example.org/1' },
        { label: 'shop 2', url: 'https://example.org/2' },
      ],
      linksLock: false,
    })
    expect((await patchBook({ linksLock: true })).status).toBe(204)
    expect(await read()).toMatchObject({ linksLock: true })
    expect((await patchBook({ links: null })).status).toBe(204)
    expect(await read()).toEqual({ links: [], linksLock: true })
  })

  test('clears a date and people', async () => {
    await patchBook({ releaseDate: '2019-02-28', authors: [{ name: 'Mia', role: 'writer' }] })
    await patchBook({ releaseDate: null, authors: [] })
    expect(await getBook()).toMatchObject({ year: null, month: null, day: null, authors: null })
  })

  test('can be changed for several books at once', async () => {
    const other = await seedBook(server, series, { title: 'Two' })
    const unknown = Bun.randomUUIDv7()
    const body = {
      [book.id]: { summary: 'One' },
      [other.id]: { summary: 'Two' },
      [unknown]: { summary: 'Three' },
      'not-an-id': { summary: 'Four' },
    }
    expect((await komga('PATCH', '/api/v1/books/metadata', { body })).status).toBe(204)
    expect((await getBook()).summary).toBe('One')
    const { body: second } = await server.call('GET', `/books/${other.id}/metadata`, { as: 'max' })
    expect(second.summary).toBe('Two')
  })

  test('stays as it was if one of several updates is invalid', async () => {
    const other = await seedBook(server, series, { title: 'Two' })
    const body = { [book.id]: { summary: 'Changed' }, [other.id]: { isbn: '<script>' } }
    const answer = await komga('PATCH', '/api/v1/books/metadata', { body })
    expect(answer.status).toBe(400)
    expect((await getBook()).summary).toBeNull()
  })
})

describe('a refused update', () => {
  test.each([
    ['no object', 'series', [1]],
    ['null', 'series', 'null'],
    ['no JSON', 'series', '{'],
    ['an unknown status', 'series', { status: 'GONE' }],
    ['text as a list', 'series', { genres: 'Adventure' }],
    ['a blank title', 'series', { title: ' ' }],
    ['an age out of range', 'series', { ageRating: 1e9 }],
    ['a negative count', 'series', { totalBookCount: -3 }],
    ['a language that is none', 'series', { language: 'not a language' }],
    ['a link that is no address', 'series', { links: [{ label: 'x', url: 'javascript:1' }] }],
    ['a link without a label', 'series', { links: [{ label: ' ', url: 'https://a.example' }] }],
    ['NUL', 'series', { summary: 'a\u0000b' }],
    ['a day that does not exist', 'book', { releaseDate: '2019-02-30' }],
    ['text as a date', 'book', { releaseDate: 'soon' }],
    ['an ISBN with markup', 'book', { isbn: '<b>' }],
    ['people without names', 'book', { authors: [{ name: '', role: 'writer' }] }],
    ['a link of a book that is no address', 'book', { links: [{ label: 'x', url: 'data:1' }] }],
    ['a number as title', 'book', { title: 5 }],
  ])('names the member: %s', async (_name, of, body) => {
    const answer = await (of === 'series' ? patchSeries(body) : patchBook(body))
    expect(answer.status).toBe(400)
    const { violations } = answer.body
    expect(violations.length).toBeGreaterThan(0)
    const field = typeof body === 'object' && !Array.isArray(body) ? Object.keys(body)[0]! : ''
    expect(String(violations[0].fieldName ?? '')).toStartWith(field)
  })

  test('changes nothing for readers, strangers and unknown items', async () => {
    expect((await patchSeries({ title: 'Mine' }, 'ann')).status).toBe(403)
    expect((await patchBook({ title: 'Mine' }, 'ann')).status).toBe(403)
    const stranger = await patchSeries({ title: 'Mine' }, '')
    expect(stranger.status).toBe(401)
    expect(stranger.headers.get('www-authenticate')).toStartWith('Basic ')
    for (const id of [Bun.randomUUIDv7(), 'nothing', '%00', "'; --"]) {
      const answer = await komga('PATCH', `/api/v1/series/${id}/metadata`, { body: {} })
      expect(answer.status).toBe(404)
    }
    expect((await getSeries()).title).toBe('Lantern Reef')
  })

  test('includes those of hidden series', async () => {
    const max = server.getUserId('max')
    const path = `/users/${max}/libraries`
    await server.call('PUT', path, { as: 'ada', body: { libraryIds: [] } })
    const answer = await patchSeries({ title: 'Mine' })
    await server.call('PUT', path, { as: 'ada', body: { libraryIds: null } })
    expect(answer.status).toBe(404)
    expect((await getSeries()).title).toBe('Lantern Reef')
  })
})
