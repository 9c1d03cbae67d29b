import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { wantToRead } from '../../../src/reading/want-to-read/schema'
import { loginFailures, users } from '../../../src/accounts/users/schema'
import { type TestServer, startTestServer } from '../../support/server'
import { seedLibrary, seedSeries } from '../../support/seed'
import { givePasswords, password, signIn } from '../sign-in'
import { waitUntil } from '../../support/wait-until'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await server.addUser('mona', 'maintainer', ['users:read', 'users:write', 'users:delete'])
  await givePasswords(server, 'ann', 'max', 'ada', 'mona')
})
afterAll(() => server.close())
beforeEach(() => server.ctx.write((tx) => tx.delete(loginFailures)))

let nextUser = 0
const buildUser = (more = {}) => {
  nextUser += 1
  return { username: `user${nextUser}`, email: `user${nextUser}@example.org`, password, ...more }
}
const addUser = (more = {}, as = 'ada') =>
  server.call('POST', '/users', { as, body: buildUser(more) })
const updateUser = (as: string, id: string, body: unknown) =>
  server.call('PATCH', `/users/${id}`, { as, body })

describe('a user', () => {
  test('has exactly the fields of the specification', async () => {
    const { status, body } = await addUser({
      role: 'maintainer',
      permissions: ['metrics:read'],
    })
    expect(status).toBe(201)
    expect(Object.keys(body).toSorted()).toEqual([
      'createdAt',
      'email',
      'id',
      'isActive',
      'lastLoginAt',
      'permissions',
      'pictureVersion',
      'role',
      'updatedAt',
      'username',
    ])
    expect(body).toMatchObject({
      role: 'maintainer',
      permissions: ['metrics:read'],
      isActive: true,
      lastLoginAt: null,
    })
    expect((await server.call('GET', `/users/${body.id}`, { as: 'ada' })).body).toEqual(body)
  })

  test('is a reader without additional permissions by default and can sign in', async () => {
    const { body } = await addUser()
    expect(body).toMatchObject({ role: 'reader', permissions: [] })
    const { accessToken } = await signIn(server, body.username)
    expect((await server.call('GET', '/user', { as: accessToken })).body.id).toBe(body.id)
  })

  test.each([
    ['no name', { username: '' }, 'username'],
    ['a name like an email address', { username: 'a@b' }, 'username'],
    ['a name with a colon', { username: 'a:b' }, 'username'],
    ['a name with surrounding spaces', { username: ' a ' }, 'username'],
    ['an invisible name', { username: '\u200b' }, 'username'],
    ['no address', { email: 'somewhere' }, 'email'],
    ['a short password', { password: '1234567' }, 'password'],
    ['an unknown role', { role: 'owner' }, 'role'],
    ['an unknown permission', { permissions: ['everything'] }, 'permissions.0'],
    ['an unknown member', { isAdmin: true }, 'isAdmin'],
  ])('is rejected with %s', async (_, more, path) => {
    const { status, body } = await addUser(more)
    expect(status).toBe(400)
    expect(body.details[0].path).toBe(path)
  })

  test.each([
    [{ username: 'ANN' }, 'username'],
    [{ email: 'Ann@EXAMPLE.org' }, 'email'],
  ])('needs a unique name and email address: %j', async (more, path) => {
    const { status, body } = await addUser(more)
    expect(status).toBe(409)
    expect(body.details[0].path).toBe(path)
  })

  test('created twice in parallel exists once', async () => {
    const user = buildUser()
    const answers = await Promise.all(
      [1, 2].map(() => server.call('POST', '/users', { as: 'ada', body: user })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})

describe('access control', () => {
  const unknownId = '018f0000-0000-7000-8000-000000000000'
  test.each([
    ['GET', '/users', undefined, undefined, 401],
    ['GET', '/users', 'ann', undefined, 403],
    ['GET', '/users', 'max', undefined, 403],
    ['POST', '/users', 'max', { username: 'z', email: 'z@z', password }, 403],
    ['GET', `/users/${unknownId}`, 'ada', undefined, 404],
    ['PATCH', `/users/${unknownId}`, 'ada', {}, 404],
    ['DELETE', `/users/${unknownId}`, 'ada', undefined, 404],
    ['GET', '/users/nope', 'ada', undefined, 400],
    ['DELETE', `/users/${unknownId}`, 'max', undefined, 403],
    ['GET', '/user', undefined, undefined, 401],
    ['GET', '/users?role=owner', 'ada', undefined, 400],
    ['GET', '/users?sort=password', 'ada', undefined, 400],
    ['GET', '/users?pageSize=501', 'ada', undefined, 400],
    ['GET', '/users?nme=a', 'ada', undefined, 400],
  ])('%s %s as %p returns %i', async (method, path, as, body, expected) => {
    const { status } = await server.call(method, path, {
      ...(as && { as }),
      ...(body && { body }),
    })
    expect(status).toBe(expected)
  })
})

describe('privilege escalation', () => {
  test.each([
    ['an admin', { role: 'admin' }],
    ['a user with an admin permission', { permissions: ['system:admin'] }],
  ])('a user manager without the admin role cannot create %s', async (_, more) => {
    expect((await addUser(more, 'mona')).status).toBe(403)
    expect((await addUser({}, 'mona')).status).toBe(201)
  })

  test.each([
    ['make a user an admin', { role: 'admin' }],
    ['grant an admin permission', { permissions: ['metrics:read'] }],
  ])('a user manager without the admin role cannot %s', async (_, body) => {
    const { body: user } = await addUser()
    expect((await updateUser('mona', user.id, body)).status).toBe(403)
    expect((await updateUser('mona', user.id, { role: 'maintainer' })).status).toBe(200)
  })

  test.each([
    ['promote themselves', 'mona', { role: 'admin' }],
    ['grant themselves a permission', 'mona', { permissions: ['users:write', 'system:admin'] }],
    ['take over an admin with a new password', 'ada', { password: 'a new password' }],
    ['demote an admin', 'ada', { role: 'reader' }],
    ['deactivate an admin', 'ada', { isActive: false }],
  ])('a user manager cannot %s', async (_, target, body) => {
    expect((await updateUser('mona', server.getUserId(target), body)).status).toBe(403)
  })

  test('a user manager cannot delete a user with more permissions', async () => {
    const path = `/users/${server.getUserId('ada')}`
    expect((await server.call('DELETE', path, { as: 'mona' })).status).toBe(403)
  })
})

describe('takes effect immediately:', () => {
  test('deactivation, which a refresh cannot undo', async () => {
    const { body } = await addUser()
    const { accessToken, refreshToken } = await signIn(server, body.username)
    expect((await updateUser('ada', body.id, { isActive: false })).body.isActive).toBe(false)
    expect((await server.call('GET', '/user', { as: accessToken })).status).toBe(401)
    await updateUser('ada', body.id, { isActive: true })
    const refreshed = await server.call('POST', '/auth/refresh', { body: { refreshToken } })
    expect(refreshed.status).toBe(401)
    expect((await server.call('GET', '/user', { as: accessToken })).status).toBe(401)
    await signIn(server, body.username)
  })

  test('a changed role and permissions', async () => {
    const { body } = await addUser({ permissions: ['users:read'] })
    const { accessToken } = await signIn(server, body.username)
    const getStatus = async () => (await server.call('GET', '/users', { as: accessToken })).status
    expect(await getStatus()).toBe(200)
    await updateUser('ada', body.id, { permissions: [] })
    expect(await getStatus()).toBe(403)
    await updateUser('ada', body.id, { role: 'admin' })
    expect(await getStatus()).toBe(200)
    await updateUser('ada', body.id, { role: 'reader' })
    expect(await getStatus()).toBe(403)
  })

  test('a password set by an admin, which ends all sessions', async () => {
    const { body } = await addUser()
    const { accessToken } = await signIn(server, body.username)
    expect((await updateUser('ada', body.id, { password: 'quite another' })).status).toBe(200)
    expect((await server.call('GET', '/user', { as: accessToken })).status).toBe(401)
    await signIn(server, body.username, 'quite another')
  })

  test('deletion, which also deletes reading data', async () => {
    const { body } = await addUser()
    const { accessToken } = await signIn(server, body.username)
    const path = `/users/${body.id}`
    const ofUser = eq(wantToRead.userId, body.id)
    const series = await seedSeries(server, await seedLibrary(server))
    await server.ctx.write((tx) =>
      tx.insert(wantToRead).values({ userId: body.id, seriesId: series.id, position: 1 }),
    )
    expect(await server.ctx.db.$count(wantToRead, ofUser)).toBe(1)
    const { status, body: nothing } = await server.call('DELETE', path, { as: 'ada' })
    expect([status, nothing]).toEqual([204, ''])
    expect((await server.call('GET', '/user', { as: accessToken })).status).toBe(401)
    expect((await server.call('GET', path, { as: 'ada' })).status).toBe(404)
    expect(await server.ctx.db.$count(wantToRead, ofUser)).toBe(0)
  })

  test('a change, which is published as an event', async () => {
    const { body } = await addUser()
    await updateUser('ada', body.id, { role: 'maintainer' })
    await waitUntil(() =>
      server.events.some(({ type, userId }) => type === 'user_changed' && userId === body.id),
    )
  })
})

describe('the last active admin', () => {
  test.each([
    ['demoted', { role: 'reader' }],
    ['deactivated', { isActive: false }],
  ])('cannot be %s', async (_, body) => {
    const answer = await updateUser('ada', server.getUserId('ada'), body)
    expect(answer.status).toBe(409)
    expect((await server.call('GET', '/users', { as: 'ada' })).status).toBe(200)
  })

  test('cannot be deleted', async () => {
    const path = `/users/${server.getUserId('ada')}`
    expect((await server.call('DELETE', path, { as: 'ada' })).status).toBe(409)
  })

  test('can change other things', async () => {
    const { status } = await updateUser('ada', server.getUserId('ada'), {
      role: 'admin',
      permissions: [],
    })
    expect(status).toBe(200)
  })

  test('counts without deactivated admins', async () => {
    const { body } = await addUser({ role: 'admin' })
    await updateUser('ada', body.id, { isActive: false })
    expect((await updateUser('ada', server.getUserId('ada'), { role: 'reader' })).status).toBe(409)
    await server.call('DELETE', `/users/${body.id}`, { as: 'ada' })
  })

  test('remains when two admins demote each other at the same time', async () => {
    const other = await server.addUser('otto', 'admin')
    const answers = await Promise.all([
      updateUser('ada', other, { role: 'reader' }),
      updateUser('otto', server.getUserId('ada'), { role: 'reader' }),
    ])
    const admins = await server.ctx.db.$count(users, eq(users.role, 'admin'))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(admins).toBe(1)
    await server.ctx.write(async (tx) => {
      await tx.update(users).set({ role: 'admin' }).where(eq(users.username, 'ada'))
      await tx.delete(users).where(eq(users.id, other))
    })
  })

  test('remains when two admins demote themselves at the same time', async () => {
    const other = await server.addUser('olga', 'admin')
    const answers = await Promise.all([
      updateUser('ada', server.getUserId('ada'), { role: 'reader' }),
      updateUser('olga', other, { role: 'reader' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await server.ctx.write(async (tx) => {
      await tx.update(users).set({ role: 'admin' }).where(eq(users.username, 'ada'))
      await tx.delete(users).where(eq(users.id, other))
    })
  })
})

const listUsers = async (query: string) =>
  (await server.call('GET', `/users${query}`, { as: 'ada' })).body

const listNames = async (query: string) =>
  (await listUsers(query)).data.map(({ username }: { username: string }) => username)

describe('the list of users', () => {
  test('is paged, and its links repeat the query', async () => {
    const body = await listUsers('?role=reader&page=2&pageSize=1&sort=username,desc')
    expect(body.data).toHaveLength(1)
    expect(body.page).toBe(2)
    expect(body.total).toBeGreaterThan(2)
    expect(body.links.next).toContain('role=reader')
    expect(body.links.prev).toContain('page=1')
  })

  test('searches parts of names and email addresses without wildcards', async () => {
    expect(await listNames('?search=ADA')).toEqual(['ada'])
    expect(await listNames('?search=max%40exam')).toEqual(['max'])
    expect(await listNames('?search=%25')).toEqual([])
    expect(await listNames('?search=_da')).toEqual([])
  })

  test('filters by role and state', async () => {
    expect(await listNames('?role=admin')).toEqual(['ada'])
    const { body } = await addUser()
    await updateUser('ada', body.id, { isActive: false })
    expect(await listNames('?isActive=false')).toContain(body.username)
    expect(await listNames('?isActive=true')).not.toContain(body.username)
  })

  test('sorts users who never signed in last', async () => {
    const all = await listNames('?sort=username,asc&pageSize=500')
    expect(all).toEqual(all.toSorted())
    await signIn(server, 'max')
    expect((await listNames('?sort=last_login_at,desc'))[0]).toBe('max')
  })
})

describe('my account', () => {
  test('changes its email address with a session and the current password', async () => {
    const { accessToken } = await signIn(server, 'ann')
    const updateAccount = (body: unknown) =>
      server.call('PATCH', '/user', { as: accessToken, body })
    expect((await updateAccount({ email: 'new@example.org' })).status).toBe(400)
    expect((await updateAccount({ email: 'new@example.org', currentPassword: 'no' })).status).toBe(
      403,
    )
    expect(
      (await updateAccount({ email: 'MAX@example.org', currentPassword: password })).status,
    ).toBe(409)
    const { status, body } = await updateAccount({
      email: 'new@example.org',
      currentPassword: password,
    })
    expect([status, body.email]).toEqual([200, 'new@example.org'])
    expect((await updateAccount({ role: 'admin', currentPassword: password })).status).toBe(400)
  })

  test.each([
    [{ password: 'a new password' }],
    [{ email: 'x@example.org' }],
    [{ username: 'adi' }],
  ])('cannot be changed through the list of users: %j', async (body) => {
    expect((await updateUser('ada', server.getUserId('ada'), body)).status).toBe(403)
  })
})
