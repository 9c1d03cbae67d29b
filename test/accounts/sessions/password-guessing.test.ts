/**
 * Attacks on passwords by someone who has a session (entry D1 of the first examination), and lockouts
 * caused by strangers.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { loginFailures } from '../../../src/accounts/users/schema'
import { storePeer } from '../../../src/platform/http/requests/peer-address'
import { type TestServer, startTestServer } from '../../support/server'
import { givePasswords, password, signIn, type SignedIn } from '../sign-in'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  // Stops the clock, so that no waiting period ends while a busy machine is guessing.
  const now = new Date()
  Object.assign(server.ctx.clock, { now: () => now })
  await givePasswords(server, 'ann', 'max')
})
afterAll(() => server.close())
beforeEach(() => server.ctx.write((tx) => tx.delete(loginFailures)).then(() => undefined))

const login = async (secret: string, headers: Record<string, string>, username = 'ann') =>
  (await server.call('POST', '/auth/login', { body: { username, password: secret }, headers }))
    .status

const listStatuses = async (count: number, attempt: () => Promise<number>) => {
  const statuses: number[] = []
  for (let tries = 0; tries < count; tries += 1) statuses.push(await attempt())
  return statuses
}

const credentials: [string, (session: SignedIn) => Record<string, string>][] = [
  ['an access token', ({ accessToken }) => ({ authorization: `Bearer ${accessToken}` })],
  ['a cookie', ({ cookie }) => ({ cookie, origin: 'http://localhost' })],
]

test.each(credentials)(
  'guessing the password with %s of the account is throttled after five attempts',
  async (_, buildHeaders) => {
    const headers = buildHeaders(await signIn(server, 'ann'))
    const statuses = await listStatuses(8, () => login('a guess', headers))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect(await login(password, headers)).toBe(429)
  },
)

test('attempts with a session and confirmations of the password share one counter', async () => {
  const { accessToken } = await signIn(server, 'ann')
  const headers = { authorization: `Bearer ${accessToken}` }
  expect(await listStatuses(3, () => login('a guess', headers))).toEqual([401, 401, 401])
  const confirm = async () => {
    const body = { currentPassword: 'a guess', newPassword: 'another password' }
    return (await server.call('PUT', '/auth/password', { as: accessToken, body })).status
  }
  expect(await listStatuses(3, confirm)).toEqual([403, 403, 429])
})

test('a session of another account gives no further attempts', async () => {
  const { accessToken } = await signIn(server, 'max')
  const headers = { authorization: `Bearer ${accessToken}` }
  expect(await listStatuses(7, () => login('a guess', headers))).toEqual([
    401, 401, 401, 401, 401, 429, 429,
  ])
})

/** Sends a sign-in request from an address, as a browser or an app. */
async function loginFrom(address: string, secret: string, headers: Record<string, string> = {}) {
  const request = new Request('http://localhost/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username: 'ann', password: secret }),
  })
  storePeer(request, address)
  return server.app.handle(request)
}

const lockOut = async (address: string) => {
  for (let tries = 0; tries < 8; tries += 1) await loginFrom(address, 'a guess')
  expect((await loginFrom(address, password)).status).toBe(429)
}

const browser = { origin: 'http://localhost' }
const readBrowserCookie = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('quire_browser='))!
    .split(';')[0]!

/** Signs in to another account with the same browser or a different one. */
const loginAsMax = (headers: Record<string, string>) =>
  server.fetch('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...browser, ...headers },
    body: JSON.stringify({ username: 'max', password }),
  })

test('D8: a stranger cannot lock a person out of a browser that signed in before', async () => {
  const cookie = readBrowserCookie(await loginFrom('192.0.2.1', password, browser))
  await lockOut('203.0.113.9')
  // The stranger may even use the same address, for example behind a shared proxy.
  const here = await loginFrom('203.0.113.9', password, { ...browser, cookie })
  expect(here.status).toBe(200)
})

test('D8: a stranger cannot lock out apps at an address that signed in before', async () => {
  expect((await loginFrom('192.0.2.20', password)).status).toBe(200)
  await lockOut('203.0.113.19')
  expect((await loginFrom('192.0.2.20', password)).status).toBe(200)
})

test('D8: guessing with a known browser is throttled like any other', async () => {
  const cookie = readBrowserCookie(await loginFrom('192.0.2.1', password, browser))
  const statuses = await listStatuses(
    7,
    async () => (await loginFrom('203.0.113.30', 'a guess', { ...browser, cookie })).status,
  )
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
})

test('D8: a browser cookie that is forged or of another account grants no separate attempts', async () => {
  const own = readBrowserCookie(await loginFrom('192.0.2.1', password, browser))
  const other = readBrowserCookie(await loginAsMax({}))
  await lockOut('203.0.113.40')
  for (const cookie of [`${own.slice(0, -4)}AAAA`, other]) {
    const answer = await loginFrom('203.0.113.41', password, { ...browser, cookie })
    expect(answer.status).toBe(429)
  }
})

test('D8: a browser is known for each account that signed in with it', async () => {
  const first = readBrowserCookie(await loginFrom('192.0.2.1', password, browser))
  const both = readBrowserCookie(await loginAsMax({ cookie: first }))
  await lockOut('203.0.113.50')
  const headers = { ...browser, cookie: both }
  expect((await loginFrom('203.0.113.51', password, headers)).status).toBe(200)
})
