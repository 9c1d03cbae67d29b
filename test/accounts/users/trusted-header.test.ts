import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../../src/accounts/users/schema'
import { storePeer } from '../../../src/platform/http/requests/peer-address'
import { type TestServer, startTestServer } from '../../support/server'
import { buildBasicHeader, givePasswords, password, signIn } from '../sign-in'

const proxy = '10.1.2.3'
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    'auth.trusted_header': 'Remote-User',
    'server.trusted_proxies': '10.0.0.0/8',
  })
  await givePasswords(server, 'ann', 'max')
  await server.addUser('jörg', 'reader')
})
afterAll(() => server.close())

interface Sent {
  from?: string
  method?: string
  path?: string
  headers: Record<string, string>
}

async function send({ from = proxy, method = 'GET', path = '/auth/me', headers }: Sent) {
  const request = new Request(`http://localhost/api/v1${path}`, { method, headers })
  storePeer(request, from)
  const response = await server.app.handle(request)
  const body = (await response.json()) as { username?: string }
  return { status: response.status, username: body.username }
}

const nobody = { status: 401, username: undefined }
const as = (username: string) => ({ status: 200, username })

/** Asks the Komga API, below its own prefix. */
async function sendToKomga(headers: Record<string, string>) {
  const request = new Request('http://localhost/komga/api/v2/users/me', { headers })
  storePeer(request, proxy)
  const response = await server.app.handle(request)
  const { email } = (await response.clone().json()) as { email?: string }
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
  return { status: response.status, name: email?.split('@')[0], cookie }
}

test('S3: the header decides before a session of the Komga API', async () => {
  const { cookie } = await sendToKomga({ authorization: buildBasicHeader('max', password) })
  expect(cookie).toStartWith('KOMGA-SESSION=')
  expect(await sendToKomga({ cookie })).toMatchObject({ status: 200, name: 'max' })
  expect(await sendToKomga({ cookie, 'remote-user': 'max' })).toMatchObject({ name: 'max' })
  expect(await sendToKomga({ cookie, 'remote-user': 'ann' })).toMatchObject({ name: 'ann' })
  expect(await sendToKomga({ cookie, 'remote-user': 'zoe' })).toMatchObject({ status: 401 })
})

describe('the trusted header', () => {
  for (const [what, sent, expected] of [
    ['a name', { headers: { 'remote-user': 'ann' } }, as('ann')],
    ['a name in another case', { headers: { 'remote-user': 'ANN' } }, as('ann')],
    ['an email address', { headers: { 'remote-user': 'ann@example.org' } }, as('ann')],
    ['a name in UTF-8', { headers: { 'remote-user': 'jÃ¶rg' } }, as('jörg')],
    ['a name that nobody has', { headers: { 'remote-user': 'zoe' } }, nobody],
    ['two names', { headers: { 'remote-user': 'ann, ada' } }, nobody],
    ['nothing', { headers: { 'remote-user': ' ' } }, nobody],
    ['another header', { headers: { 'x-remote-user': 'ann' } }, nobody],
    ['a name from elsewhere', { from: '192.0.2.1', headers: { 'remote-user': 'ada' } }, nobody],
    [
      'a name from elsewhere that claims to be forwarded',
      { from: '192.0.2.1', headers: { 'remote-user': 'ada', 'x-forwarded-for': proxy } },
      nobody,
    ],
  ] as const) {
    test(`with ${what} signs in ${expected.username ?? 'nobody'}`, async () => {
      expect(await send(sent)).toEqual(expected)
    })
  }

  test('counts less than a key, and decides between users of a session', async () => {
    const { body } = await server.call('POST', '/api-keys', { as: 'max', body: { name: 'App' } })
    const headers = { 'remote-user': 'ann', 'x-api-key': body.key }
    expect(await send({ headers })).toEqual(as('max'))
    const { cookie } = await signIn(server, 'max')
    expect(await send({ headers: { 'remote-user': 'ann', cookie } })).toEqual(as('ann'))
    expect(await send({ headers: { 'remote-user': 'zoe', cookie } })).toEqual(nobody)
    const sent = { path: '/auth/sessions', headers: { 'remote-user': 'max', cookie } }
    expect((await send(sent)).status).toBe(200)
  })

  test('has at most 254 characters', async () => {
    for (const length of [254, 255]) {
      const name = 'x'.repeat(length)
      await server.ctx.write((tx) =>
        tx.update(users).set({ usernameKey: name }).where(eq(users.username, 'jörg')),
      )
      expect(await send({ headers: { 'remote-user': name } })).toEqual(
        length === 254 ? as('jörg') : nobody,
      )
    }
  })

  test('does not let other sites change anything, nor set passwords', async () => {
    const foreign = { 'remote-user': 'ann', origin: 'https://evil.example' }
    const path = '/auth/sessions'
    expect((await send({ method: 'DELETE', path, headers: foreign })).status).toBe(403)
    const own = { 'remote-user': 'ann', origin: 'http://localhost' }
    expect((await send({ method: 'DELETE', path, headers: own })).status).toBe(403)
  })

  test('ends with the account, and is in the audit log', async () => {
    const { body } = await server.call('GET', '/audit-log?action=sign_in&search=ann', { as: 'ada' })
    expect(body.data[0].changes).toContainEqual({
      name: 'method',
      before: null,
      after: 'trusted header',
    })
    const isAnn = eq(users.username, 'ann')
    await server.ctx.write((tx) => tx.update(users).set({ isActive: false }).where(isAnn))
    expect(await send({ headers: { 'remote-user': 'ann' } })).toEqual(nobody)
  })
})

test('without the setting, the header is ignored', async () => {
  const other = await startTestServer({ 'server.trusted_proxies': '10.0.0.0/8' })
  const request = new Request('http://localhost/api/v1/auth/me', {
    headers: { 'remote-user': 'ada' },
  })
  storePeer(request, proxy)
  expect((await other.app.handle(request)).status).toBe(401)
  await other.close()
})
