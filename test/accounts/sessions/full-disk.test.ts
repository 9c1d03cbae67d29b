/** Signing in while the database refuses writes (E5). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { buildBasicHeader, givePasswords, password, signIn } from '../sign-in'
import { countStoredSessions, fillDatabase } from '../../support/full-database'
import { startTestServer, type TestServer } from '../../support/server'
import { eq } from 'drizzle-orm'
import { sessions } from '../../../src/accounts/sessions/schema'
import { loginFailures } from '../../../src/accounts/users/schema'
import { waitUntil } from '../../support/wait-until'

let server: TestServer
let free: (() => Promise<void>) | undefined
let user: string
let userId: string
let nowMs: number
let count = 0
/** Number of stored sessions before the test. It is not 0, because adding a user signs them in. */
let storedBefore: number

beforeAll(async () => {
  server = await startTestServer()
  Object.assign(server.ctx.clock, { now: () => new Date(nowMs) })
})
afterAll(() => server.close())
beforeEach(async () => {
  nowMs = Date.now()
  user = `person${++count}`
  userId = await server.addUser(user, 'reader')
  await givePasswords(server, user)
  storedBefore = await countStoredSessions(server, userId)
  free = await fillDatabase(server, server.getUserId('max'))
})
afterEach(() => makeRoom())

async function makeRoom() {
  const run = free
  free = undefined
  await run?.()
}
const passTime = (minutes: number) => {
  nowMs += minutes * 60_000
}
const get = async (path: string, headers: Record<string, string>) =>
  (await server.fetch(path, { headers })).status
const getMe = (headers: Record<string, string>) => get('/api/v1/auth/me', headers)
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const origin = () => ({ origin: 'http://localhost' })
const countStored = async () => (await countStoredSessions(server, userId)) - storedBefore

test('works without writing, with the rights of the user', async () => {
  const { cookie, accessToken } = await signIn(server, user)
  expect(await countStored()).toBe(0)
  for (const headers of [{ cookie }, bearer(accessToken)]) {
    expect(await getMe(headers)).toBe(200)
    expect(await get('/api/v1/series', headers)).toBe(200)
    expect(await get('/api/v1/users', headers)).toBe(403)
  }
  const { body } = await server.call('GET', '/auth/sessions', { as: accessToken })
  expect(body).toHaveLength(1 + storedBefore)
  expect(body[0]).toMatchObject({ isCurrent: true, kind: 'app' })
})

test('with a wrong password is refused, and guessing is slowed down', async () => {
  const login = async (secret: string) =>
    (await server.call('POST', '/auth/login', { body: { username: user, password: secret } }))
      .status
  for (let i = 0; i < 5; i++) expect(await login(`wrong password ${i}`)).toBe(401)
  expect(await login('wrong password')).toBe(429)
  expect(await login(password)).toBe(429)
  passTime(1)
  expect(await login(password)).toBe(200)
})

test('guesses at the same time are slowed down, too', async () => {
  await fillFailures()
  const guess = (_: unknown, i: number) =>
    server.call('POST', '/auth/login', {
      body: { username: user, password: `wrong password ${i}` },
    })
  const answers = await Promise.all(Array.from({ length: 12 }, guess))
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5)
})

/** Fills the last page of the table of failure counters. */
async function fillFailures() {
  const insert = (key: string) =>
    server.ctx.write(
      async (tx) =>
        void (await tx
          .insert(loginFailures)
          .values({ key, failures: 1, lastFailedAt: new Date() })),
    )
  for (const size of [300, 30, 1]) {
    for (let isFull = false; !isFull;) {
      const key = `x:${Bun.randomUUIDv7()}`.padEnd(size, '.')
      isFull = await insert(key).then(
        () => false,
        () => true,
      )
    }
  }
}

test('with HTTP Basic works, too', async () => {
  const authorization = buildBasicHeader(user, password)
  expect(await get('/api/v1/series', { authorization })).toBe(200)
  expect(await get('/api/v1/series', { authorization: buildBasicHeader(user, 'wrong') })).toBe(401)
})

test('is stored once there is room, and then lasts as long as others', async () => {
  const { cookie, refreshToken } = await signIn(server, user)
  passTime(2)
  expect(await getMe({ cookie })).toBe(200)
  await makeRoom()
  passTime(2)
  expect(await getMe({ cookie })).toBe(200)
  await waitUntil(async () => (await countStored()) === 1)
  passTime(60 * 24)
  expect(await getMe({ cookie })).toBe(200)
  const { status, body } = await server.call('POST', '/auth/refresh', { body: { refreshToken } })
  expect(status).toBe(200)
  expect(await getMe(bearer(body.accessToken))).toBe(200)
  expect(await countStored()).toBe(1)
})

test('ends after twelve hours if there is no room', async () => {
  const { cookie, refreshToken } = await signIn(server, user)
  passTime(60)
  const { body } = await server.call('POST', '/auth/refresh', { body: { refreshToken } })
  expect(await getMe(bearer(body.accessToken))).toBe(200)
  passTime(11 * 60 + 1)
  expect(await getMe({ cookie })).toBe(401)
  const late = await server.call('POST', '/auth/refresh', { body: { refreshToken } })
  expect(late.status).not.toBe(200)
})

test('signing out ends it, without room and for good', async () => {
  const [one, two] = [await signIn(server, user), await signIn(server, user)]
  const signOut = await server.fetch('/api/v1/auth/logout', {
    method: 'POST',
    headers: { cookie: one.cookie, ...origin() },
  })
  expect(signOut.status).toBe(200)
  const body = { refreshToken: two.refreshToken }
  expect((await server.call('POST', '/auth/logout', { body })).status).toBe(200)
  await makeRoom()
  passTime(2)
  for (const { cookie, accessToken } of [one, two]) {
    expect(await getMe({ cookie })).toBe(401)
    expect(await getMe(bearer(accessToken))).toBe(401)
  }
  expect(await countStored()).toBe(0)
})

test('signing out ends it while it is stored', async () => {
  const { cookie, accessToken } = await signIn(server, user)
  await makeRoom()
  passTime(2)
  const hold = holdStoring()
  expect(await getMe({ cookie })).toBe(200)
  await hold.isReached
  const signOut = server.fetch('/api/v1/auth/logout', {
    method: 'POST',
    headers: { cookie, ...origin() },
  })
  for (let i = 0; i < 30; i++) await getMe({ cookie })
  hold.release()
  expect((await signOut).status).toBe(200)
  await server.ctx.write(async () => {})
  expect(await getMe({ cookie })).toBe(401)
  expect(await getMe(bearer(accessToken))).toBe(401)
  expect(await countStored()).toBe(0)
})

/** Delays the commit of the transaction that stores the user's session until it is released. */
function holdStoring() {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { write } = server.ctx
  const hold: typeof write = (run) =>
    write(async (tx) => {
      const result = await run(tx)
      if ((await tx.$count(sessions, eq(sessions.userId, userId))) > storedBefore) {
        Object.assign(server.ctx, { write })
        reached.resolve()
        await released.promise
      }
      return result
    })
  Object.assign(server.ctx, { write: hold })
  return { isReached: reached.promise, release: () => released.resolve() }
}

test('one of several is ended by its user', async () => {
  const [one, two] = [await signIn(server, user), await signIn(server, user)]
  const { body } = await server.call('GET', '/auth/sessions', { as: one.accessToken })
  const other = body.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  const path = `/auth/sessions/${other.id}`
  const stranger = await signIn(server, user)
  expect((await server.call('DELETE', path, { as: one.accessToken })).status).toBe(204)
  expect(await getMe({ cookie: two.cookie })).toBe(401)
  for (const { cookie } of [one, stranger]) expect(await getMe({ cookie })).toBe(200)
})

test.each([
  ['a new password', 'PATCH', '', { password: 'another long pass phrase' }],
  ['deactivation', 'PATCH', '', { isActive: false }],
  ['an administrator who ends the sessions', 'DELETE', '/sessions', undefined],
  ['deletion of the user', 'DELETE', '', undefined],
])('%s ends it', async (_, method, path, body) => {
  const { cookie, accessToken } = await signIn(server, user)
  await makeRoom()
  const { status } = await server.call(method, `/users/${userId}${path}`, {
    as: 'ada',
    ...(body && { body }),
  })
  expect(status).toBeLessThan(300)
  expect(await getMe({ cookie })).toBe(401)
  expect(await getMe(bearer(accessToken))).toBe(401)
  expect(await countStored()).toBeLessThanOrEqual(0)
})

test('a changed role counts at once', async () => {
  const { accessToken } = await signIn(server, user)
  await makeRoom()
  await server.call('PATCH', `/users/${userId}`, { as: 'ada', body: { role: 'admin' } })
  expect((await server.call('GET', '/users', { as: accessToken })).status).toBe(200)
})

test('a user holds at most twenty, and the oldest end', async () => {
  const all = []
  for (let i = 0; i < 22; i++) all.push(await signIn(server, user))
  const statuses = []
  for (const { cookie } of all) statuses.push(await getMe({ cookie }))
  expect(statuses).toEqual([401, 401, ...Array<number>(20).fill(200)])
})
