/** J3: a new age limit is safe for a child; an existing one keeps what an administrator chose. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
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

const password = 'correct horse battery'

describe('a child account', () => {
  const addChild = (name: string, more: object) => {
    const account = { username: name, email: `${name}@example.org`, password }
    return ada('POST', '/users', { ...account, ...more })
  }
  const signIn = async (username: string): Promise<string> =>
    (await server.call('POST', '/auth/login', { body: { username, password } })).body.accessToken

  test('J3: is limited from its first request on', async () => {
    const { status, body } = await addChild('kim', { ageLimit: 10 })
    expect({ status, role: body.role }).toEqual({ status: 201, role: 'reader' })
    const as = await signIn('kim')
    expect(await listSeen(as)).toEqual(['Child'])
    const stored = (await ada('GET', `/users/${body.id}/restrictions`)).body
    expect(stored).toMatchObject({ ageLimit: 10, hidesUnrated: true, libraryIds: null })
    expect((await ada('GET', `/users/${body.id}/effective-grants`)).body).toMatchObject({
      ageLimit: 10,
      hidesUnrated: true,
      libraryIds: null,
      hasReaderPermissionsOnly: true,
    })
    expect((await server.call('GET', '/tasks', { as })).status).toBe(403)
    // A change of something else computes the same restrictions.
    await ada('PATCH', `/users/${body.id}/restrictions`, { deniedTagIds: [] })
    expect(await listSeen(as)).toEqual(['Child'])
  })

  test('J3: shows series without a rating if the request says so', async () => {
    await addChild('lea', { ageLimit: 10, hidesUnrated: false })
    expect(await listSeen(await signIn('lea'))).toEqual(['Child', 'Novel'])
    await addChild('ben', { ageLimit: null })
    expect(await listSeen(await signIn('ben'))).toEqual(['Adult', 'Child', 'Novel'])
  })

  test('J3: has its libraries from its first request on, too', async () => {
    const other = await seedLibrary(server, { name: 'Small', path: '/small' })
    await seedSeries(server, other, { title: 'Baby', ageRating: 0 })
    await seedSeries(server, other, { title: 'Grown', ageRating: 18 })
    await addChild('eli', { ageLimit: 10, libraryIds: [other.id] })
    expect(await listSeen(await signIn('eli'))).toEqual(['Baby'])
    const unknown = { libraryIds: [Bun.randomUUIDv7()] }
    expect((await addChild('uli', unknown)).body.details).toMatchObject([{ path: 'libraryIds.0' }])
    expect((await addChild('uli', { role: 'admin', libraryIds: [] })).status).toBe(409)
    expect((await ada('GET', '/users?search=uli')).body.total).toBe(0)
    await ada('DELETE', `/libraries/${other.id}`)
  })

  test('J3: is in the audit log with its limit', async () => {
    await addChild('ida', { ageLimit: 12 })
    const { body } = await ada('GET', '/audit-log?action=create_user&search=ida')
    const changes = body.data[0].changes as { name: string; after: string }[]
    expect(changes.map(({ name, after }) => [name, after])).toEqual([
      ['role', 'reader'],
      ['ageLimit', '12'],
      ['hidesUnrated', 'true'],
    ])
  })

  test('J3: cannot be an administrator', async () => {
    for (const more of [{ role: 'admin' }, { permissions: ['system:admin'] }]) {
      const { status, body } = await addChild('tim', { ageLimit: 10, ...more })
      expect({ status, code: body.code }).toEqual({
        status: 409,
        code: 'accounts.admin_age_limit',
      })
    }
    expect((await ada('GET', '/users?search=tim')).body.total).toBe(0)
    for (const ageLimit of [-1, 100, 1.5, '10']) {
      expect((await addChild('tim', { ageLimit })).status).toBe(400)
    }
  })
})

describe('an invitation of a child', () => {
  const register = (invitation: string, name: string) =>
    server.call('POST', '/auth/register', {
      body: { username: name, email: `${name}@example.org`, password, invitation },
    })

  test('J3: carries the limit, which the account has from its first request on', async () => {
    const { status, body } = await ada('POST', '/invitations', { ageLimit: 10, maxUses: 2 })
    expect(status).toBe(201)
    expect(body).toMatchObject({ role: 'reader', ageLimit: 10, hidesUnrated: true })
    const listed = (await ada('GET', '/invitations')).body.data[0]
    expect(listed).toMatchObject({ ageLimit: 10, hidesUnrated: true })
    const { body: account } = await register(body.token, 'nele')
    expect(await listSeen(account.accessToken)).toEqual(['Child'])
    const stored = await ada('GET', `/users/${account.user.id}/restrictions`)
    expect(stored.body).toMatchObject({ ageLimit: 10, hidesUnrated: true })
  })

  test('J3: combines with its libraries and groups to the stricter', async () => {
    const other = await seedLibrary(server, { name: 'Other', path: '/other' })
    await seedSeries(server, other, { title: 'Toddler', ageRating: 0 })
    const { body: group } = await ada('POST', '/access-groups', { name: 'Small', ageLimit: 3 })
    const accessGroupIds = [group.id]
    const invite = async (more: object) =>
      (await ada('POST', '/invitations', { ageLimit: 10, ...more })).body.token
    const small = await register(await invite({ accessGroupIds }), 'finn')
    expect(await listSeen(small.body.accessToken)).toEqual(['Toddler'])
    const there = await register(await invite({ libraryIds: [other.id] }), 'mats')
    expect(await listSeen(there.body.accessToken)).toEqual(['Toddler'])
    const open = await register(await invite({ hidesUnrated: false }), 'jule')
    expect(await listSeen(open.body.accessToken)).toEqual(['Child', 'Novel', 'Toddler'])
    await ada('DELETE', `/access-groups/${group.id}`)
  })

  test('J3: without a limit has none, and none for administrators', async () => {
    const { body } = await ada('POST', '/invitations', {})
    expect(body).toMatchObject({ ageLimit: null, hidesUnrated: false })
    const refused = await ada('POST', '/invitations', { role: 'admin', ageLimit: 10 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'accounts.admin_age_limit' } })
  })
})
