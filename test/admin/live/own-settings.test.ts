import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { waitUntil } from '../../support/wait-until'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => server.forgetEvents())

const listEvents = () => server.events

test("a change of settings is published to the user's other devices", async () => {
  const userId = server.getUserId('ann')
  const own = '/user/preferences/reader.mode'
  await server.call('PATCH', '/preferences', {
    as: 'ann',
    body: { preferences: { 'reader.fit': 'width' } },
  })
  await server.call('PUT', own, { as: 'ann', body: { value: 'webtoon' } })
  await server.call('DELETE', own, { as: 'ann' })
  await server.call('DELETE', own, { as: 'ann' })
  await waitUntil(() => listEvents().length >= 3)
  const event = { type: 'preferences_updated', userId }
  expect(listEvents()).toMatchObject([event, event, event])
}, 60_000)

test('a change of bookmarks is published with the book', async () => {
  const { id: bookId } = await seedBook(server, await seedSeries(server, await seedLibrary(server)))
  const path = `/books/${bookId}/bookmarks`
  const { body } = await server.call('POST', path, { as: 'ann', body: { page: 1 } })
  await server.call('PATCH', `${path}/${body.id}`, { as: 'ann', body: { note: 'here' } })
  await server.call('DELETE', `${path}/${body.id}`, { as: 'ann' })
  await waitUntil(() => listEvents().length >= 3)
  const event = { type: 'bookmarks_updated', userId: server.getUserId('ann'), bookId }
  expect(listEvents()).toMatchObject([event, event, event])
}, 60_000)
