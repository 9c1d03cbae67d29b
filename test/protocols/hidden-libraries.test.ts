/** No route for reading apps returns data of a library that the reader cannot see. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { refreshSeriesProgressAndSearch } from '../../src/reading/progress/refresh-series-and-progress'
import { seedBook, seedLibrary, seedSeries } from '../support/seed'
import { startTestServer, type TestServer } from '../support/server'

let server: TestServer
let seen: { series: string; book: string }
let hidden: { library: string; series: string; book: string }
/** Keys in the URLs of the reader. */
let kobo: string
let feeds: string

beforeAll(async () => {
  server = await startTestServer()
  const open = await seedSeries(server, await seedLibrary(server), { title: 'Seen' })
  const openBook = await seedBook(server, open, { title: 'Seen' })
  seen = { series: open.id, book: openBook.id }
  const closed = await seedSeries(server, await seedLibrary(server), { title: 'SECRET series' })
  const metadata = {
    authors: [{ name: 'SECRET person', role: 'writer' }],
    subjects: ['SECRET subject'],
  }
  const book = await seedBook(server, closed, { title: 'SECRET book', metadata })
  hidden = { library: closed.libraryId, series: closed.id, book: book.id }
  const change = async (method: string, path: string, body: object) => {
    const { status } = await server.call(method, `/series/${closed.id}/${path}`, {
      as: 'ada',
      body,
    })
    expect(status).toBeLessThan(300)
  }
  const body = { publisher: 'SECRET publisher', language: 'tlh', year: 1917 }
  await change('PATCH', 'metadata', body)
  await change('PUT', 'genres', { genres: ['SECRET genre'] })
  await change('PUT', 'tags', { tags: ['SECRET tag'] })
  await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [open.id, closed.id]))
  const device = await server.call('POST', '/kobo-devices', { as: 'max', body: { name: 'Libra' } })
  kobo = device.body.key
  const address = await server.call('POST', '/user/feeds', { as: 'max', body: { name: 'Feed' } })
  feeds = address.body.atomPath.split('/')[2]
  const path = `/users/${server.getUserId('max')}/libraries`
  await server.call('PUT', path, { as: 'ada', body: { libraryIds: [open.libraryId] } })
})
afterAll(() => server.close())

/** Lists the GET routes of reading apps, except event streams, which do not end. */
const listPaths = async () =>
  (await server.app.listRoutes())
    .filter(({ method, path }) => method === 'GET' && /^\/(komga|opds|kobo|feeds)/.test(path))
    .map(({ path }) => path)
    .filter((path) => !path.includes('/sse/'))

const listQueries = () => [
  '',
  'unpaged=true',
  'search=SECRET',
  'q=SECRET&query=SECRET',
  `library_id=${hidden.library}&libraryId=${hidden.library}`,
  `series_id=${hidden.series}&author=SECRET%20person,writer`,
  'genre=SECRET%20genre&tag=SECRET%20tag&publisher=SECRET%20publisher&release_year=1917',
]

async function findTold(url: string) {
  const response = await server.fetch(url, { as: 'max' })
  const text = await response.text()
  expect([url, response.status === 500]).toEqual([url, false])
  // Feeds and errors repeat the requested address.
  const words = ['SECRET series', 'SECRET book', 'SECRET person', 'SECRET subject', 'SECRET genre']
  const more = ['SECRET tag', 'SECRET publisher', '"tlh"', ...Object.values(hidden)]
  const told = [...words, ...more].filter((word) => text.includes(word))
  // IDs, times and hashes can contain the digits of the year.
  if (/(?<![\w.-])1917(?!\w)/.test(text)) told.push('1917')
  return told.filter((word) => !decodeURIComponent(url).includes(word))
}

test('no answer names anything of a hidden library', async () => {
  const told: string[] = []
  const subjects = [seen.series, seen.book, ...Object.values(hidden), 'SECRET genre', '1']
  const fill = (path: string, id: string) =>
    path
      .replace(':key', path.startsWith('/feeds') ? feeds : kobo)
      .replaceAll(/:\w+/g, encodeURIComponent(id))
      .replace('*', '1')
  const urls = new Set((await listPaths()).flatMap((path) => subjects.map((id) => fill(path, id))))
  const all = [...urls].flatMap((url) => listQueries().map((query) => `${url}?${query}`))
  for (const url of all) {
    const words = await findTold(url)
    if (words.length > 0) told.push(`${url}: ${words.join(', ')}`)
  }
  expect(all.length).toBeGreaterThan(1000)
  expect(told).toEqual([])
}, 60_000)

test.each(['series', 'books'])('no condition on %s finds anything of it', async (kind) => {
  const conditions = [
    { libraryId: { operator: 'is', value: hidden.library } },
    { libraryId: { operator: 'isNot', value: Bun.randomUUIDv7() } },
    { title: { operator: 'beginsWith', value: 'SECRET' } },
    { author: { operator: 'is', value: { name: 'SECRET person', role: 'writer' } } },
  ]
  const found: number[] = []
  for (const condition of conditions) {
    const response = await server.fetch(`/komga/api/v1/${kind}/list`, {
      method: 'POST',
      as: 'max',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ condition }),
    })
    found.push(((await response.json()) as { totalElements: number }).totalElements)
  }
  expect(found).toEqual([0, 1, 0, 0])
})
