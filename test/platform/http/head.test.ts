/** HEAD over the network, where the length of a response without a body is written by the runtime. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { refreshSeriesProgressAndSearch } from '../../../src/reading/progress/refresh-series-and-progress'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let origin: string
let seriesId: string
let listId: string

beforeAll(async () => {
  server = await startTestServer()
  origin = server.listen()
  const series = await seedSeries(server, await seedLibrary(server), { title: 'Anchor' })
  const book = await seedBook(server, series, { title: 'Anchor 1', volume: 1 })
  seriesId = series.id
  await server.ctx.write((tx) => refreshSeriesProgressAndSearch(tx, [series.id]))
  const list = await server.call('POST', '/readlists', { as: 'ada', body: { name: 'L' } })
  listId = list.body.id
  const body = { bookIds: [book.id] }
  await server.call('POST', `/readlists/${listId}/books`, { as: 'ada', body })
})
afterAll(() => server.close())

const head = (path: string) =>
  fetch(`${origin}${path}`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${server.getToken('ada')}` },
  })

test('P3: a response of unknown length is not announced as empty', async () => {
  for (const path of [
    `/api/v1/series/${seriesId}/download`,
    `/komga/api/v1/series/${seriesId}/file`,
    `/komga/api/v1/readlists/${listId}/file`,
    '/api/v1/events/stream',
    '/api/v1/logs/stream',
    '/api/v1/tasks/stream',
    '/komga/sse/v1/events',
  ]) {
    const { status, headers } = await head(path)
    expect([path, status, headers.get('content-length')]).toEqual([path, 200, null])
    expect(headers.get('content-type')).toMatch(/zip|event-stream/)
  }
})

test('P3: an empty feed has the same ETag at each request of a day', async () => {
  for (const path of ['/opds/on-deck', '/opds/want-to-read', '/opds/v2/on-deck']) {
    const first = await head(path)
    await server.clock.advance(5_000)
    const second = await head(path)
    expect([path, second.headers.get('etag')]).toEqual([path, first.headers.get('etag')])
  }
})
