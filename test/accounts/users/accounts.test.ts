import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { wantToRead } from '../../../src/reading/want-to-read/schema'
import { loginFailures, users } from '../../../src/accounts/users/schema'
import { type TestServer, startTestServer } from '../../support/server'
import { seedLibrary, seedSeries } from '../../support/seed'
import { givePasswords, password, signIn } from '../people'
import { waitUntil } from '../../support/wait-until'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await server.addUser('mona', 'maintainer', ['users:read', 'users:write', 'users:delete'])
  await givePasswords(server, 'ann', 'max', 'ada', 'mona')
})
afterAll(() => server.close())
beforeEach(() => server.ctx.write((tx) => tx.delete(loginFailures)))

let count = 0
const fresh = (more = {}) => {
  count += 1
  return { username: `user${count}`, email: `user${count}@example.org`, password, ...more }
}
const add = (more = {}, as = 'ada') => server.call('POST', '/users', { as, body: fresh(more) })
const patch = (as: string, id: string, body: unknown) =>
  server.call('PATCH', `/users/${id}`, { as, body })

describe('a user', () => {
  test('is answered with exactly the members of the specification', async () => {
    const { status, body } = await add({ role: 'maintainer', permissions: ['metrics:read'] })
    expect(status).toBe(201)
    expect(Object.keys(body).toSorted()).toEqual([
      'createdAt',
      'email',
      'id',
      'isActive',
      'lastLoginAt',
      'permissions',
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

  test('is a reader without extra rights when nothing is said, and can sign in', async () => {
    const { body } = await add()
    expect(body).toMatchObject({ role: 'reader', permissions: [] })
    const { accessToken } = await signIn(server, body.username)
    expect((await server.call('GET', '/user', { as: accessToken })).body.id).toBe(body.id)
  })

  test.each([
    ['no name', { username: '' }, 'username'],
    ['a name like an e-mail address', { username: 'a@b' }, 'username'],
    ['a name with a colon', { username: 'a:b' }, 'username'],
    ['a name with spaces around', { username: ' a ' }, 'username'],
    ['an invisible name', { username: '\u200b' }, 'username'],
    ['no address', { email: 'somewhere' }, 'email'],
    ['a short password', { password: '1234567' }, 'password'],
    ['an unknown role', { role: 'owner' }, 'role'],
    ['an unknown permission', { permissions: ['everything'] }, 'permissions.0'],
    ['an unknown member', { isAdmin: true }, 'isAdmin'],
  ])('is refused with %s', async (_, more, path) => {
    const { status, body } = await add(more)
    expect(status).toBe(400)
    expect(body.details[0].path).toBe(path)
  })

  test.each([
    [{ username: 'ANN' }, 'username'],
    [{ email: 'Ann@EXAMPLE.org' }, 'email'],
  ])('shares neither name nor address with another: %j', async (more, path) => {
    const { status, body } = await add(more)
    expect(status).toBe(409)
    expect(body.details[0].path).toBe(path)
  })

  test('made twice at once exists once', async () => {
    const user = fresh()
    const answers = await Promise.all(
      [1, 2].map(() => server.call('POST', '/users', { as: 'ada', body: user })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})

describe('who may', () => {
  const nobody = '018f0000-0000-7000-8000-000000000000'
  test.each([
    ['GET', '/users', undefined, undefined, 401],
    ['GET', '/users', 'ann', undefined, 403],
    ['GET', '/users', 'max', undefined, 403],
    ['POST', '/users', 'max', { username: 'z', email: 'z@z', password }, 403],
    ['GET', `/users/${nobody}`, 'ada', undefined, 404],
    ['PATCH', `/users/${nobody}`, 'ada', {}, 404],
    ['DELETE', `/users/${nobody}`, 'ada', undefined, 404],
    ['GET', '/users/nope', 'ada', undefined, 400],
    ['DELETE', `/users/${nobody}`, 'max', undefined, 403],
    ['GET', '/user', undefined, undefined, 401],
    ['GET', '/users?role=owner', 'ada', undefined, 400],
    ['GET', '/users?sort=password', 'ada', undefined, 400],
    ['GET', '/users?pageSize=501', 'ada', undefined, 400],
    ['GET', '/users?nme=a', 'ada', undefined, 400],
  ])('%s %s as %p: %i', async (method, path, as, body, expected) => {
    const { status } = await server.call(method, path, {
      ...(as && { as }),
      ...(body && { body }),
    })
    expect(status).toBe(expected)
  })
})

describe('rights do not grow', () => {
  test.each([
    ['makes an admin', { role: 'admin' }],
    ['makes a user with a right of admins', { permissions: ['system:admin'] }],
  ])('nobody %s who is none', async (_, more) => {
    expect((await add(more, 'mona')).status).toBe(403)
    expect((await add({}, 'mona')).status).toBe(201)
  })

  test.each([
    ['makes somebody admin', { role: 'admin' }],
    ['gives somebody a right of admins', { permissions: ['metrics:read'] }],
  ])('nobody %s who is none', async (_, body) => {
    const { body: user } = await add()
    expect((await patch('mona', user.id, body)).status).toBe(403)
    expect((await patch('mona', user.id, { role: 'maintainer' })).status).toBe(200)
  })

  test.each([
    ['raises himself', 'mona', { role: 'admin' }],
    ['gives himself a right', 'mona', { permissions: ['users:write', 'system:admin'] }],
    ['takes over an admin by a new password', 'ada', { password: 'a new password' }],
    ['demotes an admin', 'ada', { role: 'reader' }],
    ['locks an admin out', 'ada', { isActive: false }],
  ])('nobody %s', async (_, target, body) => {
    expect((await patch('mona', server.getUserId(target), body)).status).toBe(403)
  })

  test('nobody deletes who may more', async () => {
    const path = `/users/${server.getUserId('ada')}`
    expect((await server.call('DELETE', path, { as: 'mona' })).status).toBe(403)
  })
})

describe('takes effect at once:', () => {
  test('deactivation, and it cannot be undone by a refresh', async () => {
    const { body } = await add()
    const { accessToken, refreshToken } = await signIn(server, body.username)
    expect((await patch('ada', body.id, { isActive: false })).body.isActive).toBe(false)
    expect((await server.call('GET', '/user', { as: accessToken })).status).toBe(401)
    await patch('ada', body.id, { isActive: true })
    const refreshed = await server.call('POST', '/auth/refresh', { body: { refreshToken } })
    expect(refreshed.status).toBe(401)
    expect((await server.call('GET', '/user', { as: accessToken })).status).toBe(401)
    await signIn(server, body.username)
  })

  test('another role and other permissions', async () => {
    const { body } = await add({ permissions: ['users:read'] })
    const { accessToken } = await signIn(server, body.username)
    const status = async () => (await server.call('GET', '/users', { as: accessToken })).status
    expect(await status()).toBe(200)
    await patch('ada', body.id, { permissions: [] })
    expect(await status()).toBe(403)
    await patch('ada', body.id, { role: 'admin' })
    expect(await status()).toBe(200)
    await patch('ada', body.id, { role: 'reader' })
    expect(await status()).toBe(403)
  })

  test('a password that an admin sets: all sessions end', async () => {
    const { body } = await add()
    const { accessToken } = await signIn(server, body.username)
    expect((await patch('ada', body.id, { password: 'quite another' })).status).toBe(200)
    expect((await server.call('GET', '/user', { as: accessToken })).status).toBe(401)
    await signIn(server, body.username, 'quite another')
  })

  test('deletion, and what the user read goes too', async () => {
    const { body } = await add()
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

  test('is announced to what remembers the user', async () => {
    const { body } = await add()
    await patch('ada', body.id, { role: 'maintainer' })
    await waitUntil(() =>
      server.events.some(({ type, userId }) => type === 'user_changed' && userId === body.id),
    )
  })
})

describe('the last active administrator', () => {
  test.each([
    ['demoted', { role: 'reader' }],
    ['deactivated', { isActive: false }],
  ])('cannot be %s', async (_, body) => {
    const answer = await patch('ada', server.getUserId('ada'), body)
    expect(answer.status).toBe(409)
    expect((await server.call('GET', '/users', { as: 'ada' })).status).toBe(200)
  })

  test('cannot be deleted', async () => {
    const path = `/users/${server.getUserId('ada')}`
    expect((await server.call('DELETE', path, { as: 'ada' })).status).toBe(409)
  })

  test('may change other things', async () => {
    const { status } = await patch('ada', server.getUserId('ada'), {
      role: 'admin',
      permissions: [],
    })
    expect(status).toBe(200)
  })

  test('an admin who is locked out does not count', async () => {
    const { body } = await add({ role: 'admin' })
    await patch('ada', body.id, { isActive: false })
    expect((await patch('ada', server.getUserId('ada'), { role: 'reader' })).status).toBe(409)
    await server.call('DELETE', `/users/${body.id}`, { as: 'ada' })
  })

  test('remains when two admins demote each other at the same time', async () => {
    const other = await server.addUser('otto', 'admin')
    const answers = await Promise.all([
      patch('ada', other, { role: 'reader' }),
      patch('otto', server.getUserId('ada'), { role: 'reader' }),
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
      patch('ada', server.getUserId('ada'), { role: 'reader' }),
      patch('olga', other, { role: 'reader' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await server.ctx.write(async (tx) => {
      await tx.update(users).set({ role: 'admin' }).where(eq(users.username, 'ada'))
      await tx.delete(users).where(eq(users.id, other))
    })
  })
})

const list = async (query: string) =>
  (await server.call('GET', `/users${query}`, { as: 'ada' })).body

const names = async (query: string) =>
  (await list(query)).data.map(({ username }: { username: string }) => username)

describe('the list', () => {
  test('pages, and its links repeat the question', async () => {
    const body = await list('?role=reader&page=2&pageSize=1&sort=username,desc')
    expect(body.data).toHaveLength(1)
    expect(body.page).toBe(2)
    expect(body.total).toBeGreaterThan(2)
    expect(body.links.next).toContain('role=reader')
    expect(body.links.prev).toContain('page=1')
  })

  test('finds by a part of name or address, and takes no wildcards', async () => {
    expect(await names('?search=ADA')).toEqual(['ada'])
    expect(await names('?search=max%40exam')).toEqual(['max'])
    expect(await names('?search=%25')).toEqual([])
    expect(await names('?search=_da')).toEqual([])
  })

  test('keeps to a role and to who is active', async () => {
    expect(await names('?role=admin')).toEqual(['ada'])
    const { body } = await add()
    await patch('ada', body.id, { isActive: false })
    expect(await names('?isActive=false')).toContain(body.username)
    expect(await names('?isActive=true')).not.toContain(body.username)
  })

  test('sorts, with those who never signed in last', async () => {
    const all = await names('?sort=username,asc&pageSize=500')
    expect(all).toEqual(all.toSorted())
    await signIn(server, 'max')
    expect((await names('?sort=last_login_at,desc'))[0]).toBe('max')
  })
})

describe('my account', () => {
  test('changes its address with a session and the present password', async () => {
    const { accessToken } = await signIn(server, 'ann')
    const change = (body: unknown) => server.call('PATCH', '/user', { as: accessToken, body })
    expect((await change({ email: 'new@example.org' })).status).toBe(400)
    expect((await change({ email: 'new@example.org', currentPassword: 'no' })).status).toBe(403)
    expect((await change({ email: 'MAX@example.org', currentPassword: password })).status).toBe(409)
    const { status, body } = await change({ email: 'new@example.org', currentPassword: password })
    expect([status, body.email]).toEqual([200, 'new@example.org'])
    expect((await change({ role: 'admin', currentPassword: password })).status).toBe(400)
  })

  test.each([
    [{ password: 'a new password' }],
    [{ email: 'x@example.org' }],
    [{ username: 'adi' }],
  ])('cannot be taken over through the list of users: %j', async (body) => {
    expect((await patch('ada', server.getUserId('ada'), body)).status).toBe(403)
  })
})
