/** Every kind of locator against every format of book. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { seedBook, seedLibrary, type SeededSeries, seedSeries } from '../support/seed'
import { startTestServer, type TestServer } from '../support/server'

let server: TestServer
let series: SeededSeries
beforeAll(async () => {
  server = await startTestServer()
  series = await seedSeries(server, await seedLibrary(server))
})
afterAll(() => server.close())

const text = { highlight: 'A passage' }
const locators = {
  part: {
    href: 'text/one.xhtml',
    type: 'application/xhtml+xml',
    locations: { progression: 0.1, totalProgression: 0.5, partialCfi: 'epubcfi(/4/2,/1:0,/1:5)' },
    text,
  },
  page: {
    href: 'pages/3',
    type: 'image/jpeg',
    locations: { position: 3, totalProgression: 0.1 },
    text,
  },
  'page with an address': {
    href: 'https://quire.example/api/v1/books/1/pages/3',
    type: 'image/jpeg',
    locations: { totalProgression: 0.1 },
    text,
  },
  'page beyond the end': {
    href: 'pages/21',
    type: 'image/jpeg',
    locations: { position: 21, totalProgression: 1 },
    text,
  },
}
type Kind = keyof typeof locators

const pages: Kind[] = ['page', 'page with an address']
const pictures = ['cbz', 'cbr', 'cb7', 'cbt', 'folder'] as const
/** The kinds of locators that are accepted. */
const formats: Record<string, { highlights: Kind[]; bookmarks: Kind[] }> = {
  epub: { highlights: ['part'], bookmarks: ['part'] },
  pdf: { highlights: pages, bookmarks: pages },
  ...Object.fromEntries(pictures.map((one) => [one, { highlights: [], bookmarks: pages }])),
}

const cases = Object.entries(formats).flatMap(([format, accepted]) =>
  (['highlights', 'bookmarks'] as const).flatMap((route) =>
    (Object.keys(locators) as Kind[]).map(
      (kind) => [format, route, kind, accepted[route].includes(kind)] as const,
    ),
  ),
)

test.each(cases)('M5: %s: %s with the locator of a %s: %p', async (format, route, kind, isFine) => {
  const { id } = await seedBook(server, series, { format, pageCount: 20 })
  const body = { locator: locators[kind] }
  const path = `/books/${id}/${route}`
  const { status, body: answer } = await server.call('POST', path, { as: 'ann', body })
  const { total, data } = (await server.call('GET', path, { as: 'ann' })).body
  expect([status, total]).toEqual([isFine ? 201 : 400, isFine ? 1 : 0])
  if (!isFine) return expect(answer.details[0].path).toStartWith('locator')
  const isPage = route === 'bookmarks' && kind !== 'part'
  if (isPage) expect(data[0]).toMatchObject({ page: 3, locator: null })
  else expect(data[0].locator).toEqual(locators[kind])
})

test('M5: the last page can be marked', async () => {
  const { id } = await seedBook(server, series, { format: 'cbz', pageCount: 20 })
  const locator = {
    ...locators.page,
    href: 'pages/20',
    locations: { position: 20, totalProgression: 0.95 },
  }
  const path = `/books/${id}/bookmarks`
  expect((await server.call('POST', path, { as: 'ann', body: { locator } })).status).toBe(201)
})
