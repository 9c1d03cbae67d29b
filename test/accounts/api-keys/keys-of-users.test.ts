/** Revocation of API keys, and management of the keys of other users. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TestServer, startTestServer } from '../../support/server'
import { givePasswords, password, signIn } from '../sign-in'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await givePasswords(server, 'ann', 'max', 'ada')
})
afterAll(() => server.close())

async function addUser(name: string) {
  await server.addUser(name, 'reader')
  await givePasswords(server, name)
  return server.getUserId(name)
}

const createKey = async (as: string): Promise<{ id: string; key: string }> =>
  (await server.call('POST', '/api-keys', { as, body: { name: 'reader app' } })).body

const getStatusWith = async ({ key }: { key: string }) =>
  (await server.call('GET', '/series', { headers: { 'x-api-key': key } })).status

test('D3: a password that an administrator sets ends all API keys of the user', async () => {
  const id = await addUser('reset')
  const keys = [await createKey('reset'), await createKey('reset')]
  const other = await createKey('ann')
  const body = { password: 'a password by the administrator' }
  expect((await server.call('PATCH', `/users/${id}`, { as: 'ada', body })).status).toBe(200)
  expect(await Promise.all(keys.map(getStatusWith))).toEqual([401, 401])
  expect(await getStatusWith(other)).toBe(200)
})

test('D3: API keys are refused while the account is deactivated', async () => {
  const id = await addUser('paused')
  const key = await createKey('paused')
  const setActive = (isActive: boolean) =>
    server.call('PATCH', `/users/${id}`, { as: 'ada', body: { isActive } })
  await setActive(false)
  expect(await getStatusWith(key)).toBe(401)
  await setActive(true)
  expect(await getStatusWith(key)).toBe(200)
})

test.each([
  [true, 401],
  [false, 200],
  [undefined, 200],
])(
  'D3: after a user changes their password with deleteApiKeys %j, their keys return %i',
  async (choice, status) => {
    const name = `own-${choice}`
    await addUser(name)
    const { accessToken } = await signIn(server, name)
    const key = await createKey(accessToken)
    const body = {
      currentPassword: password,
      newPassword: 'a new long password',
      ...(choice !== undefined && { deleteApiKeys: choice }),
    }
    expect((await server.call('PUT', '/auth/password', { as: accessToken, body })).status).toBe(204)
    expect(await getStatusWith(key)).toBe(status)
  },
)

test('D3: an administrator lists the keys of a user without secrets, and deletes one or all', async () => {
  const id = await addUser('listed')
  const [one, two, three] = [
    await createKey('listed'),
    await createKey('listed'),
    await createKey('listed'),
  ]
  const path = `/users/${id}/api-keys`
  const { body } = await server.call('GET', path, { as: 'ada' })
  expect(body.data.map((key: { id: string }) => key.id).toSorted()).toEqual(
    [one.id, two.id, three.id].toSorted(),
  )
  expect(JSON.stringify(body)).not.toContain(one.key)
  expect((await server.call('DELETE', `${path}/${one.id}`, { as: 'ada' })).status).toBe(204)
  expect(await Promise.all([one, two, three].map(getStatusWith))).toEqual([401, 200, 200])
  expect((await server.call('DELETE', `${path}/${one.id}`, { as: 'ada' })).status).toBe(404)
  expect((await server.call('DELETE', path, { as: 'ada' })).body).toEqual({ deletedCount: 2 })
  expect(await Promise.all([two, three].map(getStatusWith))).toEqual([401, 401])
})

test('D3: keys are neither listed nor deleted by users without permission, or under another user', async () => {
  const id = await addUser('guarded')
  const key = await createKey('guarded')
  const path = `/users/${id}/api-keys`
  expect((await server.call('GET', path, { as: 'max' })).status).toBe(403)
  expect((await server.call('DELETE', `${path}/${key.id}`, { as: 'max' })).status).toBe(403)
  expect((await server.call('DELETE', path, { as: 'max' })).status).toBe(403)
  const foreign = `/users/${server.getUserId('ann')}/api-keys/${key.id}`
  expect((await server.call('DELETE', foreign, { as: 'ada' })).status).toBe(404)
  expect(await getStatusWith(key)).toBe(200)
})

test('D3: a user manager who is not an administrator cannot delete keys of administrators', async () => {
  await server.addUser('deputy', 'maintainer', ['users:read', 'users:write'])
  const key = await createKey('ada')
  const path = `/users/${server.getUserId('ada')}/api-keys`
  expect((await server.call('DELETE', path, { as: 'deputy' })).status).toBe(403)
  expect(await getStatusWith(key)).toBe(200)
})

test('D3: keys of a user who does not exist are not found', async () => {
  const path = `/users/${Bun.randomUUIDv7()}/api-keys`
  expect((await server.call('GET', path, { as: 'ada' })).status).toBe(404)
})
