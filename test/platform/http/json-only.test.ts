/** Content negotiation of operations that answer JSON only, and the direction of sort keys. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { seedLibrary, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server, { name: 'Shelf' })
  for (const title of ['Bell', 'Anvil']) await seedSeries(server, library, { title })
})
afterAll(() => server.close())

test.each(['application/xml', 'text/html', 'image/*', 'text/plain;q=0.9, application/xml'])(
  'B6: a request for %s to a JSON operation gets 406 and changes nothing',
  async (accept) => {
    const list = await server.call('GET', '/series', { as: 'ada', headers: { accept } })
    expect([list.status, list.body.error]).toEqual([406, 'not_acceptable'])
    const body = { name: 'Mine', permissions: [] }
    const key = await server.call('POST', '/api-keys', { as: 'ada', body, headers: { accept } })
    expect(key.status).toBe(406)
    const { data } = (await server.call('GET', '/api-keys', { as: 'ada' })).body
    expect(data).toEqual([])
  },
)

test.each([
  '*/*',
  'application/*',
  'application/json; charset=utf-8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/xml, application/json;q=0.1',
])('B6: a client that accepts %s gets JSON', async (accept) => {
  const { status, headers } = await server.call('GET', '/series', {
    as: 'ann',
    headers: { accept },
  })
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
})

test('B6: operations with other types negotiate these themselves', async () => {
  const accept = 'text/plain'
  const metrics = await server.call('GET', '/metrics', { as: 'ada', headers: { accept } })
  expect(metrics.status).toBe(200)
  expect(metrics.headers.get('content-type')).toStartWith('text/plain')
  const missing = `/books/${Bun.randomUUIDv7()}/thumbnail`
  const image = { as: 'ann', headers: { accept: 'image/webp' } }
  expect((await server.call('GET', missing, image)).status).toBe(404)
})

test('B6: a sort key without a direction sorts ascending, as the document says', async () => {
  const titles = async (sort: string) =>
    (await server.call('GET', `/series?sort=${sort}`, { as: 'ann' })).body.data.map(
      ({ metadata }: { metadata: { title: string } }) => metadata.title,
    )
  expect(await titles('name')).toEqual(['Anvil', 'Bell'])
  expect(await titles('name')).toEqual(await titles('name,asc'))
  expect(await titles('name,desc')).toEqual(['Bell', 'Anvil'])
  const wrong = await server.call('GET', '/series?sort=name,up', { as: 'ann' })
  expect(wrong.status).toBe(400)
  expect(wrong.body.details[0].message).toContain('optionally with asc (the default) or desc')
})
