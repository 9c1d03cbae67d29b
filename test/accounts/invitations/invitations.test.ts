import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { invitations } from '../../../src/accounts/invitations/schema'
import { users } from '../../../src/accounts/users/schema'
import { storePeer } from '../../../src/platform/http/requests/peer-address'
import { type SeededLibrary, seedLibrary, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
let open: SeededLibrary
let closed: SeededLibrary
let now: Date | undefined

beforeAll(async () => {
  server = await startTestServer()
  Object.assign(server.ctx.clock, { now: () => now ?? new Date() })
  open = await seedLibrary(server, { name: 'Open shelf', path: '/open' })
  closed = await seedLibrary(server, { name: 'Closed shelf', path: '/closed' })
})
afterAll(() => server.close())

const password = 'correct horse battery'
let nextPerson = 0

const invite = (body: object = {}, as = 'ada') => server.call('POST', '/invitations', { as, body })

async function makeToken(body: object = {}, as = 'ada'): Promise<string> {
  const { status, body: made } = await invite(body, as)
  expect(status).toBe(201)
  return made.token
}

function register(invitation: string | undefined, name = `guest${(nextPerson += 1)}`) {
  const body = { username: name, email: `${name}@example.org`, password, invitation }
  return server.call('POST', '/auth/register', { body })
}

describe('registration', () => {
  test('is closed without an invitation', async () => {
    for (const token of [undefined, '', 'a'.repeat(43)]) {
      expect((await register(token)).status).toBe(403)
    }
    const { body } = await server.call('GET', '/setup/status')
    expect(body.registrationEnabled).toBe(false)
  })

  test('with an invitation makes an account that is signed in', async () => {
    const token = await makeToken({ note: 'Aunt May', libraryIds: [open.id] })
    const checked = await server.call('POST', '/auth/invitation', { body: { token } })
    expect(checked.body).toMatchObject({ createdBy: 'ada' })
    const { status, body, headers } = await register(token, 'may')
    expect(status).toBe(201)
    expect(body.user).toMatchObject({ username: 'may', role: 'reader' })
    expect(headers.get('set-cookie')).toContain('quire_session=')
    const libraries = await server.call('GET', '/libraries', { as: body.accessToken })
    expect(libraries.body.map(({ name }: { name: string }) => name)).toEqual(['Open shelf'])
    const login = { username: 'may', password }
    expect((await server.call('POST', '/auth/login', { body: login })).status).toBe(200)
  })

  test('with an invitation works as often as it says, also at the same moment', async () => {
    const token = await makeToken({ maxUses: 2 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => register(token)))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([201, 201, 403, 403, 403])
    expect((await register(token)).status).toBe(403)
  })

  test('with a name that is taken does not use the invitation up', async () => {
    const token = await makeToken()
    const { status, body } = await register(token, 'ann')
    expect({ status, path: body.details[0].path }).toEqual({ status: 409, path: 'username' })
    expect((await register(token)).status).toBe(201)
  })

  test('guesses are slowed down, for one address', async () => {
    const guess = async (address: string) => {
      const request = new Request('http://localhost/api/v1/auth/invitation', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: 'b'.repeat(43) }),
      })
      storePeer(request, address)
      return (await server.app.handle(request)).status
    }
    // Stops the clock, so that no waiting period ends during the test.
    now = new Date()
    const statuses: number[] = []
    for (let i = 0; i < 14; i += 1) statuses.push(await guess('203.0.113.7'))
    expect(statuses.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 403))
    expect(statuses.at(-1)).toBe(429)
    expect(await guess('203.0.113.8')).toBe(403)
    now = undefined
  })
})

describe('an invitation', () => {
  test('is stored without its token', async () => {
    const token = await makeToken({ note: 'hashed' })
    const rows = await server.ctx.db.select().from(invitations)
    expect(JSON.stringify(rows)).not.toContain(token)
    const { body } = await server.call('GET', '/invitations', { as: 'ada' })
    expect(JSON.stringify(body)).not.toContain(token)
    expect(body.data[0]).toMatchObject({ note: 'hashed', createdBy: 'ada', usedCount: 0 })
  })

  test('ends when it is revoked or expires', async () => {
    const { body } = await invite()
    const path = `/invitations/${body.id}`
    expect((await server.call('DELETE', path, { as: 'ada' })).status).toBe(204)
    expect((await server.call('DELETE', path, { as: 'ada' })).status).toBe(404)
    expect((await register(body.token)).status).toBe(403)
    const token = await makeToken()
    now = new Date(Date.now() + 8 * 86_400_000)
    expect((await register(token)).status).toBe(403)
    now = undefined
  })

  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
  for (const [why, body, status] of [
    ['it has expired', { expiresAt: days(-1) }, 400],
    ['it lasts too long', { expiresAt: days(400) }, 400],
    ['nobody may use it', { maxUses: 0 }, 400],
    ['a library does not exist', { libraryIds: [Bun.randomUUIDv7()] }, 400],
    ['a member is unknown', { password: 'x' }, 400],
  ] as const) {
    test(`is refused if ${why}`, async () => {
      expect((await invite(body)).status).toBe(status)
    })
  }

  test('is made by users who may add users, within their own rights', async () => {
    for (const as of ['ann', 'max']) expect((await invite({}, as)).status).toBe(403)
    await server.addUser('greta', 'reader', ['users:write'])
    await server.call('PUT', `/users/${server.getUserId('greta')}/libraries`, {
      as: 'ada',
      body: { libraryIds: [open.id] },
    })
    expect((await invite({ role: 'admin' }, 'greta')).status).toBe(403)
    expect((await invite({ libraryIds: [closed.id] }, 'greta')).status).toBe(403)
    const { body } = await register(await makeToken({}, 'greta'))
    const libraries = await server.call('GET', '/libraries', { as: body.accessToken })
    expect(libraries.body).toHaveLength(1)
  })

  test('grants no more than the inviter has when it is used', async () => {
    await server.addUser('hugo', 'reader', ['users:write'])
    const [lost, gone] = [await makeToken({}, 'hugo'), await makeToken({}, 'hugo')]
    const path = `/users/${server.getUserId('hugo')}`
    await server.call('PATCH', path, { as: 'ada', body: { permissions: [] } })
    expect((await register(lost)).status).toBe(403)
    await server.call('DELETE', path, { as: 'ada' })
    expect((await register(gone)).status).toBe(403)
    const isHugo = eq(users.username, 'hugo')
    expect(await server.ctx.db.$count(users, isHugo)).toBe(0)
  })

  test('is in the audit log', async () => {
    const { body } = await server.call('GET', '/audit-log?search=may', { as: 'ada' })
    const actions = body.data.map(({ action }: { action: string }) => action)
    expect(actions).toContain('use_invitation')
    expect(actions).toContain('sign_in')
  })
})

describe('access groups of an invitation', () => {
  const createGroup = async () => {
    const body = { name: `Children ${Bun.randomUUIDv7()}`, ageLimit: 12, hidesUnrated: true }
    return (await server.call('POST', '/access-groups', { as: 'ada', body })).body.id as string
  }

  test('limit the new account from its first request on', async () => {
    const adult = await seedSeries(server, open, { title: 'For adults', ageRating: 18 })
    const child = await seedSeries(server, open, { title: 'For children', ageRating: 6 })
    const groupId = await createGroup()
    const gone = await createGroup()
    const token = await makeToken({ accessGroupIds: [groupId, gone] })
    await server.call('DELETE', `/access-groups/${gone}`, { as: 'ada' })
    const { status, body } = await register(token)
    expect(status).toBe(201)
    const as = body.accessToken
    const get = async (id: string) => (await server.call('GET', `/series/${id}`, { as })).status
    expect([await get(adult.id), await get(child.id)]).toEqual([404, 200])
    const groups = await server.call('GET', `/users/${body.user.id}/access-groups`, { as: 'ada' })
    expect(groups.body.groups ?? groups.body).toMatchObject([{ id: groupId }])
  })

  test('are chosen by administrators, for others, and must exist', async () => {
    const groupId = await createGroup()
    await server.addUser('host', 'reader', ['users:read', 'users:write'])
    const cases: [body: object, as: string, status: number][] = [
      [{ accessGroupIds: [groupId] }, 'host', 403],
      [{ accessGroupIds: [] }, 'host', 201],
      [{ accessGroupIds: [groupId], role: 'admin' }, 'ada', 409],
      [{ accessGroupIds: [Bun.randomUUIDv7()] }, 'ada', 404],
      [{ accessGroupIds: [groupId] }, 'ada', 201],
    ]
    for (const [body, as, status] of cases) expect((await invite(body, as)).status).toBe(status)
  })
})

test('invitations are at most five hundred', async () => {
  const made = await makeToken()
  const [first] = await server.ctx.db.select().from(invitations).limit(1)
  const { id: _, ...row } = first!
  const count = await server.ctx.db.$count(invitations)
  const copies = Array.from({ length: 499 - count }, (_one, n) => ({
    ...row,
    tokenHash: `${made}-${n}`,
  }))
  await server.ctx.write((tx) => tx.insert(invitations).values(copies))
  expect((await invite()).status).toBe(201)
  expect(await invite()).toMatchObject({ status: 409, body: { code: 'invitations.too_many' } })
})
