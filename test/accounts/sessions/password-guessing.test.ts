/** Attacks on passwords by somebody who holds a session, and lock-outs by strangers. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { loginFailures } from '../../../src/accounts/users/schema'
import { type TestServer, startTestServer } from '../../support/server'
import { givePasswords, password, signIn, type SignedIn } from '../sign-in'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
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
  'D1: guessing the password with %s of the account is throttled after five attempts',
  async (_, buildHeaders) => {
    const headers = buildHeaders(await signIn(server, 'ann'))
    const statuses = await listStatuses(8, () => login('a guess', headers))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect(await login(password, headers)).toBe(429)
  },
)

test('D1: attempts with a session and confirmations of the password share one counter', async () => {
  const { accessToken } = await signIn(server, 'ann')
  const headers = { authorization: `Bearer ${accessToken}` }
  expect(await listStatuses(3, () => login('a guess', headers))).toEqual([401, 401, 401])
  const confirm = async () => {
    const body = { currentPassword: 'a guess', newPassword: 'another password' }
    return (await server.call('PUT', '/auth/password', { as: accessToken, body })).status
  }
  expect(await listStatuses(3, confirm)).toEqual([403, 403, 429])
})

test('D1: a session of another account gives no further attempts', async () => {
  const { accessToken } = await signIn(server, 'max')
  const headers = { authorization: `Bearer ${accessToken}` }
  expect(await listStatuses(7, () => login('a guess', headers))).toEqual([
    401, 401, 401, 401, 401, 429, 429,
  ])
})
