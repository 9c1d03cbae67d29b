import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../../../src/platform/config/problem'
import { setupTokens, users } from '../../../src/accounts/users/schema'
import { ensureJwtSecret } from '../../../src/accounts/sessions/jwt-secret'
import { renewSetupToken, setUpFromConfig } from '../../../src/accounts/users/sign-in/setup'
import { type TestServer, startTestServer, createTestConfig } from '../../support/server'
import { signIn } from '../people'

let server: TestServer

beforeEach(async () => {
  server = await startTestServer()
  await server.ctx.write((tx) => tx.delete(users))
})
afterEach(() => server.close())

const admin = { username: 'Eve', email: 'eve@example.org', password: 'a good password' }
const initialize = (token: string, more = {}) =>
  server.call('POST', '/setup/initialize', { body: { ...admin, ...more, token } })

describe('the set-up link', () => {
  test('makes the first administrator, who is signed in', async () => {
    const token = await renewSetupToken(server.ctx)
    const before = await server.call('GET', '/setup/status')
    expect(before.body).toEqual({
      setupRequired: true,
      hasUsers: false,
      registrationEnabled: false,
    })
    const { status, body, headers } = await initialize(token!)
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ username: 'Eve', role: 'admin' })
    expect(headers.get('set-cookie')).toContain('quire_session=')
    expect((await server.call('GET', '/users', { as: body.accessToken })).status).toBe(200)
    const after = await server.call('GET', '/setup/status')
    expect(after.body).toEqual({ setupRequired: false, hasUsers: true, registrationEnabled: false })
    await signIn(server, 'eve', admin.password)
  })

  test('works once', async () => {
    const token = await renewSetupToken(server.ctx)
    await initialize(token!)
    const again = { username: 'mallory', email: 'mallory@example.org' }
    expect((await initialize(token!, again)).status).toBe(409)
    expect(await server.ctx.db.$count(users)).toBe(1)
  })

  test('has one winner when two use it at the same time', async () => {
    const token = await renewSetupToken(server.ctx)
    const answers = await Promise.all([
      initialize(token!),
      initialize(token!, { username: 'mallory', email: 'mallory@example.org' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await server.ctx.db.$count(users)).toBe(1)
  })

  test('is replaced by the next start', async () => {
    const first = await renewSetupToken(server.ctx)
    const second = await renewSetupToken(server.ctx)
    expect((await initialize(first!)).status).toBe(403)
    expect((await initialize(second!)).status).toBe(200)
  })

  test('is not made once there is a user, and an old one is taken away', async () => {
    const token = await renewSetupToken(server.ctx)
    await server.addUser('ann', 'reader')
    expect(await renewSetupToken(server.ctx)).toBeNull()
    expect(await server.ctx.db.$count(setupTokens)).toBe(0)
    expect((await initialize(token!)).status).toBe(409)
  })

  test('is kept as a hash', async () => {
    const token = await renewSetupToken(server.ctx)
    expect(JSON.stringify(await server.ctx.db.select().from(setupTokens))).not.toContain(token!)
  })

  test.each([
    ['', 403],
    ['wrong', 403],
    ['x'.repeat(43), 403],
    ['x'.repeat(600), 400],
  ])('refuses another token: %s', async (token, expected) => {
    await renewSetupToken(server.ctx)
    expect((await initialize(token)).status).toBe(expected)
    expect(await server.ctx.db.$count(users)).toBe(0)
  })

  test('cannot be guessed at leisure', async () => {
    const token = await renewSetupToken(server.ctx)
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await initialize('wrong')).status).toBe(403)
    }
    expect((await initialize(token!)).status).toBe(429)
  })

  test.each([
    [{ password: 'short' }, 'password'],
    [{ username: 'a@b' }, 'username'],
    [{ email: 'nowhere' }, 'email'],
  ])('refuses %j and stays usable', async (more, path) => {
    const token = await renewSetupToken(server.ctx)
    const { status, body } = await initialize(token!, more)
    expect([status, body.details[0].path]).toEqual([400, path])
    expect((await initialize(token!)).status).toBe(200)
  })
})

const openWith = async (settings: Record<string, string>) => {
  await server.close()
  server = await startTestServer(settings)
  await server.ctx.write((tx) => tx.delete(users))
}

describe('the settings', () => {
  test('make the administrator while there is no user', async () => {
    await openWith({
      'setup.admin_username': 'eve',
      'setup.admin_email': 'eve@example.org',
      'setup.admin_password': 'a good password',
    })
    expect(await setUpFromConfig(server.ctx)).toBe(true)
    const { accessToken } = await signIn(server, 'eve@example.org', 'a good password')
    expect((await server.call('GET', '/users', { as: accessToken })).status).toBe(200)
    expect(await setUpFromConfig(server.ctx)).toBe(false)
    expect(await renewSetupToken(server.ctx)).toBeNull()
  })

  test('do nothing when they name nobody', async () => {
    expect(await setUpFromConfig(server.ctx)).toBe(false)
    expect(await server.ctx.db.$count(users)).toBe(0)
  })

  test.each([
    ['setup.admin_username', 'e@e'],
    ['setup.admin_email', 'nowhere'],
  ])('are refused when they could not be used to sign in: %s %s', async (source, value) => {
    await openWith({
      'setup.admin_username': 'eve',
      'setup.admin_email': 'eve@example.org',
      'setup.admin_password': 'a good password',
      [source]: value,
    })
    const error = await setUpFromConfig(server.ctx).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ConfigError)
    expect((error as ConfigError).problems[0]!.source).toBe(source)
  })
})

const config = (settings: Record<string, string> = {}) =>
  createTestConfig({
    'auth.jwt_secret': '',
    'database.type': 'sqlite',
    data_dir: join(mkdtempSync(join(tmpdir(), 'secret-')), 'data'),
    ...settings,
  })

const fileOf = ({ data_dir: folder }: { data_dir: string }) => join(folder, 'secrets/jwt_secret')

describe('the secret of access tokens', () => {
  test('is the configured one, as it is', () => {
    const given = config({ 'auth.jwt_secret': '${JWT_SECRET}' })
    expect(ensureJwtSecret(given)).toBe('${JWT_SECRET}')
    expect(existsSync(fileOf(given))).toBe(false)
  })

  test('is made once and kept for its owner alone', () => {
    const settings = config()
    const secret = ensureJwtSecret(settings)
    expect(Buffer.from(secret, 'base64')).toHaveLength(32)
    expect(ensureJwtSecret(settings)).toBe(secret)
    expect(readFileSync(fileOf(settings), 'utf8').trim()).toBe(secret)
    expect(statSync(fileOf(settings)).mode & 0o777).toBe(0o600)
  })

  test('must be configured for PostgreSQL', () => {
    expect(() => ensureJwtSecret(config({ 'database.type': 'postgres' }))).toThrow(ConfigError)
  })

  test('is not taken from a damaged file', () => {
    const settings = config()
    ensureJwtSecret(settings)
    writeFileSync(fileOf(settings), '')
    expect(() => ensureJwtSecret(settings)).toThrow('is damaged')
  })
})
