import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { passkeys } from '../../../src/accounts/passkeys/schema'
import { users } from '../../../src/accounts/users/schema'
import { type TestServer, startTestServer } from '../../support/server'
import { SoftwareAuthenticator } from '../../support/software-authenticator'
import { givePasswords, password, signIn } from '../sign-in'

const origin = 'https://books.example.org'
const rpId = 'books.example.org'
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ 'server.public_url': origin })
  await givePasswords(server, 'ann', 'max', 'ada')
})
afterAll(() => server.close())

const readCookie = (headers: Headers) => headers.get('set-cookie')!.split(';')[0]!

interface Session {
  cookie: string
}

async function send(method: string, path: string, session: Session | undefined, body?: object) {
  const headers = { origin, ...(session && { cookie: session.cookie }) }
  return server.call(method, path, { headers, ...(body && { body }) })
}

async function beginAdding(session: Session, currentPassword = password) {
  const answer = await send('POST', '/auth/passkeys/options', session, { currentPassword })
  expect(answer.status).toBe(200)
  const cookie = `${session.cookie}; ${readCookie(answer.headers)}`
  return { challenge: answer.body.challenge as string, cookie }
}

async function add(session: Session, device: SoftwareAuthenticator, name = 'Phone') {
  const { challenge, cookie } = await beginAdding(session)
  const credential = device.create({ challenge, origin, rpId })
  return send('POST', '/auth/passkeys', { cookie }, { name, credential })
}

async function beginSignIn() {
  const { body, headers } = await send('POST', '/auth/passkey/options', undefined)
  return { challenge: body.challenge as string, cookie: readCookie(headers) }
}

async function signInWith(
  device: SoftwareAuthenticator,
  wrong: Partial<{ origin: string; rpId: string; userHandle: string }> = {},
) {
  const { challenge, cookie } = await beginSignIn()
  const credential = device.get({ challenge, origin, rpId, ...wrong })
  return send('POST', '/auth/passkey', { cookie }, { credential })
}

describe('a passkey', () => {
  test('ends when an administrator sets a new password', async () => {
    await server.addUser('walt', 'reader')
    await givePasswords(server, 'walt')
    const device = new SoftwareAuthenticator()
    expect((await add(await signIn(server, 'walt'), device)).status).toBe(201)
    const reset = { as: 'ada', body: { password: 'a new long password' } }
    const id = server.getUserId('walt')
    expect((await server.call('PATCH', `/users/${id}`, reset)).status).toBe(200)
    expect(await server.ctx.db.$count(passkeys, eq(passkeys.userId, id))).toBe(0)
    expect((await signInWith(device)).status).toBe(401)
  })

  test('M10: stays when an administrator who sets a new password keeps it, and the audit log tells', async () => {
    await server.addUser('wanda', 'reader')
    await givePasswords(server, 'wanda')
    const device = new SoftwareAuthenticator()
    await add(await signIn(server, 'wanda'), device)
    const path = `/users/${server.getUserId('wanda')}`
    const reset = (removeOtherSignIns?: boolean) =>
      server.call('PATCH', path, {
        as: 'ada',
        body: { password: 'a new long password', removeOtherSignIns },
      })
    const readLast = async () => {
      const { body } = await server.call('GET', '/audit-log?pageSize=1&action=change_user', {
        as: 'ada',
      })
      return body.data[0].changes as object[]
    }
    expect((await reset(false)).status).toBe(200)
    expect((await signInWith(device)).status).toBe(200)
    const told = (after: string) => ({ name: 'otherSignIns', before: null, after })
    expect(await readLast()).toContainEqual(told('kept'))
    const unrelated = { role: 'reader', removeOtherSignIns: true }
    await server.call('PATCH', path, { as: 'ada', body: unrelated })
    expect((await signInWith(device)).status).toBe(200)
    expect((await reset()).status).toBe(200)
    expect((await signInWith(device)).status).toBe(401)
    expect(await readLast()).toContainEqual(told('removed'))
  })

  test('is added with the password, named, and removed', async () => {
    const session = await signIn(server, 'ann')
    const path = '/auth/passkeys/options'
    expect((await send('POST', path, session, {})).status).toBe(403)
    const wrong = { currentPassword: 'wrong' }
    expect((await send('POST', path, session, wrong)).status).toBe(403)
    const { status, body } = await add(session, new SoftwareAuthenticator())
    expect(status).toBe(201)
    expect(body).toMatchObject({ hasPassword: true, passkeys: [{ name: 'Phone' }] })
    const one = `/auth/passkeys/${body.passkeys[0].id}`
    const renamed = await send('PATCH', one, session, { name: 'Old phone' })
    expect(renamed.body.passkeys).toMatchObject([{ name: 'Old phone' }])
    const other = await signIn(server, 'max')
    expect((await send('DELETE', one, other)).status).toBe(404)
    expect((await send('DELETE', one, session)).status).toBe(204)
    expect((await send('GET', '/auth/passkeys', session)).body.passkeys).toEqual([])
  })

  test('is one of at most twenty, each of another device', async () => {
    await server.addUser('many', 'reader')
    await givePasswords(server, 'many')
    const userId = server.getUserId('many')
    const more = { publicKey: '-', counter: 0, transports: [], isBackedUp: false }
    const rows = Array.from({ length: 19 }, (_, n) => ({
      userId,
      name: `${n}`,
      credentialId: `known-${n}`,
      ...more,
    }))
    await server.ctx.write((tx) => tx.insert(passkeys).values(rows))
    const session = await signIn(server, 'many')
    const device = new SoftwareAuthenticator()
    expect((await add(session, device)).status).toBe(201)
    const refused = await add(session, new SoftwareAuthenticator())
    expect([refused.status, refused.body.params]).toEqual([409, { max: 20 }])
    await server.ctx.write((tx) => tx.delete(passkeys).where(eq(passkeys.name, '1')))
    const twice = await add(session, device)
    expect([twice.status, twice.body.code]).toEqual([409, 'passkeys.exists'])
  })

  test('signs in without a name and a password', async () => {
    const device = new SoftwareAuthenticator()
    await add(await signIn(server, 'max'), device)
    const { status, body } = await signInWith(device)
    expect({ status, name: body.user.username }).toEqual({ status: 200, name: 'max' })
    const query = '/audit-log?action=sign_in&search=max&pageSize=1'
    const { body: log } = await server.call('GET', query, { as: 'ada' })
    expect(log.data[0].changes).toContainEqual({ name: 'method', before: null, after: 'passkey' })
  })

  test('is refused for another site, another key, another challenge and a second time', async () => {
    const device = new SoftwareAuthenticator()
    await add(await signIn(server, 'ann'), device)
    for (const wrong of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }]) {
      expect((await signInWith(device, wrong)).status).toBe(401)
    }
    expect((await signInWith(new SoftwareAuthenticator())).status).toBe(401)
    const imposter = new SoftwareAuthenticator()
    Object.assign(imposter, { id: device.id })
    expect((await signInWith(imposter)).status).toBe(401)
    const [first, second] = [await beginSignIn(), await beginSignIn()]
    const credential = device.get({ challenge: first.challenge, origin, rpId })
    const use = (cookie: string) => send('POST', '/auth/passkey', { cookie }, { credential })
    expect((await use(second.cookie)).status).toBe(401)
    expect((await use(first.cookie)).status).toBe(200)
    expect((await use(first.cookie)).status).toBe(400)
    expect((await send('POST', '/auth/passkey', undefined, { credential })).status).toBe(400)
  })

  test('S6: is refused with the handle of another user', async () => {
    const device = new SoftwareAuthenticator()
    await add(await signIn(server, 'ann'), device)
    const handleOf = (name: string) => Buffer.from(server.getUserId(name)).toString('base64url')
    for (const userHandle of [handleOf('max'), '', 'unknown']) {
      expect((await signInWith(device, { userHandle })).status).toBe(401)
    }
    expect((await signInWith(device, { userHandle: handleOf('ann') })).status).toBe(200)
  })

  test('cannot be added with the challenge of another session or a sign-in', async () => {
    const [ann, max] = [await signIn(server, 'ann'), await signIn(server, 'max')]
    const device = new SoftwareAuthenticator()
    const begun = await beginAdding(ann)
    const challengeCookie = begun.cookie.split('; ')[1]!
    const credential = device.create({ challenge: begun.challenge, origin, rpId })
    const body = { name: 'Phone', credential }
    const cookie = `${max.cookie}; ${challengeCookie}`
    expect((await send('POST', '/auth/passkeys', { cookie }, body)).status).toBe(400)
    const own = await beginSignIn()
    const other = device.create({ challenge: own.challenge, origin, rpId })
    const mixed = { cookie: `${ann.cookie}; ${own.cookie}` }
    const wrong = await send('POST', '/auth/passkeys', mixed, { name: 'x', credential: other })
    expect(wrong.status).toBe(400)
  })

  test('ends with the account, and when an administrator removes it', async () => {
    await server.addUser('rob', 'reader')
    await givePasswords(server, 'rob')
    const device = new SoftwareAuthenticator()
    await add(await signIn(server, 'rob'), device)
    const isRob = eq(users.username, 'rob')
    const setActive = (isActive: boolean) =>
      server.ctx.write((tx) => tx.update(users).set({ isActive }).where(isRob))
    await setActive(false)
    expect((await signInWith(device)).status).toBe(401)
    await setActive(true)
    expect((await signInWith(device)).status).toBe(200)
    const path = `/users/${server.getUserId('rob')}/passkeys`
    expect((await server.call('DELETE', path, { as: 'max' })).status).toBe(403)
    expect((await server.call('DELETE', path, { as: 'ada' })).status).toBe(204)
    expect((await signInWith(device)).status).toBe(401)
  })

  test('is the last way to sign in for somebody without a password', async () => {
    await server.addUser('sue', 'reader')
    await givePasswords(server, 'sue')
    const session = await signIn(server, 'sue')
    const { body } = await add(session, new SoftwareAuthenticator())
    const isSue = eq(users.username, 'sue')
    await server.ctx.write((tx) => tx.update(users).set({ passwordHash: '!' }).where(isSue))
    const one = `/auth/passkeys/${body.passkeys[0].id}`
    expect((await send('DELETE', one, session)).status).toBe(409)
    const isOne = eq(passkeys.id, body.passkeys[0].id)
    expect(await server.ctx.db.$count(passkeys, isOne)).toBe(1)
  })

  for (const [what, response] of [
    ['nothing', {}],
    ['no base64', { clientDataJSON: '%%%', attestationObject: '%%%' }],
    ['no JSON', { clientDataJSON: 'AAAA', attestationObject: 'AAAA' }],
    ['numbers', { clientDataJSON: 1, attestationObject: [], authenticatorData: {} }],
    ['endless CBOR', { clientDataJSON: 'e30', attestationObject: 'm'.repeat(20_000) }],
  ] as const) {
    test(`is refused with ${what}`, async () => {
      const session = await signIn(server, 'ann')
      const { cookie } = await beginAdding(session)
      const credential = { id: 'x', rawId: 'x', type: 'public-key', response }
      const body = { name: 'x', credential }
      expect((await send('POST', '/auth/passkeys', { cookie }, body)).status).toBe(400)
      const begun = await beginSignIn()
      const answer = await send('POST', '/auth/passkey', begun, { credential })
      expect(answer.status).toBe(401)
    })
  }
})
