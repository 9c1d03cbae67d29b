import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type TestServer, startTestServer } from '../support/server'
import { seedBook, seedLibrary, seedSeries, type SeededSeries } from '../support/seed'

let server: TestServer
let series: SeededSeries
beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server, { name: 'Comics' })
  series = await seedSeries(server, library, { title: 'Alpha', year: 2001 })
  await seedBook(server, series, { relativePath: 'a1.cbz', title: 'One' })
})
afterAll(() => server.close())

const lists = (query: string) => [
  { method: 'GET', path: `/series${query}` },
  { method: 'GET', path: `/series/full${query}` },
  { method: 'GET', path: `/libraries/${series.libraryId}/series${query}` },
  { method: 'POST', path: `/series/list${query}`, body: {} },
  { method: 'GET', path: `/books${query}` },
  { method: 'GET', path: `/libraries/${series.libraryId}/books${query}` },
  { method: 'GET', path: `/series/${series.id}/books${query}` },
  { method: 'POST', path: `/books/list${query}`, body: {} },
]
const send = ({ method, path, body }: ReturnType<typeof lists>[number]) =>
  server.call(method, path, { as: 'ann', ...(body && { body }) })
const get = (path: string, headers: Record<string, string> = {}) =>
  server.call('GET', path, { as: 'ann', headers })

describe('V5: fields of lists', () => {
  test('items have only the members that were asked for, the page is complete', async () => {
    for (const list of lists('?fields=id,%20libraryName')) {
      const { status, body, headers } = await send(list)
      expect([list.path, status]).toEqual([list.path, 200])
      expect(body.data.map((item: object) => Object.keys(item))).toEqual([['id', 'libraryName']])
      expect(body).toMatchObject({ page: 1, pageSize: 50, links: { next: null } })
      expect(body.links.self).toContain('fields=id')
      expect(headers.get('link')).toContain('rel="self"')
      expect(headers.get('content-type')).toContain('application/json')
    }
  })

  test('members of members are picked, and whole members stay whole', async () => {
    const list = async (fields: string) => (await get(`/series?fields=${fields}`)).body.data[0]
    expect(await list('metadata.title,metadata.year,genres')).toEqual({
      metadata: { title: 'Alpha', year: 2001 },
      genres: [],
    })
    const complete = (await get('/series')).body.data[0]
    for (const fields of ['metadata,metadata.title', 'metadata.title,metadata']) {
      expect(await list(fields)).toEqual({ metadata: complete.metadata })
    }
  })

  test('a member that is null is null', async () => {
    const { body } = await get('/books?fields=readProgress,summary')
    expect(body.data).toEqual([{ readProgress: null, summary: null }])
  })

  test('unknown names are refused with the known ones', async () => {
    for (const fields of ['titel', '', 'id,', 'metadata.nothing', 'constructor', 'id.length']) {
      for (const list of lists(`?fields=${fields}`)) {
        const { status, body } = await send(list)
        expect([list.path, fields, status]).toEqual([list.path, fields, 400])
        const [detail] = body.details
        expect(detail.path).toBe('fields')
        expect(detail.message).toStartWith('must be one or more of: id, ')
      }
    }
  })

  test('the answer is not modified if the members are the same', async () => {
    const first = await get('/series?fields=id')
    const headers = { 'if-none-match': first.headers.get('etag')! }
    expect((await get('/series?fields=id', headers)).status).toBe(304)
    expect((await get('/series', headers)).status).toBe(200)
  })
})
