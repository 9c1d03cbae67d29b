/** Changes of what a client has read before are refused if it is no longer the same. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
const ids = { library: '', series: '', book: '' }

beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server)
  const series = await seedSeries(server, library)
  ids.series = series.id
  ids.book = (await seedBook(server, series, { pageCount: 20 })).id
  ids.library = library.id
})
afterAll(() => server.close())

/** Path, method, and two different changes. */
const operations: [string, string, object, object][] = [
  ['series/SERIES', 'PATCH', { title: 'One' }, { title: 'Two' }],
  ['books/BOOK', 'PATCH', { title: 'One' }, { title: 'Two' }],
  ['series/SERIES/user-data', 'PATCH', { note: 'One' }, { note: 'Two' }],
  ['series/SERIES/tracking', 'PATCH', { tracked: true }, { tracked: false }],
  ['books/BOOK/progress', 'PUT', { currentPage: 3 }, { currentPage: 4 }],
  ['series/SERIES/rating', 'PUT', { rating: 10 }, { rating: 20 }],
  ['libraries/LIBRARY/providers', 'PUT', { threshold: 0.8 }, { threshold: 0.9 }],
]

describe('M9: If-Match', () => {
  test.each(operations)('%s %s', async (place, method, first, second) => {
    const path = `/${place.replace(/[A-Z]+/, (kind) => ids[kind.toLowerCase() as keyof typeof ids])}`
    const read = () => server.call('GET', path, { as: 'ada' })
    const change = (body: object, etag?: string) =>
      server.call(method, path, { as: 'ada', body, ...(etag && { headers: { 'if-match': etag } }) })
    expect((await change(first)).status).toBeLessThan(300)
    const before = await read()
    const known = before.headers.get('etag')!
    expect((await change(second, '"older"')).status).toBe(412)
    expect((await read()).body).toEqual(before.body)
    expect((await change(second, known)).status).toBeLessThan(300)
    expect((await change(first, known)).status).toBe(412)
    expect((await change(first, '*')).status).toBeLessThan(300)
  })

  test.each(operations)(
    'of two changes at once, one is refused: %s %s',
    async (place, method, one, two) => {
      const path = `/${place.replace(/[A-Z]+/, (kind) => ids[kind.toLowerCase() as keyof typeof ids])}`
      const change = async (body: object, headers = {}) =>
        (await server.call(method, path, { as: 'ada', body, headers })).status
      for (const [first, second] of [
        [one, two],
        [two, one],
      ] as const) {
        // Each round starts with a version of which both changes make another one.
        await change(second)
        const known = (await server.call('GET', path, { as: 'ada' })).headers.get('etag')!
        const headers = { 'if-match': known }
        const answers = await Promise.all([change(first, headers), change(first, headers)])
        expect(answers.filter((status) => status === 412)).toHaveLength(1)
        expect(answers.filter((status) => status < 300)).toHaveLength(1)
      }
    },
  )

  test('is checked after the rights and the existence', async () => {
    const headers = { 'if-match': '"older"' }
    const body = { title: 'One' }
    await server.addUser('rex', 'reader')
    const refused = await server.call('PATCH', `/books/${ids.book}`, { as: 'rex', body, headers })
    expect(refused.status).toBe(403)
    const missing = `/books/${Bun.randomUUIDv7()}`
    expect((await server.call('PATCH', missing, { as: 'ada', body, headers })).status).toBe(404)
  })

  test('refuses the first version of what is not there', async () => {
    const path = `/books/${ids.book}/rating`
    const headers = { 'if-match': '"older"' }
    const call = server.call('PUT', path, { as: 'ada', body: { rating: 10 }, headers })
    expect((await call).status).toBe(412)
  })
})
