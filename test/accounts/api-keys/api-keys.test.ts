import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Permission } from '../../../src/accounts/permissions/model'
import { apiKeys } from '../../../src/accounts/api-keys/schema'
import { type TestServer, startTestServer } from '../../support/server'
import { basic, givePasswords, password } from '../people'
import { waitUntil } from '../../support/wait-until'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await givePasswords(server, 'ann', 'max', 'ada')
})
afterAll(() => server.close())

const make = (as: string, more = {}) =>
  server.call('POST', '/api-keys', { as, body: { name: 'reader app', ...more } })
const keyOf = async (as: string, more = {}) => (await make(as, more)).body
const withKey = (method: string, path: string, key: string, body?: unknown) =>
  server.call(method, path, { headers: { 'x-api-key': key }, ...(body ? { body } : {}) })

describe('an API key', () => {
  test('is shown once, and its owner finds it again without the secret', async () => {
    const { status, body } = await make('ann')
    expect(status).toBe(201)
    expect(body.key).toMatch(/^quire_[0-9a-f]{12}_[\w-]{43}$/)
    expect(body.key.startsWith(`${body.keyPrefix}_`)).toBe(true)
    const { key, ...shown } = body
    expect((await server.call('GET', `/api-keys/${body.id}`, { as: 'ann' })).body).toEqual(shown)
    const list = await server.call('GET', '/api-keys', { as: 'ann' })
    expect(list.body.data).toContainEqual(shown)
    expect(JSON.stringify(list.body)).not.toContain(key)
  })

  test.each([
    ['X-API-Key', (key: string) => ({ 'x-api-key': key })],
    ['Bearer', (key: string) => ({ authorization: `Bearer ${key}` })],
    ['the password of Basic', (key: string) => ({ authorization: basic('whatever', key) })],
  ])('is taken as %s', async (_, headers) => {
    const { key } = await keyOf('ann')
    const { status, body } = await server.call('GET', '/auth/me', { headers: headers(key) })
    expect([status, body.username]).toEqual([200, 'ann'])
  })

  test('has all rights of its owner when none are named', async () => {
    const { permissions } = await keyOf('ann')
    expect(permissions).toContain('api-keys:read')
    expect(permissions).not.toContain('users:read')
  })

  test('may do what it was made for and nothing else', async () => {
    const { key } = await keyOf('ada', { permissions: ['users:read'] })
    expect((await withKey('GET', '/users', key)).status).toBe(200)
    expect((await withKey('GET', '/api-keys', key)).status).toBe(403)
    const { body } = await withKey('GET', '/auth/me', key)
    expect(body.effectivePermissions).toEqual(['users:read'])
  })

  test('loses a right when its owner does', async () => {
    const id = await server.addUser('temp', 'reader', ['users:read'])
    const { key } = await keyOf('temp', { permissions: ['users:read'] })
    expect((await withKey('GET', '/users', key)).status).toBe(200)
    await server.call('PATCH', `/users/${id}`, { as: 'ada', body: { permissions: [] } })
    expect((await withKey('GET', '/users', key)).status).toBe(403)
    await server.call('PATCH', `/users/${id}`, { as: 'ada', body: { isActive: false } })
    expect((await withKey('GET', '/users', key)).status).toBe(401)
  })

  test.each([
    [
      'deactivated',
      (id: string) =>
        server.call('PATCH', `/api-keys/${id}`, { as: 'ann', body: { isActive: false } }),
    ],
    ['deleted', (id: string) => server.call('DELETE', `/api-keys/${id}`, { as: 'ann' })],
  ])('stops at once when %s', async (_, end) => {
    const { id, key } = await keyOf('ann')
    expect((await withKey('GET', '/user', key)).status).toBe(200)
    expect((await end(id)).status).toBeLessThan(300)
    expect((await withKey('GET', '/user', key)).status).toBe(401)
  })

  test('stops when it expires', async () => {
    const { id, key } = await keyOf('ann', {
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    })
    expect((await withKey('GET', '/user', key)).status).toBe(200)
    await server.ctx.write((tx) =>
      tx
        .update(apiKeys)
        .set({ expiresAt: new Date(1000) })
        .where(eq(apiKeys.id, id)),
    )
    expect((await withKey('GET', '/user', key)).status).toBe(401)
  })

  test('tells when it was last used, without a write for each request', async () => {
    const { id, key } = await keyOf('ann')
    for (let request = 0; request < 5; request += 1) await withKey('GET', '/user', key)
    const lastUse = async () =>
      (await server.call('GET', `/api-keys/${id}`, { as: 'ann' })).body.lastUsedAt as string | null
    const first = await waitUntil(lastUse)
    expect(Date.now() - Date.parse(first)).toBeLessThan(60_000)
    await withKey('GET', '/user', key)
    await Bun.sleep(50)
    expect(await lastUse()).toBe(first)
  })

  test.each([
    ['a changed secret', (key: string) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`],
    ['no secret', (key: string) => key.slice(0, 18)],
    ['another form', () => 'quire_'],
    ['something very long', () => `quire_${'a'.repeat(3000)}`],
  ])('is refused with %s', async (_, change) => {
    const { key } = await keyOf('ann')
    expect((await withKey('GET', '/user', change(key))).status).toBe(401)
  })
})

describe('no key grows', () => {
  test.each<[string, Permission[]]>([
    ['ann', ['users:read']],
    ['max', ['system:admin']],
    ['ann', ['series:read', 'series:write']],
  ])('%s cannot make one for %p', async (as, permissions) => {
    expect((await make(as, { permissions })).status).toBe(403)
  })

  test('a key cannot make a key', async () => {
    const { key } = await keyOf('ada')
    expect((await withKey('POST', '/api-keys', key, { name: 'child' })).status).toBe(403)
  })

  test('a key cannot widen, prolong or revive itself or another', async () => {
    const { id, key } = await keyOf('ada', { permissions: ['api-keys:write', 'api-keys:read'] })
    for (const body of [
      { permissions: ['system:admin'] },
      { expiresAt: null },
      { isActive: true },
    ]) {
      expect((await withKey('PATCH', `/api-keys/${id}`, key, body)).status).toBe(403)
    }
  })

  test('its owner cannot widen it beyond his own rights', async () => {
    const { id } = await keyOf('ann', { permissions: ['series:read'] })
    const change = (permissions: string[]) =>
      server.call('PATCH', `/api-keys/${id}`, { as: 'ann', body: { permissions } })
    expect((await change(['series:read', 'users:read'])).status).toBe(403)
    expect((await change(['series:read', 'books:read'])).status).toBe(200)
  })

  test('a narrow key with users:write cannot touch who may more, nor set a password', async () => {
    const { key } = await keyOf('ada', { permissions: ['users:read', 'users:write'] })
    const path = `/users/${server.getUserId('max')}`
    expect((await withKey('PATCH', path, key, { role: 'admin' })).status).toBe(403)
    expect((await withKey('PATCH', path, key, { password })).status).toBe(403)
    const child = { username: 'kid', email: 'kid@example.org', password, role: 'admin' }
    expect((await withKey('POST', '/users', key, child)).status).toBe(403)
    const whole = await keyOf('ada')
    expect((await withKey('PATCH', path, whole.key, { password })).status).toBe(403)
  })

  test('a key of an administrator makes no administrators and has no say over them', async () => {
    const { key } = await keyOf('ada')
    const ada = server.getUserId('ada')
    const newcomer = (name: string, more = {}) =>
      withKey('POST', '/users', key, {
        username: name,
        email: `${name}@example.org`,
        password,
        ...more,
      })
    const reader = await newcomer('by-key')
    expect(reader.status).toBe(201)
    const path = `/users/${reader.body.id}`
    const refused = [
      await newcomer('chief', { role: 'admin' }),
      await newcomer('nearly-chief', { permissions: ['system:admin'] }),
      await withKey('PATCH', path, key, { role: 'admin' }),
      await withKey('PATCH', path, key, { permissions: ['system:admin'] }),
      await withKey('PATCH', `/users/${ada}`, key, { isActive: false }),
      await withKey('DELETE', `/users/${ada}`, key),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
    expect((await withKey('PATCH', path, key, { role: 'maintainer' })).status).toBe(200)
    expect((await server.call('PATCH', path, { as: 'ada', body: { role: 'admin' } })).status).toBe(
      200,
    )
  })

  test('a key changes no session, password or address of its owner', async () => {
    const { key } = await keyOf('ada')
    const change = { currentPassword: password, newPassword: 'a new password' }
    const id = '018f0000-0000-7000-8000-000000000000'
    expect((await withKey('PUT', '/auth/password', key, change)).status).toBe(403)
    const address = { email: 'k@example.org', currentPassword: password }
    expect((await withKey('PATCH', '/user', key, address)).status).toBe(403)
    expect((await withKey('DELETE', `/auth/sessions/${id}`, key)).status).toBe(403)
  })
})

describe('keys of others', () => {
  test.each(['GET', 'PATCH', 'DELETE'])('are not there, even for an admin: %s', async (method) => {
    const { id } = await keyOf('ann')
    const { status } = await server.call(method, `/api-keys/${id}`, {
      as: 'ada',
      ...(method === 'PATCH' && { body: { name: 'mine' } }),
    })
    expect(status).toBe(404)
  })

  test('are not in the list', async () => {
    await keyOf('ann')
    const { body } = await server.call('GET', '/api-keys?pageSize=500', { as: 'max' })
    const owners = new Set(body.data.map(({ userId }: { userId: string }) => userId))
    expect([...owners]).not.toContain(server.getUserId('ann'))
  })
})

test.each([
  [{ name: '' }, 'name'],
  [{ permissions: ['all'] }, 'permissions.0'],
  [{ expiresAt: '2001-01-01T00:00:00Z' }, 'expiresAt'],
  [{ expiresAt: 'tomorrow' }, 'expiresAt'],
  [{ userId: 'x' }, 'userId'],
])('a key is not made with %j', async (more, path) => {
  const { status, body } = await make('ann', more)
  expect(status).toBe(400)
  expect(body.details[0].path).toBe(path)
})
