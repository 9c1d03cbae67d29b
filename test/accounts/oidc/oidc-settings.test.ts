import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { findLibrariesOfGroups, findRoleOfGroups } from '../../../src/accounts/oidc/finish-sign-in'
import { users } from '../../../src/accounts/users/schema'
import { runUserCommand } from '../../../src/cli/user/user'
import { loadConfig } from '../../../src/platform/config/load'
import { redactConfig } from '../../../src/platform/config/redact-config'
import { createTestConfig, startTestServer } from '../../support/server'
import { buildBasicHeader, givePasswords, password } from '../sign-in'
import { type OidcWorld, startOidcWorld, TestBrowser } from './oidc-world'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

async function withWorld(
  options: Parameters<typeof startOidcWorld>[0],
  use: (world: OidcWorld) => Promise<void>,
) {
  const world = await startOidcWorld(options)
  try {
    await use(world)
  } finally {
    await world.close()
  }
}

const roles = { reader: [], maintainer: ['helpers'], admin: ['admins'] }
const none = { reader: [], maintainer: [], admin: [] }

describe('groups', () => {
  for (const [groups, mapped, expected] of [
    [['admins', 'helpers'], roles, 'admin'],
    [['helpers'], roles, 'maintainer'],
    [['Admins'], roles, 'reader'],
    [[], roles, 'reader'],
    [['admins'], none, undefined],
  ] as const) {
    test(`${JSON.stringify(groups)} make ${expected}`, () => {
      expect(findRoleOfGroups({ roles: mapped as never, default_role: 'reader' }, groups)).toBe(
        expected,
      )
    })
  }

  for (const [groups, libraries, expected] of [
    [['a', 'b'], { a: ['One'], b: ['One', 'Two'] }, ['One', 'Two']],
    [['__proto__', 'constructor'], { a: ['One'] }, []],
    [['a'], undefined, undefined],
  ] as const) {
    test(`${JSON.stringify(groups)} see ${JSON.stringify(expected)}`, () => {
      expect(findLibrariesOfGroups({ libraries: libraries as never }, groups)).toEqual(
        expected as never,
      )
    })
  }
})

describe('the settings', () => {
  const base = { name: 'home', issuer: 'https://login.example.org', client_id: 'quire' }
  for (const [what, given, problem] of [
    ['no list', { name: 'home' }, 'must be a list of providers'],
    ['a name with spaces', [{ ...base, name: 'at home' }], 'provider 1: name is not valid'],
    ['an unknown member', [base, { ...base, clientId: 'x' }], 'provider 2: clientId is not valid'],
    ['another scheme', [{ ...base, issuer: 'ftp://login.example.org' }], 'issuer must be a URL'],
    ['no issuer', [{ name: 'home', client_id: 'quire' }], 'provider 1: issuer is not valid'],
    ['a text', ['home'], 'provider 1: the entry is not valid'],
    ['two of one name', [base, base], 'two providers with the same name'],
  ] as const) {
    test(`refuse ${what}, without telling values`, () => {
      const text = JSON.stringify(given)
      const create = () => createTestConfig({ 'auth.oidc.providers': text })
      expect(create).toThrow('auth.oidc.providers')
      expect(create).toThrow(problem)
    })
  }

  test('are groups and lists in the file, and hide secrets when they are printed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'oidc-config-'))
    const file = join(folder, 'service.yaml')
    writeFileSync(
      file,
      [
        'auth:',
        '  oidc:',
        '    providers:',
        '      - name: home',
        '        issuer: https://login.example.org',
        '        client_id: quire',
        '        client_secret: hidden words',
        '        create_users: true',
        '        roles: {admin: [admins]}',
        '        libraries:',
        '          family: [Comics, Manga]',
      ].join('\n'),
    )
    const { config } = loadConfig({
      configFile: file,
      env: {},
      cwd: folder,
      systemFile: join(folder, 'none'),
    })
    expect(config.auth.oidc.providers).toMatchObject([
      {
        name: 'home',
        display_name: 'home',
        create_users: true,
        libraries: { family: ['Comics', 'Manga'] },
      },
    ])
    expect(JSON.stringify(redactConfig(config))).not.toContain('hidden words')
  })
})

test('accounts are not made unless the settings say so', async () => {
  await withWorld({}, async (world) => {
    world.provider.people.set('eve', { preferred_username: 'eve', email: 'eve@home.example' })
    const browser = new TestBrowser(world)
    expect(await browser.signIn('eve')).toBe('/login?problem=not_linked&provider=home')
    expect(await world.server.ctx.db.$count(users)).toBe(3)
  })
}, 60_000)

test('only members of required groups may come in', async () => {
  const provider = { create_users: true, required_groups: ['readers'] }
  await withWorld({ provider }, async (world) => {
    const person = { preferred_username: 'eve', email: 'eve@home.example', groups: ['others'] }
    world.provider.people.set('eve', person)
    const browser = new TestBrowser(world)
    expect(await browser.signIn('eve')).toBe('/login?problem=not_allowed&provider=home')
    person.groups = ['readers']
    expect(await browser.signIn('eve')).toBe('/')
  })
}, 60_000)

test('the last administrator stays one, whatever the groups say', async () => {
  const provider = { roles: { admin: ['admins'] } }
  await withWorld({ provider }, async ({ server, ...world }) => {
    const path = `/users/${server.getUserId('ada')}/identities`
    const body = { provider: 'home', subject: 'ada' }
    expect((await server.call('POST', path, { as: 'ada', body })).status).toBe(201)
    world.provider.people.set('ada', { email: 'ada@home.example', groups: [] })
    const browser = new TestBrowser({ server, ...world })
    await browser.signIn('ada')
    expect(await browser.me()).toMatchObject({ username: 'ada', role: 'admin' })
  })
}, 60_000)

test('signing in works below a base path', async () => {
  const options = { provider: { create_users: true }, basePath: '/quire' }
  await withWorld(options, async (world) => {
    world.provider.people.set('eve', { preferred_username: 'eve', email: 'eve@home.example' })
    const browser = new TestBrowser(world)
    expect(await browser.signIn('eve', { redirectUri: '/library' })).toBe('/quire/library')
    expect((await browser.me())?.username).toBe('eve')
  })
}, 60_000)

test('a provider that is away is reported', async () => {
  await withWorld({ provider: { issuer: 'http://127.0.0.1:9' } }, async (world) => {
    const { status } = await new TestBrowser(world).send('POST', '/api/v1/auth/oidc/home/login')
    expect(status).toBe(503)
  })
}, 60_000)

test('without passwords, keys and a link of the command line still work', async () => {
  const server = await startTestServer({ 'auth.password_login': 'false' })
  try {
    await givePasswords(server, 'ann')
    const login = { username: 'ann', password }
    expect((await server.call('POST', '/auth/login', { body: login })).status).toBe(403)
    const basic = { authorization: buildBasicHeader('ann', password) }
    expect((await server.call('GET', '/libraries', { headers: basic })).status).toBe(401)
    const made = await server.call('POST', '/api-keys', { as: 'ann', body: { name: 'App' } })
    const key = { 'x-api-key': made.body.key }
    expect((await server.call('GET', '/libraries', { headers: key })).status).toBe(200)

    const output: string[] = []
    const io = { out: (text: string) => void output.push(text), err: () => undefined }
    const code = await runUserCommand(server.ctx, ['login-link', 'ann'], {
      ...io,
      readPassword: async () => undefined,
    })
    expect(code).toBe(0)
    const [, token] = /\/login#token=([\w-]{43})\n/.exec(output.join(''))!
    const use = () => server.call('POST', '/auth/login-link', { body: { token } })
    const { status, body } = await use()
    expect({ status, name: body.user.username }).toEqual({ status: 200, name: 'ann' })
    expect((await use()).status).toBe(403)
    const isAnn = eq(users.username, 'ann')
    await server.ctx.write((tx) => tx.update(users).set({ isActive: false }).where(isAnn))
    const args = ['login-link', 'ann']
    expect(
      await runUserCommand(server.ctx, args, { ...io, readPassword: async () => undefined }),
    ).toBe(1)
  } finally {
    await server.close()
  }
})
