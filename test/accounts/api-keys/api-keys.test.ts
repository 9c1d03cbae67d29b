import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Permission } from '../../../src/accounts/permissions/model'
import { apiKeys } from '../../../src/accounts/api-keys/schema'
import { type TestServer, startTestServer } from '../../support/server'
import { buildBasicHeader, givePasswords, password } from '../sign-in'
import { waitUntil } from '../../support/wait-until'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await givePasswords(server, 'ann', 'max', 'ada')
})
afterAll(() => server.close())

const createKey = (as: string, more = {}) =>
  server.call('POST', '/api-keys', { as, body: { name: 'reader app', ...more } })
const createSecret = async (as: string, more = {}) => (await createKey(as, more)).body
const callWithKey = (method: string, path: string, key: string, body?: unknown) =>
  server.call(method, path, { headers: { 'x-api-key': key }, ...(body ? { body } : {}) })

describe('an API key', () => {
  test('is shown once; afterwards its owner sees it without the secret', async () => {
    const { status, body } = await createKey('ann')
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
    [
      'a password for Basic authentication',
      (key: string) => ({ authorization: buildBasicHeader('whatever', key) }),
    ],
  ])('is accepted as %s', async (_, headers) => {
    const { key } = await createSecret('ann')
    const { status, body } = await server.call('GET', '/auth/me', { headers: headers(key) })
    expect([status, body.username]).toEqual([200, 'ann'])
  })

  test('has the permissions of its owner when none are specified', async () => {
    const { permissions } = await createSecret('ann')
    expect(permissions).toContain('api-keys:read')
    expect(permissions).not.toContain('users:read')
  })

  test('allows only its own permissions', async () => {
    const { key } = await createSecret('ada', { permissions: ['users:read'] })
    expect((await callWithKey('GET', '/users', key)).status).toBe(200)
    expect((await callWithKey('GET', '/api-keys', key)).status).toBe(403)
    const { body } = await callWithKey('GET', '/auth/me', key)
    expect(body.effectivePermissions).toEqual(['users:read'])
  })

  test('loses a permission when its owner does', async () => {
    const id = await server.addUser('temp', 'reader', ['users:read'])
    const { key } = await createSecret('temp', { permissions: ['users:read'] })
    expect((await callWithKey('GET', '/users', key)).status).toBe(200)
    await server.call('PATCH', `/users/${id}`, { as: 'ada', body: { permissions: [] } })
    expect((await callWithKey('GET', '/users', key)).status).toBe(403)
    await server.call('PATCH', `/users/${id}`, { as: 'ada', body: { isActive: false } })
    expect((await callWithKey('GET', '/users', key)).status).toBe(401)
  })

  test.each([
    [
      'deactivated',
      (id: string) =>
        server.call('PATCH', `/api-keys/${id}`, { as: 'ann', body: { isActive: false } }),
    ],
    ['deleted', (id: string) => server.call('DELETE', `/api-keys/${id}`, { as: 'ann' })],
  ])('is revoked when %s', async (_, end) => {
    const { id, key } = await createSecret('ann')
    expect((await callWithKey('GET', '/auth/me', key)).status).toBe(200)
    expect((await end(id)).status).toBeLessThan(300)
    expect((await callWithKey('GET', '/auth/me', key)).status).toBe(401)
  })

  test('is rejected after it expires', async () => {
    const { id, key } = await createSecret('ann', {
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    })
    expect((await callWithKey('GET', '/auth/me', key)).status).toBe(200)
    await server.ctx.write((tx) =>
      tx
        .update(apiKeys)
        .set({ expiresAt: new Date(1000) })
        .where(eq(apiKeys.id, id)),
    )
    expect((await callWithKey('GET', '/auth/me', key)).status).toBe(401)
  })

  test('stores when it was last used, without a write for each request', async () => {
    const { id, key } = await createSecret('ann')
    for (let request = 0; request < 5; request += 1) await callWithKey('GET', '/auth/me', key)
    const getLastUse = async () =>
      (await server.call('GET', `/api-keys/${id}`, { as: 'ann' })).body.lastUsedAt as string | null
    const first = await waitUntil(getLastUse)
    expect(Date.now() - Date.parse(first)).toBeLessThan(60_000)
    await callWithKey('GET', '/auth/me', key)
    await Bun.sleep(50)
    expect(await getLastUse()).toBe(first)
  })

  test.each([
    ['a changed secret', (key: string) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`],
    ['no secret', (key: string) => key.slice(0, 18)],
    ['another form', () => 'quire_'],
    ['a very long value', () => `quire_${'a'.repeat(3000)}`],
  ])('is rejected with %s', async (_, change) => {
    const { key } = await createSecret('ann')
    expect((await callWithKey('GET', '/auth/me', change(key))).status).toBe(401)
  })
})

describe('privilege escalation', () => {
  test.each<[string, Permission[]]>([
    ['ann', ['users:read']],
    ['max', ['system:admin']],
    ['ann', ['series:read', 'series:write']],
  ])('%s cannot create a key for %p', async (as, permissions) => {
    expect((await createKey(as, { permissions })).status).toBe(403)
  })

  test('a key cannot create a key', async () => {
    const { key } = await createSecret('ada')
    expect((await callWithKey('POST', '/api-keys', key, { name: 'child' })).status).toBe(403)
  })

  test('a key cannot gain permissions or time for itself or another key, nor reactivate one', async () => {
    const { id, key } = await createSecret('ada', {
      permissions: ['api-keys:write', 'api-keys:read'],
    })
    for (const body of [
      { permissions: ['system:admin'] },
      { expiresAt: null },
      { isActive: true },
    ]) {
      expect((await callWithKey('PATCH', `/api-keys/${id}`, key, body)).status).toBe(403)
    }
  })

  test('its owner cannot extend a key beyond their own permissions', async () => {
    const { id } = await createSecret('ann', { permissions: ['series:read'] })
    const updateKey = (permissions: string[]) =>
      server.call('PATCH', `/api-keys/${id}`, { as: 'ann', body: { permissions } })
    expect((await updateKey(['series:read', 'users:read'])).status).toBe(403)
    expect((await updateKey(['series:read', 'books:read'])).status).toBe(200)
  })

  test('a limited key with users:write can neither change users with more permissions nor set a password', async () => {
    const { key } = await createSecret('ada', { permissions: ['users:read', 'users:write'] })
    const path = `/users/${server.getUserId('max')}`
    expect((await callWithKey('PATCH', path, key, { role: 'admin' })).status).toBe(403)
    expect((await callWithKey('PATCH', path, key, { password })).status).toBe(403)
    const child = { username: 'kid', email: 'kid@example.org', password, role: 'admin' }
    expect((await callWithKey('POST', '/users', key, child)).status).toBe(403)
    const whole = await createSecret('ada')
    expect((await callWithKey('PATCH', path, whole.key, { password })).status).toBe(403)
  })

  test('a key of an admin neither creates admins nor changes them', async () => {
    const { key } = await createSecret('ada')
    const ada = server.getUserId('ada')
    const addUser = (name: string, more = {}) =>
      callWithKey('POST', '/users', key, {
        username: name,
        email: `${name}@example.org`,
        password,
        ...more,
      })
    const reader = await addUser('by-key')
    expect(reader.status).toBe(201)
    const path = `/users/${reader.body.id}`
    const refused = [
      await addUser('chief', { role: 'admin' }),
      await addUser('nearly-chief', { permissions: ['system:admin'] }),
      await callWithKey('PATCH', path, key, { role: 'admin' }),
      await callWithKey('PATCH', path, key, { permissions: ['system:admin'] }),
      await callWithKey('PATCH', `/users/${ada}`, key, { isActive: false }),
      await callWithKey('DELETE', `/users/${ada}`, key),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
    expect((await callWithKey('PATCH', path, key, { role: 'maintainer' })).status).toBe(200)
    expect((await server.call('PATCH', path, { as: 'ada', body: { role: 'admin' } })).status).toBe(
      200,
    )
  })

  test('a key cannot change sessions, password or email address of its owner', async () => {
    const { key } = await createSecret('ada')
    const passwords = { currentPassword: password, newPassword: 'a new password' }
    const id = '018f0000-0000-7000-8000-000000000000'
    expect((await callWithKey('PUT', '/auth/password', key, passwords)).status).toBe(403)
    const address = { email: 'k@example.org', currentPassword: password }
    expect((await callWithKey('PATCH', '/user', key, address)).status).toBe(403)
    expect((await callWithKey('DELETE', `/auth/sessions/${id}`, key)).status).toBe(403)
  })
})

describe('keys of other users', () => {
  test.each(['GET', 'PATCH', 'DELETE'])('are not found, even by an admin: %s', async (method) => {
    const { id } = await createSecret('ann')
    const { status } = await server.call(method, `/api-keys/${id}`, {
      as: 'ada',
      ...(method === 'PATCH' && { body: { name: 'mine' } }),
    })
    expect(status).toBe(404)
  })

  test('are not listed', async () => {
    await createSecret('ann')
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
])('a key with %j is rejected', async (more, path) => {
  const { status, body } = await createKey('ann', more)
  expect(status).toBe(400)
  expect(body.details[0].path).toBe(path)
})
