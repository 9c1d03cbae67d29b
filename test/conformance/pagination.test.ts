/** Sections 2.12 and 8 of the specification: paged responses, also beyond the end of a list. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startHttpServer } from '../../src/platform/http/server'
import { type TestServer, startTestServer } from '../support/server'
import { seedBook, seedLibrary, seedSeries } from '../support/seed'
import { findDeviations } from './values'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // Sets the counters that a scan would update.
  const library = await seedLibrary(server, { seriesCount: 5, bookCount: 5 })
  for (const title of ['A', 'B', 'C', 'D', 'E']) {
    await seedBook(server, await seedSeries(server, library, { title }))
  }
  await server.addUser('bea', 'reader')
  await server.addUser('cem', 'reader')
})
afterAll(() => server.close())

const getPage = (path: string) => server.call('GET', path, { as: 'ada' })

/** Each list has five items. The users are Ada, Ann, Max, Bea and Cem. */
describe.each(['/series', '/users', '/books'])('a list of five %s', (path) => {
  const getPageAt = (page: number, size = 2) => `/api/v1${path}?pageSize=${size}&page=${page}`

  test.each([
    ['the first page', 1, 2, { next: 2, prev: null }],
    ['a page in between', 2, 2, { next: 3, prev: 1 }],
    ['the last page', 3, 1, { next: null, prev: 2 }],
    ['the first page after the last', 4, 0, { next: null, prev: 3 }],
    ['a page far after the last', 1000, 0, { next: null, prev: 3 }],
  ])('%s', async (_, page, items, { next, prev }) => {
    const { status, body, headers } = await getPage(`${path}?pageSize=2&page=${page}`)
    expect(status).toBe(200)
    expect(findDeviations('page', body)).toEqual([])
    expect(body).toMatchObject({ page, pageSize: 2, total: 5, totalPages: 3 })
    expect(body.data).toHaveLength(items)
    expect(body.links).toEqual({
      first: getPageAt(1),
      last: getPageAt(3),
      self: getPageAt(page),
      next: next && getPageAt(next),
      prev: prev && getPageAt(prev),
    })
    const relations = Object.entries(body.links).filter(([, link]) => link !== null)
    const header = relations.map(([relation, link]) => `<${link}>; rel="${relation}"`).join(', ')
    expect(headers.get('link')).toBe(header)
  })

  test('returns a list on one page', async () => {
    const { body } = await getPage(`${path}?pageSize=5`)
    expect(body).toMatchObject({ page: 1, total: 5, totalPages: 1 })
    expect(body.links).toMatchObject({
      next: null,
      prev: null,
      first: getPageAt(1, 5),
      last: getPageAt(1, 5),
    })
  })

  test('returns an empty list', async () => {
    const { body } = await getPage(`${path}?search=nothing+like+this`)
    expect(body).toMatchObject({ data: [], page: 1, pageSize: 50, total: 0, totalPages: 0 })
    expect(body.links).toMatchObject({ next: null, prev: null })
    expect(body.links.last).toBe(`/api/v1${path}?search=nothing+like+this&page=1`)
  })

  test('shows every row once when following the links', async () => {
    const seen: string[] = []
    let next: string | null = `/api/v1${path}?pageSize=2`
    while (next) {
      const { body } = await getPage(next.replace('/api/v1', ''))
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      next = body.links.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([5, 5])
  })

  test.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=', 'pageSize=0', 'pageSize=501'])(
    'rejects %s and names it',
    async (query) => {
      const { status, body } = await getPage(`${path}?${query}`)
      expect([status, body.error]).toEqual([400, 'invalid'])
      expect(body.details[0].path).toBe(query.split('=')[0])
    },
  )

  test('accepts the maximum page size', async () => {
    expect((await getPage(`${path}?pageSize=500`)).body.pageSize).toBe(500)
  })
})

test.each(['/quire', ''])(
  'links contain the base path, whether a proxy keeps or strips "%s"',
  async (sent) => {
    const { server: given } = server.ctx.config
    const settings = { ...given, host: '127.0.0.1', port: 0, base_path: '/quire' }
    const front = startHttpServer({ ...server.ctx.config, server: settings })
    try {
      front.mount(server.app)
      const url = `http://127.0.0.1:${front.port}${sent}/api/v1/series?pageSize=2`
      const headers = { authorization: `Bearer ${server.getToken('ada')}` }
      const response = await fetch(url, { headers })
      const { links } = (await response.json()) as { links: Record<string, string> }
      expect(links['next']).toBe('/quire/api/v1/series?pageSize=2&page=2')
      expect(response.headers.get('link')).toContain('</quire/api/v1/series?pageSize=2&page=2>')
    } finally {
      await front.stop(1000)
    }
  },
)

test('responses with a field called next have an ETag, too', async () => {
  const { body } = await getPage('/books')
  const { headers } = await getPage(`/books/${body.data[0].id}/adjacent`)
  expect(headers.get('etag')).toStartWith('W/"')
})

test.each(['/series', '/users', '/books'])(
  'a page of %s has a weak ETag, is private, and returns 304 when unchanged',
  async (path) => {
    const first = await getPage(path)
    const etag = first.headers.get('etag')!
    expect(etag).toStartWith('W/"')
    expect(first.headers.get('cache-control')).toContain('private')
    const headers = { 'if-none-match': etag }
    const again = await server.call('GET', path, { as: 'ada', headers })
    expect([again.status, again.body]).toEqual([304, ''])
  },
)
