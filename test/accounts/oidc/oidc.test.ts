import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { userIdentities } from '../../../src/accounts/oidc/schema'
import { users } from '../../../src/accounts/users/schema'
import { seedLibrary } from '../../support/seed'
import { startTestServer } from '../../support/server'
import { givePasswords, password } from '../sign-in'
import { type OidcWorld, startOidcWorld, TestBrowser } from './oidc-world'

let world: OidcWorld
const open = () => new TestBrowser(world)

beforeAll(async () => {
  world = await startOidcWorld({
    provider: {
      create_users: 'true',
      roles: { admin: ['admins'], maintainer: ['helpers'] },
      libraries: { family: ['Comics'], everybody: ['*'] },
    },
  })
  await givePasswords(world.server, 'ann', 'max', 'ada')
  await seedLibrary(world.server, { name: 'Comics', path: '/comics' })
  await seedLibrary(world.server, { name: 'Secrets', path: '/secrets' })
}, 60_000)
afterAll(() => world.close())

function addPerson(subject: string, groups: string[] = []) {
  const person = { preferred_username: subject, email: `${subject}@home.example`, groups }
  world.provider.people.set(subject, person)
  return person
}

const own = { currentPassword: password }

async function signInByPassword(browser: TestBrowser, username: string) {
  const { status } = await browser.send('POST', '/api/v1/auth/login', { username, password })
  expect(status).toBe(200)
}

const listLibraries = async (browser: TestBrowser) =>
  ((await (await browser.send('GET', '/api/v1/libraries')).json()) as { name: string }[]).map(
    ({ name }) => name,
  )

describe('signing in with a provider', () => {
  test('is offered to everybody', async () => {
    const { body } = await world.server.call('GET', '/auth/oidc/providers')
    expect(body).toEqual({
      enabled: true,
      passwordLogin: true,
      providers: [{ name: 'home', displayName: 'Home', loginUrl: '/api/v1/auth/oidc/home/login' }],
    })
  })

  test('is not offered without a provider', async () => {
    const server = await startTestServer()
    const { body } = await server.call('GET', '/auth/oidc/providers')
    expect(body).toEqual({ enabled: false, passwordLogin: true, providers: [] })
    await server.close()
  })

  test('makes an account with the role and libraries of its groups', async () => {
    addPerson('mia', ['helpers', 'family'])
    const browser = open()
    expect(await browser.signIn('mia', { redirectUri: '/library?sort=title' })).toBe(
      '/library?sort=title',
    )
    expect(await browser.me()).toMatchObject({ username: 'mia', role: 'maintainer' })
    expect(await listLibraries(browser)).toEqual(['Comics'])
  })

  test('follows the groups at each sign-in', async () => {
    const person = addPerson('noa', ['admins', 'everybody'])
    const first = open()
    await first.signIn('noa')
    expect(await first.me()).toMatchObject({ role: 'admin' })
    person.groups = []
    await open().signIn('noa')
    expect(await first.me()).toMatchObject({ role: 'reader' })
    expect(await listLibraries(first)).toEqual([])
    person.groups = ['everybody']
    await open().signIn('noa')
    expect(await listLibraries(first)).toEqual(['Comics', 'Secrets'])
  })

  test('never takes an account over by its name or email address', async () => {
    world.provider.people.set('mallory', { preferred_username: 'ada', email: 'ann@example.org' })
    const browser = open()
    const where = await browser.signIn('mallory')
    expect(where).toBe('/login?problem=account_exists&provider=home')
    expect(await browser.me()).toBeUndefined()
    world.provider.people.set('mallory', { preferred_username: 'ada', email: 'm@home.example' })
    await browser.signIn('mallory')
    expect((await browser.me())?.username).not.toBe('ada')
  })

  test('M9: people without an email address have accounts of their own', async () => {
    const subjects = ['quiet', 'still', 'odd', '0f8c4a1e']
    world.provider.people.set('quiet', { preferred_username: 'quiet' })
    world.provider.people.set('still', { preferred_username: 'still', email: '' })
    world.provider.people.set('odd', { preferred_username: 'odd', email: 'no address' })
    world.provider.people.set('0f8c4a1e', {})
    const ids = new Map<string, string>()
    for (const subject of [...subjects, ...subjects]) {
      const browser = open()
      expect([subject, await browser.signIn(subject)]).toEqual([subject, '/'])
      const me = (await browser.me()) as { id: string; username: string; email: string } | undefined
      expect(me).toMatchObject({ email: '', emailVerified: false })
      expect(ids.get(subject) ?? me!.id).toBe(me!.id)
      ids.set(subject, me!.id)
    }
    expect(new Set(ids.values()).size).toBe(subjects.length)
    const id = ids.get('quiet')!
    const edit = (body: object) => world.server.call('PATCH', `/users/${id}`, { as: 'ada', body })
    expect((await edit({ username: 'calm' })).body).toMatchObject({ username: 'calm', email: '' })
    expect((await edit({ email: 'calm@home.example' })).body.email).toBe('calm@home.example')
    const found = await world.server.call('GET', '/users?search=still', { as: 'ada' })
    expect(found.body.data).toMatchObject([{ username: 'still', email: '' }])
    for (const username of ['', ' ', ids.get('still')!]) {
      const body = { username, password: 'x' }
      const { status } = await world.server.call('POST', '/auth/login', { body })
      expect([username, status >= 400]).toEqual([username, true])
    }
  })

  test('M9: an address is verified if the provider says so', async () => {
    const cases = [
      { subject: 'vilma', claim: { email_verified: true }, isVerified: true },
      { subject: 'vito', claim: { email_verified: 'true' }, isVerified: true },
      { subject: 'nora', claim: { email_verified: false }, isVerified: false },
      { subject: 'nils', claim: {}, isVerified: false },
    ]
    for (const { subject, claim, isVerified } of cases) {
      const email = `${subject}@home.example`
      world.provider.people.set(subject, { preferred_username: subject, email, ...claim })
      const browser = open()
      await browser.signIn(subject)
      expect(await browser.me()).toMatchObject({ email, emailVerified: isVerified })
    }
    // An address that the provider verifies later, and one that it does not know.
    world.provider.people.set('nils', {
      preferred_username: 'nils',
      email: 'NILS@home.example',
      email_verified: true,
    })
    const browser = open()
    await browser.signIn('nils')
    const me = (await browser.me()) as { id: string } | undefined
    expect(me).toMatchObject({ email: 'nils@home.example', emailVerified: true })
    const body = { email: 'other@home.example' }
    await world.server.call('PATCH', `/users/${me!.id}`, { as: 'ada', body })
    expect(await browser.me()).toMatchObject({ ...body, emailVerified: false })
    await open().signIn('nils')
    expect(await browser.me()).toMatchObject({ ...body, emailVerified: false })
  })

  test('is refused for deactivated users', async () => {
    addPerson('olaf')
    const browser = open()
    await browser.signIn('olaf')
    const isOlaf = eq(users.username, 'olaf')
    await world.server.ctx.write((tx) => tx.update(users).set({ isActive: false }).where(isOlaf))
    expect(await browser.signIn('olaf')).toBe('/login?problem=inactive&provider=home')
  })

  test('cannot be finished by another browser, twice, or with another answer', async () => {
    addPerson('pia')
    const [victim, attacker] = [open(), open()]
    const back = await attacker.begin('pia')
    const failed = '/login?problem=failed&provider=home'
    const end = async (browser: TestBrowser, path: string) =>
      (await browser.send('GET', path)).headers.get('location')
    expect(await end(victim, back)).toBe(failed)
    expect(await end(attacker, back.replace(/code=[^&]+/, 'code=other'))).toBe(failed)
    const again = await attacker.begin('pia')
    const cookies = new Map(attacker.cookies)
    expect(await end(attacker, again)).toBe('/')
    for (const [name, value] of cookies) attacker.cookies.set(name, value)
    expect(await end(attacker, again)).toBe(failed)
    expect(await end(open(), '/api/v1/auth/oidc/home/callback')).toBe(failed)
  })

  test('tells when it was canceled at the provider', async () => {
    const browser = open()
    const response = await browser.send('POST', '/api/v1/auth/oidc/home/login')
    const { redirectUrl } = (await response.json()) as { redirectUrl: string }
    const { searchParams } = new URL(redirectUrl)
    const query = new URLSearchParams({
      error: 'access_denied',
      state: searchParams.get('state')!,
      iss: world.provider.issuer,
    })
    const answer = await browser.send('GET', `/api/v1/auth/oidc/home/callback?${query.toString()}`)
    expect(answer.headers.get('location')).toBe('/login?problem=canceled&provider=home')
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    expect(searchParams.get('nonce')).not.toBeNull()
  })

  for (const path of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/..//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'library',
  ]) {
    test(`does not lead to ${JSON.stringify(path)}`, async () => {
      const answer = await open().send('POST', '/api/v1/auth/oidc/home/login', {
        redirectUri: path,
      })
      expect(answer.status).toBe(400)
    })
  }

  test('refuses unknown providers and pages of other sites', async () => {
    expect((await open().send('POST', '/api/v1/auth/oidc/nobody/login')).status).toBe(404)
    const { status } = await world.server.call('POST', '/auth/oidc/home/login', {
      headers: { origin: 'https://evil.example' },
    })
    expect(status).toBe(403)
  })
})

describe('connecting accounts', () => {
  test('is done by the signed-in user, and undone', async () => {
    addPerson('max-at-home')
    const browser = open()
    await signInByPassword(browser, 'max')
    const back = await browser.begin('max-at-home', '/api/v1/auth/oidc/home/link', own)
    const done = await browser.send('GET', back)
    expect(done.headers.get('location')).toBe('/settings/security?only=linked')
    const list = async () =>
      (await (await browser.send('GET', '/api/v1/auth/identities')).json()) as { id: string }[]
    const account = { subject: 'max-at-home', displayName: 'Home' }
    expect(await list()).toMatchObject([{ ...account, lastUsedAt: null }] as never)
    const other = open()
    await other.signIn('max-at-home')
    expect((await other.me())?.username).toBe('max')
    const listed = await list()
    expect(listed).toMatchObject([{ ...account, lastUsedAt: expect.any(String) }] as never)
    const path = `/api/v1/auth/identities/${listed[0]!.id}`
    expect((await other.send('DELETE', path)).status).toBe(204)
  })

  test('asks for the password of an account that has one, and for nothing else', async () => {
    addPerson('max-again')
    const browser = open()
    await signInByPassword(browser, 'max')
    const path = '/api/v1/auth/oidc/home/link'
    const bodies = [undefined, {}, { currentPassword: null }, { currentPassword: '' }]
    for (const body of [...bodies, { currentPassword: 'wrong' }]) {
      expect((await browser.send('POST', path, body)).status).toBe(403)
    }
    addPerson('una')
    const without = open()
    await without.signIn('una')
    expect((await without.send('POST', path, {})).status).toBe(200)
  })

  test('ends when an administrator sets a new password', async () => {
    addPerson('wanda')
    const browser = open()
    await browser.signIn('wanda')
    const { id } = (await (await browser.send('GET', '/api/v1/auth/me')).json()) as { id: string }
    const change = { as: 'ada', body: { email: 'wanda@new.example' } }
    expect((await world.server.call('PATCH', `/users/${id}`, change)).status).toBe(200)
    const isWanda = eq(userIdentities.subject, 'wanda')
    expect(await world.server.ctx.db.$count(userIdentities, isWanda)).toBe(1)
    const reset = { as: 'ada', body: { password: 'a new long password' } }
    expect((await world.server.call('PATCH', `/users/${id}`, reset)).status).toBe(200)
    expect(await world.server.ctx.db.$count(userIdentities, isWanda)).toBe(0)
    expect(await browser.me()).toBeUndefined()
  })

  test('fails for an account of another user, or in another session', async () => {
    addPerson('rosa')
    await open().signIn('rosa')
    const browser = open()
    await signInByPassword(browser, 'ann')
    const taken = await browser.begin('rosa', '/api/v1/auth/oidc/home/link', own)
    const answer = await browser.send('GET', taken)
    expect(answer.headers.get('location')).toBe('/settings/security?only=linked_to_other')
    addPerson('sam')
    const back = await browser.begin('sam', '/api/v1/auth/oidc/home/link', own)
    await signInByPassword(browser, 'max')
    const late = await browser.send('GET', back)
    expect(late.headers.get('location')).toBe('/settings/security?only=session_expired')
    const isSam = eq(userIdentities.subject, 'sam')
    expect(await world.server.ctx.db.$count(userIdentities, isSam)).toBe(0)
  })

  test('keeps the last way to sign in', async () => {
    addPerson('tom')
    const browser = open()
    await browser.signIn('tom')
    const listed = (await (await browser.send('GET', '/api/v1/auth/identities')).json()) as {
      id: string
    }[]
    const path = `/api/v1/auth/identities/${listed[0]!.id}`
    expect((await browser.send('DELETE', path)).status).toBe(409)
  })

  test('is done by administrators, for users they may manage', async () => {
    const path = `/users/${world.server.getUserId('ann')}/identities`
    const body = { provider: 'home', subject: 'ann-at-home' }
    expect((await world.server.call('POST', path, { as: 'max', body })).status).toBe(403)
    const { status } = await world.server.call('POST', path, { as: 'ada', body })
    expect(status).toBe(201)
    addPerson('ann-at-home')
    const browser = open()
    await browser.signIn('ann-at-home')
    expect((await browser.me())?.username).toBe('ann')
    const { body: listed } = await world.server.call('GET', path, { as: 'ada' })
    const one = `${path}/${listed[0].id}`
    expect((await world.server.call('DELETE', one, { as: 'ada' })).status).toBe(204)
    expect((await world.server.call('DELETE', one, { as: 'ada' })).status).toBe(404)
  })
})

describe('signing out', () => {
  test('leads to the page of the provider', async () => {
    addPerson('uma')
    const browser = open()
    await browser.signIn('uma')
    const answer = await browser.send('POST', '/api/v1/auth/oidc/end-session')
    const { redirectUrl } = (await answer.json()) as { redirectUrl: string }
    const url = new URL(redirectUrl)
    expect(url.origin).toBe(world.provider.issuer)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${world.url}/login`)
    expect((await fetch(url)).status).toBe(200)
    const other = open()
    await signInByPassword(other, 'ann')
    const none = await other.send('POST', '/api/v1/auth/oidc/end-session')
    expect(await none.json()).toEqual({ redirectUrl: null })
  })

  test('by the provider ends the sessions that began there', async () => {
    addPerson('vera')
    const browser = open()
    await browser.signIn('vera')
    expect(await browser.me()).toBeDefined()
    const { ctx } = world.server
    const { oidcSessions } = await import('../../../src/accounts/oidc/schema')
    const [row] = await ctx.db.select().from(oidcSessions).where(eq(oidcSessions.subject, 'vera'))
    expect(row!.sid).not.toBeNull()
    await world.provider.endSession('vera', row!.sid!)
    expect(await browser.me()).toBeUndefined()
    // M10: the audit log tells it.
    const path = '/audit-log?action=sign_out_at_provider'
    const { body } = await world.server.call('GET', path, { as: 'ada' })
    expect(body.data[0].changes).toEqual([{ name: 'provider', before: null, after: 'home' }])
  })

  for (const token of ['', 'no token', `${btoa('{"alg":"none"}')}.${btoa('{"sub":"vera"}')}.`]) {
    test(`by others is refused: ${JSON.stringify(token)}`, async () => {
      const { status } = await world.server.call('POST', '/auth/oidc/home/backchannel-logout', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ logout_token: token }).toString(),
      })
      expect(status).toBe(400)
    })
  }
})

test('the audit log tells who came from where', async () => {
  const { body } = await world.server.call('GET', '/audit-log?action=sign_in&search=mia', {
    as: 'ada',
  })
  expect(body.data[0].changes[0]).toEqual({ name: 'method', before: null, after: 'oidc:home' })
  const { body: failed } = await world.server.call('GET', '/audit-log?action=sign_in_failed', {
    as: 'ada',
  })
  expect(failed.data[0].changes[0].after).toBe('oidc:home')
})
