import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setSystemTime,
  test,
} from 'bun:test'
import { eq, isNotNull } from 'drizzle-orm'
import { storePeer } from '../../../src/platform/http/requests/peer-address'
import { apiKeys } from '../../../src/accounts/api-keys/schema'
import { refreshTokens, sessions } from '../../../src/accounts/sessions/schema'
import { loginFailures, users } from '../../../src/accounts/users/schema'
import { signAccessToken } from '../../../src/accounts/sessions/tokens/access-tokens'
import { deleteEndedSessions } from '../../../src/accounts/sessions/service'
import { type TestServer, startTestServer } from '../../support/server'
import { buildBasicHeader, givePasswords, password, signIn } from '../sign-in'
import { waitUntil } from '../../support/wait-until'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await givePasswords(server, 'ann', 'max', 'ada')
  await server.ctx.write((tx) => tx.delete(loginFailures))
})

const getMe = (as: string) => server.call('GET', '/auth/me', { as })

describe('sign-in', () => {
  test.each([['ann'], ['ANN'], ['ann@example.org'], ['Ann@Example.org']])(
    'accepts the name or email address in any case: %s',
    async (username) => {
      const { status, body } = await server.call('POST', '/auth/login', {
        body: { username, password },
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        tokenType: 'Bearer',
        expiresIn: 3600,
        user: { username: 'ann', email: 'ann@example.org', role: 'reader', permissions: [] },
      })
      expect(body.user.effectivePermissions).toContain('series:read')
      expect((await getMe(body.accessToken)).body.id).toBe(server.getUserId('ann'))
    },
  )

  test('stores its time', async () => {
    await signIn(server, 'ann')
    const { body } = await server.call('GET', '/user', { as: 'ann' })
    expect(Date.now() - Date.parse(body.lastLoginAt)).toBeLessThan(10_000)
  })

  test('gives browsers an HttpOnly cookie', async () => {
    const { headers } = await server.call('POST', '/auth/login', {
      body: { username: 'ann', password },
    })
    const cookie = headers.get('set-cookie')!
    expect(cookie).toMatch(/^quire_session=[\w-]{43}; /)
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    expect(cookie).toContain('Path=/')
    expect(cookie).toContain('Max-Age=2592000')
    expect(cookie).not.toContain('Secure')
  })

  test('returns the same response for an unknown name, a wrong password and a deactivated account', async () => {
    await server.addUser('gone', 'reader')
    await givePasswords(server, 'gone')
    await server.call('PATCH', `/users/${server.getUserId('gone')}`, {
      as: 'ada',
      body: { isActive: false },
    })
    const answers = await Promise.all(
      [
        { username: 'nobody', password },
        { username: 'ann', password: 'wrong' },
        { username: 'gone', password },
      ].map((body) => server.call('POST', '/auth/login', { body })),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect({ ...body, requestId: '' }).toEqual({ ...answers[0]!.body, requestId: '' })
    }
  })

  test.each([
    [{ username: 'ann' }, 'password'],
    [{ username: 'ann', password: 7 }, 'password'],
    [{ username: 'ann', password: 'x'.repeat(2000) }, 'password'],
    [{ username: '', password }, 'username'],
    [{ username: 'ann', password, more: 1 }, 'more'],
  ])('rejects %j', async (body, path) => {
    const answer = await server.call('POST', '/auth/login', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.details[0].path).toBe(path)
  })
})

const guess = (username: string, headers = {}) =>
  server.call('POST', '/auth/login', { body: { username, password: 'a guess' }, headers })

const guessFrom = async (address: string, username: string) => {
  const request = new Request('http://localhost/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'a guess' }),
  })
  storePeer(request, address)
  return (await server.app.handle(request)).status
}

const getStatusWith = async (secret: string) =>
  (
    await server.call('GET', '/user', {
      headers: { authorization: buildBasicHeader('max', secret) },
    })
  ).status

describe('password guessing', () => {
  // Stops the clock, because on a busy machine a guess can outlast the first waiting period.
  beforeEach(() => {
    const startedAt = new Date()
    Object.assign(server.ctx.clock, { now: () => startedAt })
  })
  afterEach(() => void Object.assign(server.ctx.clock, { now: () => new Date() }))

  test('is throttled after five attempts, even with the correct password', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await guess('ann')).status).toBe(401)
    const answer = await server.call('POST', '/auth/login', { body: { username: 'ann', password } })
    expect(answer.status).toBe(429)
    expect(answer.body.error).toBe('too_many_requests')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  })

  test('is throttled for unknown names alike, which reveals no names', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await guess('who')).status).toBe(401)
    expect((await guess('who')).status).toBe(429)
  })

  test('is not faster with parallel attempts', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => guess('ann')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  })

  test('is delayed by at most 30 seconds', async () => {
    const key = `account:${server.getUserId('ann')}`
    await server.ctx.write((tx) =>
      tx.insert(loginFailures).values({ key, failures: 1000, lastFailedAt: new Date() }),
    )
    expect((await guess('ann')).status).toBe(401)
    const wait = Number((await guess('ann')).headers.get('retry-after'))
    expect(wait).toBeLessThanOrEqual(30)
    expect(wait).toBeGreaterThan(20)
  })

  test('does not lock the owner out of a browser with a session', async () => {
    const { cookie } = await signIn(server, 'ann')
    for (let attempt = 0; attempt < 6; attempt += 1) await guess('ann')
    const answer = await server.call('POST', '/auth/login', {
      body: { username: 'ann', password },
      headers: { cookie, origin: 'http://localhost' },
    })
    expect(answer.status).toBe(200)
  })

  test('is counted from zero after a successful sign-in', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 4; attempt += 1) {
        expect((await guess('ann')).status).toBe(401)
      }
      await signIn(server, 'ann')
    }
  })

  test('is counted per address across names, with IPv6 by /64', async () => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect(await guessFrom(`2001:db8:1:2::${attempt}`, `name${attempt}`)).toBe(401)
    }
    expect(await guessFrom('2001:db8:1:2:ffff::1', 'other')).toBe(429)
    expect(await guessFrom('2001:db8:1:3::1', 'other')).toBe(401)
  })

  test('is throttled for Basic authentication as well', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await getStatusWith(`guess ${attempt}`)).toBe(401)
    expect(await getStatusWith(password)).toBe(429)
  })
})

const refreshSession = (refreshToken: string) =>
  server.call('POST', '/auth/refresh', { body: { refreshToken } })

describe('refresh tokens', () => {
  test('are exchanged for working new tokens', async () => {
    const first = await signIn(server, 'ann')
    const { status, body } = await refreshSession(first.refreshToken)
    expect(status).toBe(200)
    expect(body.refreshToken).not.toBe(first.refreshToken)
    expect((await getMe(body.accessToken)).status).toBe(200)
    expect((await refreshSession(body.refreshToken)).status).toBe(200)
  })

  test('are accepted again within 30 seconds, because a response can get lost', async () => {
    const { refreshToken } = await signIn(server, 'ann')
    const both = await Promise.all([refreshSession(refreshToken), refreshSession(refreshToken)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
  })

  test('end the session when an old one is used later', async () => {
    const first = await signIn(server, 'ann')
    const second = await refreshSession(first.refreshToken)
    const longAgo = new Date(Date.now() - 31_000)
    await server.ctx.write((tx) =>
      tx
        .update(refreshTokens)
        .set({ replacedAt: longAgo })
        .where(eq(refreshTokens.replacedAt, refreshTokens.replacedAt)),
    )
    expect((await refreshSession(first.refreshToken)).status).toBe(401)
    expect((await refreshSession(second.body.refreshToken)).status).toBe(401)
    expect((await getMe(second.body.accessToken)).status).toBe(401)
    expect((await getMe(first.accessToken)).status).toBe(401)
  })

  test('D5: start one chain only, however often one is exchanged within 30 seconds', async () => {
    const { refreshToken } = await signIn(server, 'ann')
    const answers = [await refreshSession(refreshToken)]
    for (let copy = 0; copy < 4; copy += 1) answers.push(await refreshSession(refreshToken))
    const successors = new Set(answers.map(({ body }) => body.refreshToken))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(successors.size).toBe(1)
  })

  test('D5: end the session when thief and owner both continue with a stolen one', async () => {
    const { refreshToken } = await signIn(server, 'ann')
    const owner = await refreshSession(refreshToken)
    const thief = await refreshSession(refreshToken)
    const ownersNext = await refreshSession(owner.body.refreshToken)
    expect(ownersNext.status).toBe(200)
    await server.ctx.write((tx) =>
      tx
        .update(refreshTokens)
        .set({ replacedAt: new Date(Date.now() - 31_000) })
        .where(isNotNull(refreshTokens.replacedAt)),
    )
    expect((await refreshSession(thief.body.refreshToken)).status).toBe(401)
    for (const { body } of [owner, thief, ownersNext]) {
      expect((await getMe(body.accessToken)).status).toBe(401)
    }
    expect((await refreshSession(ownersNext.body.refreshToken)).status).toBe(401)
  })

  test.each([['nonsense'], ['x'.repeat(43)]])('are rejected when invalid: %s', async (token) => {
    expect((await refreshSession(token)).status).toBe(401)
  })
})

describe('sign-out', () => {
  test('revokes access token, refresh token and cookie', async () => {
    const { accessToken, refreshToken, cookie } = await signIn(server, 'ann')
    const { status, headers } = await server.call('POST', '/auth/logout', { as: accessToken })
    expect(status).toBe(200)
    expect(headers.get('set-cookie')).toMatch(/^quire_session=; .*Max-Age=0/)
    expect((await getMe(accessToken)).status).toBe(401)
    expect((await server.call('GET', '/auth/me', { headers: { cookie } })).status).toBe(401)
    const refreshed = await server.call('POST', '/auth/refresh', { body: { refreshToken } })
    expect(refreshed.status).toBe(401)
  })

  // Over plain HTTP, browsers omit Sec-Fetch-Site and log a warning about Clear-Site-Data.
  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, '"cache"'],
    [{}, null],
  ])('with %j sends Clear-Site-Data %j', async (headers, wish) => {
    const { cookie } = await signIn(server, 'ann')
    const sent = { headers: { cookie, origin: 'http://localhost', ...headers } }
    const answer = await server.call('POST', '/auth/logout', sent)
    expect([answer.status, answer.headers.get('clear-site-data')]).toEqual([200, wish])
  })

  test('works with the refresh token alone', async () => {
    const { accessToken, refreshToken } = await signIn(server, 'ann')
    await server.call('POST', '/auth/logout', { body: { refreshToken } })
    expect((await getMe(accessToken)).status).toBe(401)
  })

  test('keeps other sessions', async () => {
    const [one, other] = [await signIn(server, 'ann'), await signIn(server, 'ann')]
    await server.call('POST', '/auth/logout', { as: one.accessToken })
    expect((await getMe(other.accessToken)).status).toBe(200)
  })
})

describe('sessions', () => {
  test('are listed for their owner, who can end each of them', async () => {
    const [one, other] = [await signIn(server, 'max'), await signIn(server, 'max')]
    const { body } = await server.call('GET', '/auth/sessions', { as: one.accessToken })
    expect(body.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1)
    const { sid } = JSON.parse(atob(other.accessToken.split('.')[1]!)) as { sid: string }
    const path = `/auth/sessions/${sid}`
    expect((await server.call('DELETE', path, { as: 'ann' })).status).toBe(404)
    expect((await server.call('DELETE', path, { as: one.accessToken })).status).toBe(204)
    expect((await getMe(other.accessToken)).status).toBe(401)
    expect((await getMe(one.accessToken)).status).toBe(200)
    expect((await server.call('DELETE', path, { as: one.accessToken })).status).toBe(404)
  })

  test('are limited to the 100 last used', async () => {
    await server.addUser('busy', 'reader')
    await givePasswords(server, 'busy')
    const userId = server.getUserId('busy')
    const expiresAt = new Date(Date.now() + 3_600_000)
    await server.ctx.write((tx) =>
      tx.insert(sessions).values(
        Array.from({ length: 120 }, (_, number) => ({
          userId,
          kind: 'app' as const,
          lastUsedAt: new Date(1_700_000_000_000 + number),
          expiresAt,
        })),
      ),
    )
    const { accessToken } = await signIn(server, 'busy')
    const { body } = await server.call('GET', '/auth/sessions', { as: accessToken })
    expect(body).toHaveLength(100)
    expect(body[0].isCurrent).toBe(true)
  })

  test('cannot be forged, even with the signing secret', async () => {
    const secret = server.ctx.config.auth.jwt_secret!
    const later = new Date(Date.now() + 60_000)
    const claims = { userId: server.getUserId('ada'), sessionId: Bun.randomUUIDv7() }
    expect((await getMe(await signAccessToken(secret, claims, later))).status).toBe(401)
  })

  test('do not accept a token for another user', async () => {
    const { accessToken } = await signIn(server, 'ann')
    const { sid } = JSON.parse(atob(accessToken.split('.')[1]!)) as { sid: string }
    const secret = server.ctx.config.auth.jwt_secret!
    const claims = { userId: server.getUserId('ada'), sessionId: sid }
    const token = await signAccessToken(secret, claims, new Date(Date.now() + 60_000))
    expect((await getMe(token)).status).toBe(401)
  })

  test.each([
    ['an expired token', () => new Date(Date.now() - 1000), undefined],
    [
      'a token signed with another secret',
      () => new Date(Date.now() + 60_000),
      'another secret of more than 32 characters',
    ],
  ])('reject %s', async (_, expiresAt, secret) => {
    const { accessToken } = await signIn(server, 'ann')
    const { sid } = JSON.parse(atob(accessToken.split('.')[1]!)) as { sid: string }
    const token = await signAccessToken(
      secret ?? server.ctx.config.auth.jwt_secret!,
      { userId: server.getUserId('ann'), sessionId: sid },
      expiresAt(),
    )
    expect((await getMe(token)).status).toBe(401)
  })

  test('accept a token until it expires, even if it was cached', async () => {
    const { accessToken } = await signIn(server, 'ann')
    const { sid } = JSON.parse(atob(accessToken.split('.')[1]!)) as { sid: string }
    const secret = server.ctx.config.auth.jwt_secret!
    const claims = { userId: server.getUserId('ann'), sessionId: sid }
    const token = await signAccessToken(secret, claims, new Date(Date.now() + 60_000))
    expect((await getMe(token)).status).toBe(200)
    try {
      setSystemTime(new Date(Date.now() + 61_000))
      expect((await getMe(token)).status).toBe(401)
    } finally {
      setSystemTime()
    }
  })

  test('are deleted after they expire', async () => {
    const expired = await signIn(server, 'ann')
    const { sid } = JSON.parse(atob(expired.accessToken.split('.')[1]!)) as { sid: string }
    await server.ctx.write((tx) =>
      tx
        .update(sessions)
        .set({ expiresAt: new Date(1000) })
        .where(eq(sessions.id, sid)),
    )
    expect((await getMe(expired.accessToken)).status).toBe(401)
    await deleteEndedSessions(server.ctx)
    expect(await server.ctx.db.$count(sessions, eq(sessions.id, sid))).toBe(0)
    expect(await server.ctx.db.$count(refreshTokens, eq(refreshTokens.sessionId, sid))).toBe(0)
    expect((await getMe('ann')).status).toBe(200)
  })
})

describe('the session cookie', () => {
  test.each([
    ['no Origin', {}, 403],
    ['another Origin', { origin: 'https://evil.example' }, 403],
    ['Origin null', { origin: 'null' }, 403],
    ['another port', { origin: 'http://localhost:81' }, 403],
    [
      'its own Origin in a frame of another site',
      { origin: 'http://localhost', 'sec-fetch-site': 'cross-site' },
      403,
    ],
    ['a sibling site', { origin: 'http://localhost', 'sec-fetch-site': 'same-site' }, 403],
    ['its own Origin', { origin: 'http://localhost' }, 200],
    [
      'its own Origin and Sec-Fetch-Site',
      { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' },
      200,
    ],
  ])('with %s and headers %p: changes return %i', async (_, headers, expected) => {
    const { cookie } = await signIn(server, 'ann')
    const { status } = await server.call('PATCH', '/user', {
      body: { email: 'ann@example.org', currentPassword: password },
      headers: { cookie, ...headers },
    })
    expect(status).toBe(expected)
  })

  test('works for reads without an Origin, as from links and images', async () => {
    const { cookie } = await signIn(server, 'ann')
    const { status, headers } = await server.call('GET', '/auth/me', { headers: { cookie } })
    expect(status).toBe(200)
    expect(headers.get('set-cookie')).toContain('Max-Age=2592000')
  })

  test('accepts the public URL as own origin and is Secure there', async () => {
    const public_ = await startTestServer({
      'server.public_url': 'https://books.example.org/quire',
      'server.base_path': '/quire',
    })
    await givePasswords(public_, 'ann')
    const { headers } = await public_.call('POST', '/auth/login', {
      body: { username: 'ann', password },
    })
    expect(headers.get('set-cookie')).toContain('Secure')
    expect(headers.get('set-cookie')).toContain('Path=/quire')
    const { status } = await public_.call('PATCH', '/user', {
      body: { currentPassword: password },
      headers: {
        cookie: headers.get('set-cookie')!.split(';')[0]!,
        origin: 'https://books.example.org',
      },
    })
    expect(status).toBe(200)
    await public_.close()
  })

  test('cannot be used by a foreign page to sign out', async () => {
    const { cookie, accessToken } = await signIn(server, 'ann')
    const headers = { cookie, origin: 'https://evil.example' }
    expect((await server.call('POST', '/auth/logout', { headers })).status).toBe(403)
    expect((await getMe(accessToken)).status).toBe(200)
  })

  test('is extended while it is used', async () => {
    const { headers } = await server.call('POST', '/auth/login', {
      body: { username: 'ann', password },
      headers: { origin: 'http://localhost' },
    })
    const cookie = headers.get('set-cookie')!.split(';')[0]!
    const soon = new Date(Date.now() + 60_000)
    const used = new Date(Date.now() - 120_000)
    const ofAnn = eq(sessions.userId, server.getUserId('ann'))
    await server.ctx.write((tx) =>
      tx.update(sessions).set({ expiresAt: soon, lastUsedAt: used }).where(ofAnn),
    )
    await server.call('GET', '/auth/me', { headers: { cookie } })
    await waitUntil(async () => {
      const rows = await server.ctx.db.select().from(sessions).where(ofAnn)
      return rows.some(({ expiresAt }) => expiresAt.getTime() > Date.now() + 29 * 86_400_000)
    })
  })
})

const getUser = (authorization: string) =>
  server.call('GET', '/user', { headers: { authorization } })

describe('Basic authentication', () => {
  test.each([['ann'], ['ann@example.org']])('accepts %s and the password', async (name) => {
    expect((await getUser(buildBasicHeader(name, password))).body.username).toBe('ann')
  })

  test('is revoked when the password changes', async () => {
    expect((await getUser(buildBasicHeader('ann', password))).status).toBe(200)
    expect((await getUser(buildBasicHeader('ann', password))).status).toBe(200)
    await server.call('PATCH', `/users/${server.getUserId('ann')}`, {
      as: 'ada',
      body: { password: 'another password' },
    })
    expect((await getUser(buildBasicHeader('ann', password))).status).toBe(401)
    expect((await getUser(buildBasicHeader('ann', 'another password'))).status).toBe(200)
  })

  test('verifies the password once for many parallel requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => getUser(buildBasicHeader('max', password))),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })

  test.each([
    ['Basic'],
    ['Basic !!!'],
    [`Basic ${btoa('no colon')}`],
    ['Digest abc'],
    ['Bearer x'],
  ])('rejects %s', async (authorization) => {
    const { status, headers } = await getUser(authorization)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toContain('Bearer')
  })

  test('cannot change anything from a foreign page', async () => {
    const { status } = await server.call('POST', '/users', {
      body: { username: 'x', email: 'x@x', password },
      headers: { authorization: buildBasicHeader('ada', password), origin: 'https://evil.example' },
    })
    expect(status).toBe(403)
  })
})

const changePassword = (as: string, body: unknown) =>
  server.call('PUT', '/auth/password', { as, body })

describe('a password change', () => {
  const newPassword = { currentPassword: password, newPassword: 'a whole new one' }

  test('ends all other sessions and keeps the current one', async () => {
    const [one, other] = [await signIn(server, 'ann'), await signIn(server, 'ann')]
    expect((await changePassword(one.accessToken, newPassword)).status).toBe(204)
    expect((await getMe(one.accessToken)).status).toBe(200)
    expect((await getMe(other.accessToken)).status).toBe(401)
    await signIn(server, 'ann', newPassword.newPassword)
  })

  test('requires the current password, which cannot be guessed', async () => {
    const { accessToken } = await signIn(server, 'max')
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { status } = await changePassword(accessToken, {
        ...newPassword,
        currentPassword: 'no',
      })
      expect(status).toBe(403)
    }
    expect((await changePassword(accessToken, newPassword)).status).toBe(429)
  })

  test('requires a session, not Basic authentication or an API key', async () => {
    const answer = await server.call('PUT', '/auth/password', {
      body: newPassword,
      headers: { authorization: buildBasicHeader('ada', password) },
    })
    expect(answer.status).toBe(403)
  })

  test('requires at least 8 characters', async () => {
    const { accessToken } = await signIn(server, 'ada')
    const { status, body } = await changePassword(accessToken, {
      ...newPassword,
      newPassword: '1234567',
    })
    expect(status).toBe(400)
    expect(body.details[0].path).toBe('newPassword')
  })
})

test('secrets are stored as hashes only', async () => {
  const { accessToken, refreshToken, cookie } = await signIn(server, 'ada')
  const { body } = await server.call('POST', '/api-keys', { as: accessToken, body: { name: 'k' } })
  const all = JSON.stringify([
    await server.ctx.db.select().from(users),
    await server.ctx.db.select().from(sessions),
    await server.ctx.db.select().from(refreshTokens),
    await server.ctx.db.select().from(apiKeys),
  ])
  for (const secret of [password, refreshToken, cookie.split('=')[1]!, body.key.slice(19)]) {
    expect(all).not.toContain(secret)
  }
})
