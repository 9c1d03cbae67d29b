/** Users in the Komga API, which follow the rules of the native API. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { buildBasicHeader, givePasswords, password } from '../../accounts/sign-in'
import { seedLibrary } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { createKomgaClient } from './komga-client'

let server: TestServer
let komga: ReturnType<typeof createKomgaClient>
let library: { id: string }
let count = 0

beforeAll(async () => {
  server = await startTestServer()
  komga = createKomgaClient(server)
  await givePasswords(server, 'ada', 'ann', 'max')
})
afterAll(() => server.close())
beforeEach(async () => {
  library = await seedLibrary(server)
})

interface Sender {
  as: string
  headers: Record<string, string>
}

const users = '/api/v2/users'
// Basic authentication is used because API keys cannot manage administrators.
const basic = (name: string, secret = password): Sender => ({
  as: '',
  headers: { authorization: buildBasicHeader(name, secret) },
})
const send = (method: string, path: string, body?: unknown, as = basic('ada')) =>
  komga(method, path, { ...as, ...(body !== undefined && { body }) })
const sendStatus = async (...given: Parameters<typeof send>) => (await send(...given)).status
const newEmail = () => `reader${++count}@example.org`
const roles = ['FILE_DOWNLOAD', 'PAGE_STREAMING']
const addUser = async (more: object = {}) =>
  (await send('POST', users, { email: newEmail(), password, roles, ...more })).body
const findUser = async (id: string) =>
  (await send('GET', users)).body.find((user: { id: string }) => user.id === id)
const getNative = async (id: string) =>
  (await server.call('GET', `/users/${id}`, { as: 'ada' })).body
const signsIn = async (name: string, secret: string) =>
  (await sendStatus('GET', '/api/v2/users/me', undefined, basic(name, secret))) === 200

describe('adding', () => {
  test('a reader with an email address, who can sign in with it', async () => {
    const email = 'nina@example.org'
    const { status, body } = await send('POST', users, { email, password, roles, type: 'x' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ email, sharedAllLibraries: true, sharedLibrariesIds: [] })
    expect(body.roles).toEqual(expect.arrayContaining(['USER', 'PAGE_STREAMING']))
    expect(body.roles).not.toContain('ADMIN')
    expect(await getNative(body.id)).toMatchObject({ username: 'nina', role: 'reader', email })
    expect(await signsIn(email, password)).toBe(true)
  })

  test.each([
    ['ann@other.example', 'ann2'],
    ['ANN@third.example', 'ANN3'],
    // Letters of two scripts are not allowed in one name.
    ['\u0430nn@fourth.example', 'reader'],
    ['a:b/c@example.org', 'abc'],
    ['\u{1f600}@example.org', 'reader2'],
    [`${'x'.repeat(80)}@example.org`, 'x'.repeat(50)],
  ])('%s gets a username that nobody has', async (email, username) => {
    const { status, body } = await send('POST', users, { email, password, roles: [] })
    expect(status).toBe(201)
    expect((await getNative(body.id)).username).toBe(username)
  })

  test('an administrator, and a reader of one library', async () => {
    expect((await addUser({ roles: ['ADMIN'] })).roles).toContain('ADMIN')
    const sharedLibraries = { all: false, libraryIds: [library.id] }
    expect(await addUser({ sharedLibraries })).toMatchObject({
      sharedAllLibraries: false,
      sharedLibrariesIds: [library.id],
    })
  })

  test.each([
    ['no address', { email: 'nobody' }],
    ['a short password', { password: 'short' }],
    ['no roles', { roles: undefined }],
    ['an age', { ageRestriction: { age: 12, restriction: 'ALLOW_ONLY' } }],
    ['allowed labels', { labelsAllow: ['kids'] }],
    ['excluded labels', { labelsExclude: ['adult'] }],
    ['a foreign library', { sharedLibraries: { all: false, libraryIds: ['0ABC'] } }],
    ['an unknown library', { sharedLibraries: { all: false, libraryIds: [Bun.randomUUIDv7()] } }],
  ])('with %s is refused, and nobody is added', async (_, wrong) => {
    const before = (await send('GET', users)).body.length
    const body = { email: newEmail(), password, roles, ...wrong }
    const refused = await send('POST', users, body)
    expect(refused.status).toBe(400)
    expect(refused.body.violations.length).toBeGreaterThan(0)
    expect((await send('GET', users)).body).toHaveLength(before)
  })

  test('an administrator who sees one library is refused as a whole', async () => {
    const email = newEmail()
    const sharedLibraries = { all: false, libraryIds: [library.id] }
    const body = { email, password, roles: ['ADMIN'], sharedLibraries }
    expect(await sendStatus('POST', users, body)).toBe(409)
    expect(JSON.stringify((await send('GET', users)).body)).not.toContain(email)
  })

  test('the same address twice is refused', async () => {
    const { email } = await addUser()
    expect(await sendStatus('POST', users, { email, password, roles })).toBe(409)
  })

  test('without restrictions that say nothing', async () => {
    const nothing = { ageRestriction: { age: 0, restriction: 'NONE' }, labelsAllow: [] }
    expect((await addUser(nothing)).id).toBeString()
  })
})

describe('changing', () => {
  test('the libraries, and all again', async () => {
    const { id } = await addUser()
    const change = { sharedLibraries: { all: false, libraryIds: [library.id, library.id] } }
    expect(await sendStatus('PATCH', `${users}/${id}`, change)).toBe(204)
    expect((await findUser(id)).sharedLibrariesIds).toEqual([library.id])
    expect(await sendStatus('PATCH', `${users}/${id}`, { roles })).toBe(204)
    expect((await findUser(id)).sharedLibrariesIds).toEqual([library.id])
    const all = { sharedLibraries: { all: true, libraryIds: [] } }
    expect(await sendStatus('PATCH', `${users}/${id}`, all)).toBe(204)
    expect((await findUser(id)).sharedAllLibraries).toBe(true)
  })

  test('to administrator and back', async () => {
    const { id } = await addUser()
    const path = `${users}/${id}`
    expect(await sendStatus('PATCH', path, { roles: ['ADMIN'] })).toBe(204)
    expect((await getNative(id)).role).toBe('admin')
    expect(await sendStatus('PATCH', path, { roles: [] })).toBe(204)
    expect((await getNative(id)).role).toBe('reader')
  })

  test('leaves maintainers and more permissions as they are', async () => {
    const id = await server.addUser('kim', 'maintainer', ['users:read', 'system:admin'])
    expect(await sendStatus('PATCH', `${users}/${id}`, { roles: ['USER', 'ADMIN'] })).toBe(204)
    expect(await getNative(id)).toMatchObject({
      role: 'maintainer',
      permissions: ['users:read', 'system:admin'],
    })
    expect(await sendStatus('PATCH', `${users}/${id}`, { roles: ['USER'] })).toBe(204)
    expect(await getNative(id)).toMatchObject({ role: 'maintainer', permissions: ['users:read'] })
  })

  test('is refused as a whole if one part is', async () => {
    const { id } = await addUser()
    const sharedLibraries = { all: false, libraryIds: [Bun.randomUUIDv7()] }
    const change = { roles: ['PAGE_STREAMING'], sharedLibraries }
    expect(await sendStatus('PATCH', `${users}/${id}`, change)).toBe(400)
    const asAdmin = { ...change, roles: ['ADMIN'] }
    expect(await sendStatus('PATCH', `${users}/${id}`, asAdmin)).toBe(409)
    expect((await getNative(id)).role).toBe('reader')
    const age = { roles: ['ADMIN'], ageRestriction: { age: 6, restriction: 'EXCLUDE' } }
    expect(await sendStatus('PATCH', `${users}/${id}`, age)).toBe(400)
    expect((await getNative(id)).role).toBe('reader')
  })

  test('never takes the last administrator away', async () => {
    const ada = server.getUserId('ada')
    const admins = (await send('GET', users)).body.filter(
      (user: { id: string; roles: string[] }) => user.id !== ada && user.roles.includes('ADMIN'),
    )
    for (const { id } of admins) {
      expect(await sendStatus('DELETE', `${users}/${id}`)).toBe(204)
    }
    expect(await sendStatus('PATCH', `${users}/${ada}`, { roles: [] })).toBe(409)
    expect(await sendStatus('DELETE', `${users}/${ada}`)).toBe(409)
    expect((await getNative(ada)).role).toBe('admin')
  })
})

describe('passwords', () => {
  const secret = 'another long pass phrase'

  test('of others end their sessions', async () => {
    const { id, email } = await addUser()
    const first = await send('GET', '/api/v2/users/me', undefined, basic(email))
    const cookie = first.headers.get('set-cookie')!.split(';')[0]!
    expect(await sendStatus('PATCH', `${users}/${id}/password`, { password: secret })).toBe(204)
    expect(await signsIn(email, password)).toBe(false)
    expect(await signsIn(email, secret)).toBe(true)
    const session = { as: '', headers: { cookie } }
    expect(await sendStatus('GET', '/api/v2/users/me', undefined, session)).toBe(401)
  })

  test.each(['me', 'id'])('of one’s own need the current one (%s)', async (name) => {
    const { id, email } = await addUser({ roles: ['ADMIN'] })
    const path = `${users}/${name === 'me' ? name : id}/password`
    const first = await send('GET', '/api/v2/users/me', undefined, basic(email))
    const cookie = first.headers.get('set-cookie')!.split(';')[0]!
    const session = { as: '', headers: { cookie } }
    const change = { password: secret }
    expect(await sendStatus('PATCH', path, change, session)).toBe(403)
    expect(await sendStatus('PATCH', path, change, basic(email, 'a wrong password'))).toBe(401)
    expect(await sendStatus('PATCH', path, { password: 'short' }, basic(email))).toBe(400)
    expect(await signsIn(email, password)).toBe(true)
    expect(await sendStatus('PATCH', path, change, basic(email))).toBe(204)
    expect(await signsIn(email, password)).toBe(false)
    expect(await signsIn(email, secret)).toBe(true)
  })

  test('are not set with an API key', async () => {
    const { body } = await send('POST', `${users}/me/api-keys`, { comment: 'x' }, basic('ada'))
    const { id } = await addUser()
    for (const key of [basic('ada', body.key), { as: '', headers: { 'x-api-key': body.key } }]) {
      for (const path of [`${users}/me/password`, `${users}/${id}/password`]) {
        expect(await sendStatus('PATCH', path, { password: secret }, key)).toBe(403)
      }
      expect(
        await sendStatus('POST', users, { email: newEmail(), password, roles: ['ADMIN'] }, key),
      ).toBe(403)
    }
  })
})

describe('others', () => {
  test.each(['ann', 'max'])('%s manages nobody', async (name) => {
    const { id } = await addUser()
    const as = basic(name)
    expect(await sendStatus('POST', users, { email: newEmail(), password, roles }, as)).toBe(403)
    expect(await sendStatus('PATCH', `${users}/${id}`, { roles: ['ADMIN'] }, as)).toBe(403)
    expect(await sendStatus('PATCH', `${users}/${id}/password`, { password }, as)).toBe(403)
    expect(await sendStatus('DELETE', `${users}/${id}`, undefined, as)).toBe(403)
    const own = `${users}/${server.getUserId(name)}`
    expect(await sendStatus('PATCH', own, { roles: ['ADMIN'] }, as)).toBe(403)
  })

  test('who manage users grant no more than they have', async () => {
    await server.addUser('pia', 'maintainer', ['users:read', 'users:write', 'users:delete'])
    await givePasswords(server, 'pia')
    const pia = server.getUserId('pia')
    const access = { libraryIds: [library.id] }
    await server.call('PUT', `/users/${pia}/libraries`, { as: 'ada', body: access })
    const as = basic('pia')
    const admin = { email: newEmail(), password, roles: ['ADMIN'] }
    expect(await sendStatus('POST', users, admin, as)).toBe(403)
    const all = {
      email: newEmail(),
      password,
      roles,
      sharedLibraries: { all: true, libraryIds: [] },
    }
    const { body } = await send('POST', users, all, as)
    expect(body.sharedLibrariesIds).toEqual([library.id])
    expect((await findUser(body.id)).sharedAllLibraries).toBe(false)
    const hidden = await seedLibrary(server)
    const wider = { sharedLibraries: { all: false, libraryIds: [hidden.id] } }
    expect(await sendStatus('PATCH', `${users}/${body.id}`, wider, as)).toBe(403)
    const wide = { email: newEmail(), password, roles, ...wider }
    expect(await sendStatus('POST', users, wide, as)).toBe(403)
    const ada = `${users}/${server.getUserId('ada')}`
    expect(await sendStatus('DELETE', ada, undefined, as)).toBe(403)
    expect(await sendStatus('PATCH', `${ada}/password`, { password }, as)).toBe(403)
    expect(await sendStatus('DELETE', `${users}/${body.id}`, undefined, as)).toBe(204)
    expect(await findUser(body.id)).toBeUndefined()
  })
})
