/** J3: a new age limit is safe for a child; an existing one keeps what an administrator chose. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let mia: string

const ada = (method: string, path: string, body?: unknown) =>
  server.call(method, path, { as: 'ada', ...(body !== undefined && { body }) })
const restrict = async (body: object) =>
  (await ada('PATCH', `/users/${mia}/restrictions`, body)).body
const listSeen = async (as = 'mia') =>
  (await server.call('GET', '/series', { as })).body.data.map(
    ({ metadata }: { metadata: { title: string } }) => metadata.title,
  ) as string[]

beforeAll(async () => {
  server = await startTestServer()
  mia = await server.addUser('mia', 'reader')
  const library = await seedLibrary(server)
  await seedSeries(server, library, { title: 'Child', ageRating: 6 })
  await seedSeries(server, library, { title: 'Adult', ageRating: 18 })
  await seedSeries(server, library, { title: 'Novel', ageRating: null })
})
beforeEach(() => restrict({ ageLimit: null, hidesUnrated: false }))
afterAll(() => server.close())

test('J3: a new limit hides series without a rating', async () => {
  expect(await restrict({ ageLimit: 10 })).toMatchObject({ ageLimit: 10, hidesUnrated: true })
  expect(await listSeen()).toEqual(['Child'])
})

test('J3: a new limit shows them if the request says so', async () => {
  const answer = await restrict({ ageLimit: 10, hidesUnrated: false })
  expect(answer).toMatchObject({ ageLimit: 10, hidesUnrated: false })
  expect(await listSeen()).toEqual(['Child', 'Novel'])
})

test('J3: an existing limit keeps its setting when the age changes, either way', async () => {
  for (const hidesUnrated of [false, true]) {
    await restrict({ ageLimit: null })
    await restrict({ ageLimit: 10, hidesUnrated })
    expect(await restrict({ ageLimit: 12 })).toMatchObject({ ageLimit: 12, hidesUnrated })
    expect(await restrict({ deniedTagIds: [] })).toMatchObject({ ageLimit: 12, hidesUnrated })
  }
})

test('J3: a limit after a lifted one is new', async () => {
  await restrict({ ageLimit: 10, hidesUnrated: false })
  await restrict({ ageLimit: null })
  expect(await restrict({ ageLimit: 10 })).toMatchObject({ hidesUnrated: true })
})

test('J3: other settings of a user without a limit change nothing here', async () => {
  const answer = await restrict({ deniedTagIds: [], libraryIds: null })
  expect(answer).toMatchObject({ ageLimit: null, hidesUnrated: false })
  expect(await listSeen()).toEqual(['Adult', 'Child', 'Novel'])
})

test('J3: of many users, each existing limit keeps its setting', async () => {
  const leo = await server.addUser('leo', 'reader')
  await restrict({ ageLimit: 10, hidesUnrated: false })
  const { body } = await ada('PATCH', '/users/bulk/restrictions', {
    userIds: [mia, leo],
    ageLimit: 12,
  })
  expect(body).toMatchObject({ updatedCount: 2 })
  expect(await listSeen('mia')).toEqual(['Child', 'Novel'])
  expect(await listSeen('leo')).toEqual(['Child'])
  const again = await ada('PATCH', '/users/bulk/restrictions', {
    userIds: [mia, leo],
    ageLimit: 12,
  })
  expect(again.body).toMatchObject({ updatedCount: 0, unchangedCount: 2 })
})

test('J3: the same holds for access groups', async () => {
  const { body: group } = await ada('POST', '/access-groups', { name: 'Children', ageLimit: 10 })
  expect(group).toMatchObject({ ageLimit: 10, hidesUnrated: true })
  await ada('POST', `/access-groups/${group.id}/members`, { userIds: [mia] })
  expect(await listSeen()).toEqual(['Child'])
  const change = async (body: object) =>
    (await ada('PATCH', `/access-groups/${group.id}`, body)).body
  expect(await change({ hidesUnrated: false })).toMatchObject({ hidesUnrated: false })
  expect(await change({ ageLimit: 12 })).toMatchObject({ ageLimit: 12, hidesUnrated: false })
  expect(await listSeen()).toEqual(['Child', 'Novel'])
  expect(await change({ ageLimit: null })).toMatchObject({ ageLimit: null })
  expect(await change({ ageLimit: 12 })).toMatchObject({ hidesUnrated: true })
  const open = { name: 'Open', ageLimit: 10, hidesUnrated: false }
  const { body: shown } = await ada('POST', '/access-groups', open)
  expect(shown).toMatchObject({ hidesUnrated: false })
  const { body: none } = await ada('POST', '/access-groups', { name: 'No limit' })
  expect(none).toMatchObject({ ageLimit: null, hidesUnrated: false })
  await ada('DELETE', `/access-groups/${group.id}`)
})
