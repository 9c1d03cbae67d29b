/** The OPDS catalog as a reading app sees it, read with a third-party parser. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import OPDSParser, { AcquisitionFeed, NavigationFeed, OPDSFacetLink } from 'opds-feed-parser'
import type { OPDSFeed } from 'opds-feed-parser'
import { refreshSeriesProgressAndSearch } from '../../../src/reading/progress/refresh-series-and-progress'
import { seedBook, type SeededSeries, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let libraryId: string
let hidden: string
let series: SeededSeries
const books: { id: string }[] = []

beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server, { name: 'Comics' })
  libraryId = library.id
  series = await seedSeries(server, library, {
    title: 'Lantern & <Reef>',
    publisher: 'Salt "Press"',
  })
  for (const volume of [1, 2, 3]) {
    const title = volume === 2 ? 'Salt Lessons' : `Lantern & <Reef> v0${volume}`
    const contents = { format: 'cbz', pageCount: 20, size: 1234 }
    books.push(
      await seedBook(server, series, { title, volume, sortKey: String(volume), ...contents }),
    )
  }
  await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [series.id]))
  const closed = await seedLibrary(server, { name: 'Closed' })
  hidden = (await seedSeries(server, closed, { title: 'Hidden Harbour' })).id
  await server.call('PUT', `/users/${server.getUserId('ann')}/libraries`, {
    as: 'ada',
    body: { libraryIds: [libraryId] },
  })
})
afterAll(() => server.close())

const get = (path: string, init: RequestInit & { as?: string } = {}) =>
  server.fetch(path, { as: 'ann', ...init })

async function parse(path: string): Promise<OPDSFeed> {
  const response = await get(path)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
  return (await new OPDSParser().parse(text)) as OPDSFeed
}

const titles = (feed: OPDSFeed) => feed.entries.map(({ title }) => title)
const findLink = ({ links }: Pick<OPDSFeed, 'links'>, rel: string) =>
  links.find((link) => link.rel === rel)

describe('the start', () => {
  test.each(['/opds', '/opds/v1.2', '/opds/v1.2/catalog'])('is at %s', async (path) => {
    const feed = await parse(path)
    expect(feed).toBeInstanceOf(NavigationFeed)
    expect(titles(feed)).toEqual([
      'Keep reading',
      'On deck',
      'Want to read',
      'Collections',
      'Reading lists',
      'New books',
      'New series',
      'All series',
      'Libraries',
      'Genres',
      'Publishers',
    ])
  })

  test('leads to feeds that can all be read', async () => {
    const { entries } = await parse('/opds')
    for (const { links } of entries) {
      expect(await parse(links[0]!.href)).toHaveProperty('title')
    }
  })

  test.each([
    'application/opds+json, application/atom+xml;profile=opds-catalog, */*',
    'application/atom+xml',
    'text/html',
  ])('is sent to a client that accepts %s', async (accept) => {
    expect((await get('/opds', { headers: { accept } })).status).toBe(200)
  })

  test('asks for a password in the way that reading apps wait for', async () => {
    const response = await server.fetch('/opds')
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain('Basic realm="Quire"')
  })

  test('does not exist when the setting is off', async () => {
    const other = await startTestServer({ 'opds.enabled': 'false' })
    expect((await other.fetch('/opds/libraries', { as: 'ann' })).status).not.toBe(200)
    await other.close()
  })

  test('repeats the base path in its addresses', async () => {
    const { createFeedRequest } = await import('../../../src/protocols/opds/feed-request')
    const { storeBasePath } = await import('../../../src/platform/http/pagination')
    const request = new Request('http://localhost/opds/series?page=2')
    storeBasePath(request, '/quire')
    expect(createFeedRequest(request, { root: '/opds' }).linkTo({ page: '3' })).toBe(
      '/quire/opds/series?page=3',
    )
  })
})

describe('series', () => {
  test('are listed with what they contain', async () => {
    const feed = await parse('/opds/series')
    expect(titles(feed)).toEqual(['Lantern & <Reef>'])
    expect(JSON.stringify(feed.entries[0]!.unparsed)).toContain('3 books, 3 unread')
    expect(feed.entries[0]!.id).toBe(`urn:uuid:${series.id}`)
    expect(feed.entries[0]!.links[0]!.href).toBe(`/opds/series/${series.id}`)
  })

  test('lead to their books in order, number first', async () => {
    const feed = await parse(`/opds/series/${series.id}`)
    expect(feed).toBeInstanceOf(AcquisitionFeed)
    expect(feed.title).toBe('Lantern & <Reef>')
    expect(titles(feed)).toEqual(['Vol. 1', 'Vol. 2 – Salt Lessons', 'Vol. 3'])
  })

  test('offer orders and reading states as facets', async () => {
    const { links } = await parse('/opds/series?order=added&status=unread')
    const facets = links.filter((link) => link instanceof OPDSFacetLink)
    expect(facets.filter(({ activeFacet }) => activeFacet).map(({ title }) => title)).toEqual([
      'Newest first',
      'Unread',
    ])
    const read = facets.find(({ title }) => title === 'Read')!
    expect(titles(await parse(read.href))).toEqual([])
  })

  test.each([
    ['a library', '/opds/libraries', 'Comics'],
    ['a publisher', '/opds/publishers', 'Salt "Press"'],
  ])('are found by %s', async (_, path, name) => {
    const sections = await parse(path)
    expect(titles(sections)).toEqual([name])
    const feed = await parse(sections.entries[0]!.links[0]!.href)
    expect(feed.title).toBe(name)
    expect(titles(feed)).toEqual(['Lantern & <Reef>'])
  })

  test('are found by a genre', async () => {
    await server.call('PUT', `/series/${series.id}/genres`, {
      as: 'ada',
      body: { genres: ['Sea, salt'] },
    })
    const genres = await parse('/opds/genres')
    const feed = await parse(
      genres.entries.find(({ title }) => title === 'Sea, salt')!.links[0]!.href,
    )
    expect(titles(feed)).toEqual(['Lantern & <Reef>'])
  })

  test('are paged', async () => {
    const feed = await parse(`/opds/series/${series.id}?page=2&pageSize=1`)
    expect(feed.search).toEqual({ totalResults: 3, itemsPerPage: 1, startIndex: 2 })
    const next = `/opds/series/${series.id}?page=3&pageSize=1`
    expect(findLink(feed, 'next')?.href).toBe(next)
    expect(findLink(feed, 'previous')?.href).toBe(`/opds/series/${series.id}?page=1&pageSize=1`)
    expect(findLink(await parse(next), 'next')).toBeUndefined()
  })
})

test('lists with other conditions have other ids, and the pages of a list have the same', async () => {
  const [all, page, read, added] = await Promise.all(
    ['', '?page=2&pageSize=1', '?status=read', '?order=added'].map(
      async (query) => (await parse(`/opds/series${query}`)).id,
    ),
  )
  expect(page).toBe(all!)
  expect(new Set([all, read, added]).size).toBe(3)
})

describe('books', () => {
  test('have a cover, a file with its type and name, and a stream of pages', async () => {
    const { entries } = await parse(`/opds/series/${series.id}`)
    const [{ links }] = [entries[1]!]
    const book = books[1]!
    expect(findLink({ links }, 'http://opds-spec.org/image/thumbnail')?.href).toBe(
      `/api/v1/books/${book.id}/thumbnail?format=jpeg&width=240`,
    )
    const file = findLink({ links }, 'http://opds-spec.org/acquisition')!
    expect(file.type).toBe('application/vnd.comicbook+zip')
    expect(decodeURIComponent(file.href)).toBe(
      `/opds/books/${book.id}/file/Lantern & <Reef> – Vol. 2 – Salt Lessons.cbz`,
    )
    expect(findLink({ links }, 'http://vaemendis.net/opds-pse/stream')?.href).toBe(
      `/opds/books/${book.id}/pages/{pageNumber}?maxWidth={maxWidth}`,
    )
  })

  test('carry the position for readers that continue', async () => {
    await server.call('PUT', `/books/${books[0]!.id}/progress`, {
      as: 'ann',
      body: { currentPage: 7 },
    })
    const xml = await (await get('/opds/keep-reading')).text()
    expect(xml).toContain('pse:count="20" pse:lastRead="7" pse:lastReadDate="20')
    expect(titles(await parse('/opds/keep-reading'))).toEqual(['Lantern & <Reef> – Vol. 1'])
    expect(titles(await parse('/opds/on-deck'))).toEqual([])
  })

  test('of the want-to-read list come in its order, series among them', async () => {
    for (const body of [{ bookId: books[2]!.id }, { seriesId: series.id }]) {
      await server.call('POST', '/want-to-read', { as: 'ann', body })
    }
    expect(titles(await parse('/opds/want-to-read'))).toEqual([
      'Lantern & <Reef> – Vol. 3',
      'Lantern & <Reef>',
    ])
  })
})

describe('search', () => {
  test('is described by OpenSearch', async () => {
    const feed = await parse('/opds')
    const response = await get(findLink(feed, 'search')!.href)
    expect(response.headers.get('content-type')).toStartWith(
      'application/opensearchdescription+xml',
    )
    expect(await response.text()).toContain('template="/opds/search?q={searchTerms}"')
  })

  test('finds series and books', async () => {
    expect(titles(await parse('/opds/search?q=salt'))).toContain(
      'Lantern & <Reef> – Vol. 2 – Salt Lessons',
    )
    expect(titles(await parse('/opds/search?q=lantern'))).toContain('Lantern & <Reef>')
    expect(titles(await parse('/opds/search?q='))).toEqual([])
  })
})

describe('what a user may not see', () => {
  test('is in no feed', async () => {
    const pages = await Promise.all(
      ['/opds/series', '/opds/libraries', '/opds/search?q=hidden', '/opds/new-books'].map(
        async (path) => (await get(path)).text(),
      ),
    )
    expect(pages.join('')).not.toMatch(/Hidden|Closed/)
  })

  test.each([
    ['a series', () => `/opds/series/${hidden}`, 404],
    ['an unknown series', () => `/opds/series/${Bun.randomUUIDv7()}`, 404],
    ['no id', () => '/opds/series/nothing', 400],
    ['a page far beyond the end', () => '/opds/series?page=1000000', 200],
    ['page zero', () => '/opds/series?page=0', 400],
    ['another order', () => '/opds/series?order=fate', 400],
    ['a page of a hidden book', () => `/opds/books/${Bun.randomUUIDv7()}/pages/0`, 404],
  ])('%s', async (_, path, status) => {
    expect((await get(path())).status).toBe(status)
  })

  test('needs the rights of the key', async () => {
    const { body } = await server.call('POST', '/api-keys', {
      as: 'ann',
      body: { name: 'narrow', permissions: ['progress:read'] },
    })
    const headers = { 'x-api-key': (body as { key: string }).key }
    expect((await server.fetch('/opds', { headers })).status).toBe(403)
  })
})

describe('requests that ask for little', () => {
  test('P3: HEAD has the headers of GET, over the network, too', async () => {
    const origin = server.listen()
    const headers = { authorization: `Bearer ${server.getToken('ann')}` }
    for (const path of ['/opds', '/opds/series', `/opds/series/${series.id}`, '/opds/v2']) {
      const head = await fetch(`${origin}${path}`, { method: 'HEAD', headers })
      const full = await fetch(`${origin}${path}`, { headers })
      expect([path, head.status, await head.text()]).toEqual([path, 200, ''])
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'vary'])
        expect([path, name, head.headers.get(name)]).toEqual([path, name, full.headers.get(name)])
    }
  })

  test('an unchanged feed is not sent again', async () => {
    const etag = (await get(`/opds/series/${series.id}`)).headers.get('etag')!
    const headers = { 'if-none-match': etag }
    expect((await get(`/opds/series/${series.id}`, { headers })).status).toBe(304)
  })
})

test('characters that XML cannot contain are left out', async () => {
  const { escapeXml } = await import('../../../src/platform/lib/text/escape-xml')
  expect(escapeXml(`a\u0000\u000b\ud800&<>"'\t\n😀花`)).toBe(
    'a\ufffd&amp;&lt;&gt;&quot;&#39;\t\n😀花',
  )
})

// Last, because an edit changes the order of the seeded books.
test('P2: entries of books name who wrote and drew them as authors, series in the text', async () => {
  const authors = [
    { name: 'Ann & Bo', role: 'writer' },
    { name: 'Cy', role: 'penciller' },
    { name: 'Ann & Bo', role: 'illustrator' },
    { name: 'Di', role: 'letterer' },
  ]
  for (const path of [`/books/${books[0]!.id}/metadata`, `/series/${series.id}/metadata`]) {
    const { status } = await server.call('PATCH', path, { as: 'ada', body: { authors } })
    expect(status).toBe(200)
  }
  const listNames = (feed: OPDSFeed, title: RegExp) =>
    feed.entries.find((entry) => title.test(entry.title))!.authors.map(({ name }) => name)
  const ofSeries = await parse(`/opds/series/${series.id}`)
  expect(listNames(ofSeries, /Vol\. 1/)).toEqual(['Ann & Bo', 'Cy'])
  expect(listNames(ofSeries, /Vol\. 2/)).toEqual([])
  const all = await parse('/opds/series')
  expect(listNames(all, /Lantern/)).toEqual([])
  expect(await (await get('/opds/series')).text()).toContain('Ann &amp; Bo, Cy')
})
