/** Only administrators can use conditions on sharing tags. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('administrators find series by sharing tag, others are refused', async () => {
  const library = await seedLibrary(server)
  const plain = await seedSeries(server, library, { title: 'Plain' })
  const marked = await seedSeries(server, library, { title: 'Marked' })
  const tag = await server.call('POST', '/admin/sharing-tags', {
    as: 'ada',
    body: { name: 'Näva' },
  })
  expect(tag.status).toBe(201)
  const put = await server.call('PUT', `/series/${marked.id}/sharing-tags`, {
    as: 'ada',
    body: { sharingTagIds: [tag.body.id] },
  })
  expect(put.status).toBeLessThan(300)
  const find = (as: string, leaf: object) =>
    server.call('POST', '/series/list', { as, body: { condition: { sharingTag: leaf } } })
  const ids = async (leaf: object) =>
    (await find('ada', leaf)).body.data.map((one: { id: string }) => one.id)
  expect(await ids({ operator: 'is', value: 'näva' })).toEqual([marked.id])
  expect(await ids({ operator: 'isNot', value: 'NÄVA' })).toEqual([plain.id])
  expect(await ids({ operator: 'isNull' })).toEqual([plain.id])
  for (const as of ['ann', 'max']) {
    const refused = await find(as, { operator: 'isNotNull' })
    expect([refused.status, refused.body.code]).toEqual([403, 'series.sharing_needs_permission'])
  }
})
