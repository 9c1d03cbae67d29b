/** Sessions of the Komga API: their owners, and when they end. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { buildBasicHeader, givePasswords, password } from '../../accounts/sign-in'
import { computeTotp } from '../../../src/accounts/users/two-factor/totp'
import { startTestServer, type TestServer } from '../../support/server'
import { waitUntilSettled } from '../../support/wait-until'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => givePasswords(server, 'ann', 'max'))
afterAll(() => server.close())

const basic = (name: string, secret = password) => ({
  authorization: buildBasicHeader(name, secret),
})
const send = (path: string, headers: Record<string, string>, method = 'GET') =>
  server.fetch(`/komga/api${path}`, { method, headers })
const getMe = (headers: Record<string, string>) => send('/v2/users/me', headers)
const readCookie = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';')[0]!
const signIn = async (name: string) => readCookie(await getMe(basic(name)))
const startTokenSession = async (name: string) =>
  (await getMe({ ...basic(name), 'x-auth-token': '' })).headers.get('x-auth-token') ?? ''
const readName = async (answer: Response) =>
  ((await answer.json()) as { email: string }).email.split('@')[0]

test('signing in as another user replaces the cookie', async () => {
  const cookie = await signIn('ann')
  const replaced = readCookie(await getMe({ ...basic('max'), cookie }))
  expect(await readName(await getMe({ cookie: replaced }))).toBe('max')
  expect(readCookie(await getMe({ ...basic('ann'), cookie }))).toBe('')
})

test('signing in with a new password replaces the cookie of the old one', async () => {
  const cookie = await signIn('ann')
  const body = { currentPassword: password, newPassword: 'another long pass phrase' }
  const changed = await server.call('PUT', '/auth/password', { as: 'ann', body })
  expect(changed.status).toBe(204)
  expect((await getMe({ cookie })).status).toBe(401)
  const answer = await getMe({ ...basic('ann', body.newPassword), cookie })
  expect((await getMe({ cookie: readCookie(answer) })).status).toBe(200)
})

test.each(['GET', 'POST'])(
  'signing out with %s ends the session, and no other one',
  async (method) => {
    const cookie = await signIn('ann')
    const other = await signIn('ann')
    const foreign = await signIn('max')
    const answer = await send('/logout', { cookie }, method)
    expect([answer.status, readCookie(answer)]).toEqual([204, 'KOMGA-SESSION='])
    expect((await getMe({ cookie })).status).toBe(401)
    for (const left of [other, foreign]) expect((await getMe({ cookie: left })).status).toBe(200)
    expect(readCookie(await getMe({ ...basic('ann'), cookie }))).not.toBe('')
  },
)

test('signing out ends a session that is in a header', async () => {
  const token = await startTokenSession('ann')
  expect((await getMe({ 'x-auth-token': token })).status).toBe(200)
  expect((await send('/logout', { 'x-auth-token': token }, 'POST')).status).toBe(204)
  expect((await getMe({ 'x-auth-token': token })).status).toBe(401)
})

test('an extended session ends with the one that it came from', async () => {
  const cookie = await signIn('ann')
  const { now } = server.ctx.clock
  Object.assign(server.ctx.clock, { now: () => new Date(now().getTime() + 5 * 86_400_000) })
  try {
    const extended = readCookie(await getMe({ cookie }))
    expect(extended).toStartWith('KOMGA-SESSION=')
    await send('/logout', { cookie: extended }, 'POST')
    for (const ended of [cookie, extended]) {
      expect((await getMe({ cookie: ended })).status).toBe(401)
    }
  } finally {
    Object.assign(server.ctx.clock, { now })
  }
})

test('sessions that ended long ago stay ended', async () => {
  const first = await signIn('max')
  const cookies = [first]
  for (let count = 0; count < 55; count++) {
    const cookie = await signIn('max')
    cookies.push(cookie)
    await send('/logout', { cookie }, 'POST')
  }
  await send('/logout', { cookie: first }, 'POST')
  for (const cookie of cookies) expect((await getMe({ cookie })).status).toBe(401)
  expect((await getMe({ cookie: await signIn('max') })).status).toBe(200)
})

test('a page of another site signs nobody out', async () => {
  const cookie = await signIn('ann')
  const origins: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const from of origins) {
    const answer = await send('/logout', { cookie, ...from })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
  }
  expect((await getMe({ cookie })).status).toBe(200)
})

test('a session in a header becomes a cookie', async () => {
  const token = await startTokenSession('ann')
  const answer = await send('/v1/login/set-cookie', { 'x-auth-token': token })
  expect(answer.status).toBe(204)
  expect(await readName(await getMe({ cookie: readCookie(answer) }))).toBe('ann')
})

test('values with other letters are no session', async () => {
  const [, value = ''] = (await signIn('ann')).split('=')
  const values = [`${value.slice(0, -1)}é`, `a.b.c.d.${'x'.repeat(42)}é`, '%', '....', 'é']
  for (const wrong of values) {
    const all: Record<string, string>[] = [
      { 'x-auth-token': wrong },
      { cookie: `KOMGA-SESSION=${wrong}` },
      { cookie: `KOMGA-SESSION=${encodeURIComponent(wrong)}` },
    ]
    for (const headers of all) expect((await getMe(headers)).status).toBe(401)
  }
})

test('a session ends with its account', async () => {
  await server.addUser('eve', 'reader')
  await givePasswords(server, 'eve')
  const cookie = await signIn('eve')
  const path = `/users/${server.getUserId('eve')}`
  expect((await server.call('DELETE', path, { as: 'ada' })).status).toBe(204)
  expect((await getMe({ cookie })).status).toBe(401)
})

test('S3: sessions end that a machine with a faster clock has started', async () => {
  await addReader('kim')
  const { now } = server.ctx.clock
  Object.assign(server.ctx.clock, { now: () => new Date(now().getTime() + 50_000) })
  const early = await signIn('kim')
  Object.assign(server.ctx.clock, { now })
  const end = () =>
    server.call('DELETE', `/users/${server.getUserId('kim')}/sessions`, { as: 'ada' })
  await end()
  expect((await getMe({ cookie: early })).status).toBe(401)
  const cookies = [await signIn('kim'), await signIn('kim')]
  for (const cookie of cookies) expect((await getMe({ cookie })).status).toBe(200)
  await end()
  for (const cookie of cookies) expect((await getMe({ cookie })).status).toBe(401)
  expect((await getMe({ cookie: await signIn('kim') })).status).toBe(200)
})

test('S3: sessions do not outlive passwords', async () => {
  const cookie = await signIn('ann')
  const token = await startTokenSession('ann')
  Object.assign(server.ctx.config.auth, { password_login: false })
  try {
    for (const headers of [{ cookie }, { 'x-auth-token': token }])
      expect((await getMe(headers as never)).status).toBe(401)
  } finally {
    Object.assign(server.ctx.config.auth, { password_login: true })
  }
})

interface Listed {
  id: string
  kind: string
  userAgent: string | null
}

/** The use of a session is recorded in the background. */
const listReaderSessions = (as: string, count: number) =>
  waitUntilSettled(async () => {
    const { body } = await server.call('GET', '/auth/sessions', { as })
    const found = (body as Listed[]).filter(({ userAgent }) => userAgent === 'Reader/1')
    return found.length === count && found
  })

/** Every test has a user of its own, whose sessions it ends. */
async function addReader(name: string) {
  await server.addUser(name, 'reader')
  await givePasswords(server, name)
}

async function startUsedSession(name: string) {
  const cookie = await signIn(name)
  expect((await getMe({ cookie, 'user-agent': 'Reader/1' })).status).toBe(200)
  return cookie
}

test('S3: a used session is listed, and ended from the list', async () => {
  await addReader('lee')
  const cookie = await startUsedSession('lee')
  const [listed] = await listReaderSessions('lee', 1)
  expect(listed).toMatchObject({ kind: 'app', userAgent: 'Reader/1', isCurrent: false })
  const ended = await server.call('DELETE', `/auth/sessions/${listed!.id}`, { as: 'lee' })
  expect(ended.status).toBe(204)
  expect((await getMe({ cookie })).status).toBe(401)
  await listReaderSessions('lee', 0)
})

const endings: [string, string, () => Promise<unknown>][] = [
  [
    'an administrator ends all sessions',
    'amy',
    () => server.call('DELETE', `/users/${server.getUserId('amy')}/sessions`, { as: 'ada' }),
  ],
  ['the user ends all others', 'ben', () => server.call('DELETE', '/auth/sessions', { as: 'ben' })],
  [
    'the account is deactivated and activated again',
    'cal',
    async () => {
      const path = `/users/${server.getUserId('cal')}`
      await server.call('PATCH', path, { as: 'ada', body: { isActive: false } })
      await server.call('PATCH', path, { as: 'ada', body: { isActive: true } })
    },
  ],
]

test.each(endings)('S3: sessions end when %s', async (_, name, end) => {
  await addReader(name)
  const used = await startUsedSession(name)
  const unused = await signIn(name)
  const foreign = await signIn('max')
  await listReaderSessions(name, 1)
  await end()
  for (const cookie of [used, unused]) expect((await getMe({ cookie })).status).toBe(401)
  expect((await getMe({ cookie: foreign })).status).toBe(200)
  const fresh = await signIn(name)
  expect((await getMe({ cookie: fresh })).status).toBe(200)
})

const decodeBase32 = (text: string) => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

test('S3: sessions end when two-factor authentication is turned on', async () => {
  await addReader('tom')
  const used = await startUsedSession('tom')
  const begun = await server.call('POST', '/auth/two-factor', {
    as: 'tom',
    body: { currentPassword: password },
  })
  const step = Math.floor(server.clock.now().getTime() / 30_000)
  const body = { code: computeTotp(decodeBase32(begun.body.secret), step) }
  const confirmed = await server.call('POST', '/auth/two-factor/confirm', { as: 'tom', body })
  expect(confirmed.status).toBe(200)
  expect((await getMe({ cookie: used })).status).toBe(401)
})
