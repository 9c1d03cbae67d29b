import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandIo } from '../../../src/cli/config'
import { prepareSetup } from '../../../src/cli/server/first-start'
import type { HttpServer } from '../../../src/platform/http/server'
import { ConfigError } from '../../../src/platform/config/config-error'
import { setupTokens, users } from '../../../src/accounts/users/schema'
import { ensureJwtSecret } from '../../../src/accounts/sessions/tokens/jwt-secret'
import { renewSetupToken, setUpFromConfig } from '../../../src/accounts/users/sign-in/setup'
import { type TestServer, startTestServer, createTestConfig } from '../../support/server'
import { signIn } from '../sign-in'

let server: TestServer

beforeEach(async () => {
  server = await startTestServer()
  await server.ctx.write((tx) => tx.delete(users))
})
afterEach(() => server.close())

const admin = { username: 'Eve', email: 'eve@example.org', password: 'a good password' }
const initialize = (token: string, more = {}) =>
  server.call('POST', '/setup/initialize', { body: { ...admin, ...more, token } })

describe('the setup link', () => {
  test('creates the first admin and signs them in', async () => {
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

  test.each([
    [undefined, 'http://0.0.0.0:8080/setup#token='],
    ['https://books.example.org/quire', 'https://books.example.org/quire/setup#token='],
  ])('B6: is printed for the public URL %p', async (publicUrl, start) => {
    const config = structuredClone(server.ctx.config)
    if (publicUrl) Object.assign(config.server, { public_url: publicUrl })
    let printed = ''
    const front = { url: 'http://0.0.0.0:8080' } as HttpServer
    const io = { out: (text: string) => (printed += text) } as unknown as CommandIo
    await prepareSetup({ ...server.ctx, config }, front, io)
    const [link] = /http\S+/.exec(printed)!
    expect(link).toStartWith(start)
    expect((await initialize(link.slice(start.length))).status).toBe(200)
  })

  test('works once', async () => {
    const token = await renewSetupToken(server.ctx)
    await initialize(token!)
    const again = { username: 'mallory', email: 'mallory@example.org' }
    expect((await initialize(token!, again)).status).toBe(409)
    expect(await server.ctx.db.$count(users)).toBe(1)
  })

  test('creates one account when it is used twice at the same time', async () => {
    const token = await renewSetupToken(server.ctx)
    const answers = await Promise.all([
      initialize(token!),
      initialize(token!, { username: 'mallory', email: 'mallory@example.org' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await server.ctx.db.$count(users)).toBe(1)
  })

  test('is replaced at the next start', async () => {
    const first = await renewSetupToken(server.ctx)
    const second = await renewSetupToken(server.ctx)
    expect((await initialize(first!)).status).toBe(403)
    expect((await initialize(second!)).status).toBe(200)
  })

  test('is not created once a user exists, and an old link is deleted', async () => {
    const token = await renewSetupToken(server.ctx)
    await server.addUser('ann', 'reader')
    expect(await renewSetupToken(server.ctx)).toBeNull()
    expect(await server.ctx.db.$count(setupTokens)).toBe(0)
    expect((await initialize(token!)).status).toBe(409)
  })

  test('is stored as a hash', async () => {
    const token = await renewSetupToken(server.ctx)
    expect(JSON.stringify(await server.ctx.db.select().from(setupTokens))).not.toContain(token!)
  })

  test.each([
    ['', 403],
    ['wrong', 403],
    ['x'.repeat(43), 403],
    ['x'.repeat(600), 400],
  ])('rejects the wrong token: %s', async (token, expected) => {
    await renewSetupToken(server.ctx)
    expect((await initialize(token)).status).toBe(expected)
    expect(await server.ctx.db.$count(users)).toBe(0)
  })

  test('cannot be guessed: attempts are limited', async () => {
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
  ])('rejects %j and stays usable', async (more, path) => {
    const token = await renewSetupToken(server.ctx)
    const { status, body } = await initialize(token!, more)
    expect([status, body.details[0].path]).toEqual([400, path])
    expect((await initialize(token!)).status).toBe(200)
  })
})

const restartServer = async (settings: Record<string, string>) => {
  await server.close()
  server = await startTestServer(settings)
  await server.ctx.write((tx) => tx.delete(users))
}

describe('setup settings', () => {
  test('create the admin while no user exists', async () => {
    await restartServer({
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

  test('do nothing without a name', async () => {
    expect(await setUpFromConfig(server.ctx)).toBe(false)
    expect(await server.ctx.db.$count(users)).toBe(0)
  })

  test.each([
    ['setup.admin_username', 'e@e'],
    ['setup.admin_email', 'nowhere'],
  ])('are rejected when they cannot be used to sign in: %s %s', async (source, value) => {
    await restartServer({
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

const createConfig = (settings: Record<string, string> = {}) =>
  createTestConfig({
    'auth.jwt_secret': '',
    'database.type': 'sqlite',
    data_dir: join(mkdtempSync(join(tmpdir(), 'secret-')), 'data'),
    ...settings,
  })

const getSecretPath = ({ data_dir: folder }: { data_dir: string }) =>
  join(folder, 'secrets/jwt_secret')

describe('the signing secret of access tokens', () => {
  test('is the configured one, unchanged', () => {
    const config = createConfig({ 'auth.jwt_secret': '${JWT_SECRET}' })
    expect(ensureJwtSecret(config)).toBe('${JWT_SECRET}')
    expect(existsSync(getSecretPath(config))).toBe(false)
  })

  test('is generated once and stored readable by its owner only', () => {
    const settings = createConfig()
    const secret = ensureJwtSecret(settings)
    expect(Buffer.from(secret, 'base64')).toHaveLength(32)
    expect(ensureJwtSecret(settings)).toBe(secret)
    expect(readFileSync(getSecretPath(settings), 'utf8').trim()).toBe(secret)
    expect(statSync(getSecretPath(settings)).mode & 0o777).toBe(0o600)
  })

  test('must be configured for PostgreSQL', () => {
    expect(() => ensureJwtSecret(createConfig({ 'database.type': 'postgres' }))).toThrow(
      ConfigError,
    )
  })

  test('is not read from a damaged file', () => {
    const settings = createConfig()
    ensureJwtSecret(settings)
    writeFileSync(getSecretPath(settings), '')
    expect(() => ensureJwtSecret(settings)).toThrow('is damaged')
  })
})
