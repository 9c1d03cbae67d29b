/** J3: administrators are told once that existing age limits show series without a rating. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../../src/accounts/users/schema'
import { recordUnratedNotice } from '../../../src/catalog/access-overview/unrated-notice'
import { seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer

const dayMs = 86_400_000
const restrict = (name: string, body: object) =>
  server.call('PATCH', `/users/${server.getUserId(name)}/restrictions`, { as: 'ada', body })
const list = async (as: string) => {
  const { body } = await server.call('GET', '/user/notifications', { as })
  return body.data as { id: string; kind: string; params: object; path: string; message: string }[]
}
/** As at the start of the server. */
const start = () => recordUnratedNotice(server.ctx)

beforeEach(async () => {
  server = await startTestServer()
  const createdAt = new Date(Date.now() - dayMs)
  for (const name of ['mia', 'leo', 'kim']) await server.addUser(name, 'reader')
  await server.addUser('eva', 'admin')
  await server.ctx.write((tx) => tx.update(users).set({ createdAt }))
  const comics = await seedLibrary(server, { path: '/comics' })
  const novels = await seedLibrary(server, { path: '/novels' })
  await seedSeries(server, comics, { title: 'Child', ageRating: 6 })
  await seedSeries(server, comics, { title: 'Unrated', ageRating: null })
  for (const title of ['A', 'B']) await seedSeries(server, novels, { title, ageRating: null })
  const isKim = eq(users.username, 'kim')
  await server.ctx.write((tx) =>
    tx
      .update(users)
      .set({ libraryIds: [comics.id] })
      .where(isKim),
  )
})
afterEach(() => server.close())

test('J3: each administrator is told, with numbers, until they delete it', async () => {
  await restrict('mia', { ageLimit: 10, hidesUnrated: false })
  await restrict('kim', { ageLimit: 12, hidesUnrated: false })
  await restrict('leo', { ageLimit: 10 })
  await start()
  const [notice, ...others] = await list('ada')
  expect(others).toEqual([])
  expect(notice).toMatchObject({
    kind: 'unrated_shown',
    params: { users: 2, series: 3 },
    path: '/settings/access',
  })
  expect(notice!.message).toStartWith(
    '2 users with an age limit see up to 3 series without an age rating.',
  )
  for (const as of ['ann', 'max', 'mia']) expect(await list(as)).toEqual([])
  const deleted = await server.call('DELETE', `/user/notifications/${notice!.id}`, { as: 'ada' })
  expect(deleted.status).toBe(204)
  await start()
  expect(await list('ada')).toEqual([])
  expect(await list('eva')).toMatchObject([{ id: notice!.id }])
})

test('J3: the numbers are those of now, and the notice ends with the last such limit', async () => {
  await restrict('mia', { ageLimit: 10, hidesUnrated: false })
  await restrict('kim', { ageLimit: 12, hidesUnrated: false })
  await start()
  await restrict('mia', { hidesUnrated: true })
  expect(await list('ada')).toMatchObject([{ params: { users: 1, series: 1 } }])
  await restrict('kim', { hidesUnrated: true })
  expect(await list('ada')).toEqual([])
})

test('J3: a limit of a group counts for its members', async () => {
  const body = { name: 'Children', ageLimit: 10, hidesUnrated: false }
  const { body: group } = await server.call('POST', '/access-groups', { as: 'ada', body })
  const members = { userIds: [server.getUserId('mia'), server.getUserId('leo')] }
  await server.call('POST', `/access-groups/${group.id}/members`, { as: 'ada', body: members })
  await start()
  expect(await list('ada')).toMatchObject([{ params: { users: 2, series: 3 } }])
})

test('J3: who chooses it later knows it, and is not told', async () => {
  await start()
  await restrict('mia', { ageLimit: 10, hidesUnrated: false })
  await start()
  expect(await list('ada')).toEqual([])
})
