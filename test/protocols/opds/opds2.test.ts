/** OPDS 2.0 as a reading app sees it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { refreshSeriesProgressAndSearch } from '../../../src/reading/progress/refresh-series-and-progress'
import { seedBook, seedLibrary, seedSeries, type SeededSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { checkAuthentication, checkFeed, checkPublication, type Feed } from './opds2-schema'

let server: TestServer
let libraryId: string
let hiddenBook: string
let series: SeededSeries
const books: { id: string }[] = []

beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server, { name: 'Comics' })
  libraryId = library.id
  series = await seedSeries(server, library, { title: 'Lantern & <Reef>', publisher: 'Salt Press' })
  for (const volume of [1, 2, 3]) {
    const title = volume === 2 ? 'Salt Lessons' : `Lantern & <Reef> v0${volume}`
    const contents = { format: 'cbz', pageCount: 20, size: 1234 }
    const metadata = volume === 2 ? facts : {}
    books.push(
      await seedBook(server, series, {
        title,
        volume,
        sortKey: String(volume),
        metadata,
        ...contents,
      }),
    )
  }
  await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [series.id]))
  const closed = await seedLibrary(server, { name: 'Closed' })
  const hidden = await seedSeries(server, closed, { title: 'Hidden Harbour' })
  hiddenBook = (await seedBook(server, hidden)).id
  await server.call('PUT', `/users/${server.getUserId('ann')}/libraries`, {
    as: 'ada',
    body: { libraryIds: [libraryId] },
  })
})
afterAll(() => server.close())

const facts = {
  number: '2',
  authors: [
    { name: 'Ann & Bo', role: 'writer' },
    { name: 'Cy', role: 'translator' },
  ],
  penciller: 'Di, Ed',
  publisher: 'Salt Press',
  languageIso: 'pt-BR',
  genre: 'Sea, Salt',
  subjects: ['Lighthouses', 'Sea'],
  summary: 'A summary',
  year: 2021,
  month: 5,
  day: 4,
}

const get = (path: string, init: RequestInit & { as?: string } = {}) =>
  server.fetch(path, { as: 'ann', ...init })

async function parse(path: string): Promise<Feed> {
  const response = await get(path)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
  expect(response.headers.get('content-type')).toBe('application/opds+json')
  return checkFeed(JSON.parse(text))
}

const titles = ({ publications = [] }: Pick<Feed, 'publications'>) =>
  publications.map(({ metadata }) => metadata.title)
const names = ({ navigation = [] }: Pick<Feed, 'navigation'>) =>
  navigation.map(({ title }) => title)
const findLink = ({ links }: Pick<Feed, 'links'>, rel: string) =>
  links.find((link) => link.rel === rel)

describe('the start', () => {
  test.each(['/opds/v2', '/opds/v2/catalog'])('is at %s', async (path) => {
    expect(names(await parse(path))).toEqual([
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

  test('leads to feeds of OPDS 2.0 that can all be read', async () => {
    const { navigation = [] } = await parse('/opds/v2')
    for (const { href } of navigation) {
      expect(href).toStartWith('/opds/v2/')
      expect(await parse(href)).toHaveProperty('metadata')
    }
  })

  test('shows the beginning of the shelves that have books', async () => {
    const { groups = [] } = await parse('/opds/v2')
    expect(groups.map(({ metadata }) => metadata)).toEqual([
      { title: 'New books', numberOfItems: 3 },
    ])
    expect(groups[0]!.links[0]!.href).toBe('/opds/v2/new-books')
    expect(titles(groups[0]!)).toContain('Lantern & <Reef> – Vol. 1')
  })

  test('does not exist when the setting is off', async () => {
    const other = await startTestServer({ 'opds.enabled': 'false' })
    expect((await other.fetch('/opds/v2/libraries', { as: 'ann' })).status).not.toBe(200)
    expect((await other.fetch('/opds/v2/authentication')).status).not.toBe(200)
    await other.close()
  })
})

describe('without credentials', () => {
  test.each([
    '/opds/v2',
    '/opds/v2/series',
    `/opds/v2/books/${Bun.randomUUIDv7()}/progression`,
    '/opds/v2/search?query=a',
  ])('%s answers with the authentication document', async (path) => {
    const response = await server.fetch(path)
    expect(response.status).toBe(401)
    expect(response.headers.get('content-type')).toBe('application/opds-authentication+json')
    expect(response.headers.get('www-authenticate')).toContain('Basic realm="Quire"')
    const document = checkAuthentication(await response.json())
    expect(response.headers.get('link')).toBe(
      `<${document.id}>; rel="http://opds-spec.org/auth/document"; type="application/opds-authentication+json"`,
    )
    const { pathname } = new URL(document.id)
    expect(checkAuthentication(await (await server.fetch(pathname)).json())).toEqual(document)
  })

  test('wrong credentials do, too, and OPDS 1.2 does not', async () => {
    const headers = { authorization: `Basic ${btoa('ann:wrong')}` }
    const wrong = await server.fetch('/opds/v2', { headers })
    expect(wrong.status).toBe(401)
    checkAuthentication(await wrong.json())
    const { headers: sent } = await server.fetch('/opds')
    expect(sent.get('content-type')).not.toContain('opds')
  })

  test('the document names the public address', async () => {
    const url = 'https://books.example.org/quire'
    const other = await startTestServer({ 'server.public_url': url, 'server.base_path': '/quire' })
    const { id } = checkAuthentication(await (await other.fetch('/opds/v2')).json())
    expect(id).toBe(`${url}/opds/v2/authentication`)
    await other.close()
  })
})

describe('lists', () => {
  test.each([
    ['a library', '/opds/v2/libraries', 'Comics'],
    ['a publisher', '/opds/v2/publishers', 'Salt Press'],
  ])('of series lead from %s to books', async (_, path, name) => {
    const sections = await parse(path)
    expect(sections.navigation).toMatchObject([{ title: name, rel: 'subsection' }])
    const found = await parse(sections.navigation![0]!.href)
    expect(found.metadata.title).toBe(name)
    expect(found.navigation).toMatchObject([
      { title: 'Lantern & <Reef>', properties: { numberOfItems: 3 } },
    ])
    expect(titles(await parse(found.navigation![0]!.href))).toEqual([
      'Vol. 1',
      'Vol. 2 – Salt Lessons',
      'Vol. 3',
    ])
  })

  test('offer orders and reading states as facets', async () => {
    const { facets = [] } = await parse('/opds/v2/series?order=added&status=unread')
    expect(facets.map(({ metadata }) => metadata.title)).toEqual(['Order', 'Reading'])
    const links = facets.flatMap((facet) => facet.links)
    expect(links.filter(({ rel }) => rel === 'self').map(({ title }) => title)).toEqual([
      'Newest first',
      'Unread',
    ])
    const read = await parse(links.find(({ title }) => title === 'Read')!.href)
    expect(read.metadata.numberOfItems).toBe(0)
  })

  test.each(['/opds/v2/series?status=read', '/opds/v2/search?query=nothing-is-called-so'])(
    'P7: an empty list has a link to the start: %s',
    async (path) => {
      const { publications = [], navigation = [], groups = [] } = await parse(path)
      expect([...publications, ...groups]).toEqual([])
      expect(navigation.map(({ title }) => title)).toEqual(['Start'])
    },
  )

  test('P7: a list of which no item is a book has no publications, and the other way round', async () => {
    const wanted = '/opds/v2/want-to-read'
    await server.call('POST', '/want-to-read', { as: 'ann', body: { seriesId: series.id } })
    const ofSeries = await parse(wanted)
    expect([names(ofSeries), ofSeries.publications]).toEqual([['Lantern & <Reef>'], undefined])
    await server.call('DELETE', `/want-to-read/series/${series.id}`, { as: 'ann' })
    expect(names(await parse(wanted))).toEqual(['Start'])
    for (const page of ['series', 'new-books', `series/${series.id}`, 'libraries', 'genres'])
      await parse(`/opds/v2/${page}?page=99`)
  })

  test('are paged', async () => {
    const path = `/opds/v2/series/${series.id}`
    const second = await parse(`${path}?page=2&pageSize=1`)
    expect(second.metadata).toEqual({
      title: 'Lantern & <Reef>',
      numberOfItems: 3,
      itemsPerPage: 1,
      currentPage: 2,
    })
    expect(findLink(second, 'first')?.href).toBe(`${path}?page=1&pageSize=1`)
    expect(findLink(second, 'previous')?.href).toBe(`${path}?page=1&pageSize=1`)
    expect(findLink(second, 'next')?.href).toBe(`${path}?page=3&pageSize=1`)
    expect(findLink(second, 'last')?.href).toBe(`${path}?page=3&pageSize=1`)
    const last = await parse(`${path}?page=3&pageSize=1`)
    expect(findLink(last, 'next')).toBeUndefined()
  })

  test('contain what to read next and what the user wants to read', async () => {
    await server.call('PUT', `/books/${books[0]!.id}/progress`, {
      as: 'ann',
      body: { currentPage: 7 },
    })
    expect(titles(await parse('/opds/v2/keep-reading'))).toEqual(['Lantern & <Reef> – Vol. 1'])
    for (const body of [{ bookId: books[2]!.id }, { seriesId: series.id }]) {
      await server.call('POST', '/want-to-read', { as: 'ann', body })
    }
    const wanted = await parse('/opds/v2/want-to-read')
    expect(titles(wanted)).toEqual(['Lantern & <Reef> – Vol. 3'])
    expect(names(wanted)).toEqual(['Lantern & <Reef>'])
  })

  test('of what a search finds come from a template', async () => {
    const { href, templated } = findLink(await parse('/opds/v2'), 'search')!
    expect(templated).toBe(true)
    const found = await parse(href.replace('{?query}', '?query=lantern'))
    expect(names(found)).toEqual(['Lantern & <Reef>'])
    expect(titles(await parse('/opds/v2/search?query=salt'))).toContain(
      'Lantern & <Reef> – Vol. 2 – Salt Lessons',
    )
    expect(titles(await parse('/opds/v2/search?query='))).toEqual([])
  })

  test('lead to lists of OPDS 2.0 only', async () => {
    for (const path of ['', '/series', `/series/${series.id}`, '/libraries', '/keep-reading']) {
      const text = await (await get(`/opds/v2${path}`)).text()
      expect(text).not.toMatch(/"\/opds\/(?!v2|books\/[^/"]+\/file\/)/)
      expect(text).not.toContain('atom')
    }
  })
})

describe('publications', () => {
  test('have all metadata, covers with sizes and a file with its type, size and name', async () => {
    const { publications = [] } = await parse(`/opds/v2/series/${series.id}`)
    const { metadata, links, images } = publications[1]!
    const { id } = books[1]!
    const { modified, ...others } = metadata
    expect(new Date(modified).getTime()).toBeGreaterThan(0)
    expect(others).toEqual({
      '@type': 'http://schema.org/ComicIssue',
      identifier: `urn:uuid:${id}`,
      title: 'Vol. 2 – Salt Lessons',
      author: ['Ann & Bo'],
      penciler: ['Di', 'Ed'],
      translator: ['Cy'],
      publisher: 'Salt Press',
      language: 'pt-BR',
      published: '2021-05-04T00:00:00.000Z',
      subject: ['Sea', 'Salt', 'Lighthouses'],
      description: 'A summary',
      numberOfPages: 20,
      readingProgression: 'ltr',
      belongsTo: {
        series: [
          {
            name: 'Lantern & <Reef>',
            position: 2,
            links: [{ href: `/opds/v2/series/${series.id}`, type: 'application/opds+json' }],
          },
        ],
      },
    })
    const file = links.find(({ rel }) => rel === 'http://opds-spec.org/acquisition')!
    expect({ ...file, href: decodeURIComponent(file.href) }).toEqual({
      rel: 'http://opds-spec.org/acquisition',
      href: `/opds/books/${id}/file/Lantern & <Reef> – Vol. 2 – Salt Lessons.cbz`,
      type: 'application/vnd.comicbook+zip',
      size: 1234,
    })
    expect(images.map(({ width }) => width)).toEqual([server.ctx.config.thumbnails.width, 240])
    for (const { href } of images) expect((await get(href)).status).toBe(200)
  })

  test('can be requested one by one', async () => {
    const { publications = [] } = await parse(`/opds/v2/series/${series.id}`)
    const self = findLink(publications[1]!, 'self')!
    const response = await get(self.href)
    expect(response.headers.get('content-type')).toBe(self.type)
    expect(checkPublication(await response.json())).toEqual(publications[1]!)
  })
})

describe('what a user may not see', () => {
  test('is in no feed', async () => {
    const paths = ['', '/series', '/libraries', '/search?query=hidden', '/new-books']
    const pages = await Promise.all(
      paths.map(async (path) => (await get(`/opds/v2${path}`)).text()),
    )
    expect(pages.join('')).not.toMatch(/Hidden|Closed/)
  })

  test.each(['', '/manifest', '/positions', '/progression', '/pages/1', '/resources/a'])(
    'is not opened by its address: %s',
    async (part) => {
      expect((await get(`/opds/v2/books/${hiddenBook}${part}`)).status).toBe(404)
    },
  )

  test.each([
    ['no id', '/opds/v2/series/nothing', 400],
    ['an unknown book', `/opds/v2/books/${Bun.randomUUIDv7()}`, 404],
    ['a page far beyond the end', '/opds/v2/series?page=1000000', 200],
    ['page zero', '/opds/v2/series?page=0', 400],
    ['no search text', '/opds/v2/search', 400],
  ])('%s', async (_, path, status) => {
    expect((await get(path)).status).toBe(status)
  })

  test('a position of it cannot be set', async () => {
    const body = {
      modified: new Date().toISOString(),
      locator: { href: 'pages/1', type: 'image/jpeg', locations: { position: 1 } },
    }
    const response = await get(`/opds/v2/books/${hiddenBook}/progression`, {
      method: 'PUT',
      headers: { 'content-type': 'application/vnd.readium.progression+json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(404)
  })
})

test('P3: HEAD has the headers of GET, and an unchanged feed is not sent again', async () => {
  const head = await get('/opds/v2/series', { method: 'HEAD' })
  const full = await get('/opds/v2/series')
  expect(head.status).toBe(200)
  for (const name of ['content-type', 'etag', 'cache-control'])
    expect([name, head.headers.get(name)]).toEqual([name, full.headers.get(name)])
  expect(await head.text()).toBe('')
  const path = `/opds/v2/series/${series.id}`
  const etag = (await get(path)).headers.get('etag')!
  expect((await get(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
})
