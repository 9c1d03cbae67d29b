/** S4: ID tokens count only if the provider signed them, and they name somebody. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
} from 'jose'
import { isSafeKeyAddress } from '../../../src/accounts/oidc/provider-sign-out'
import { loadConfig } from '../../../src/platform/config/load'
import { clientId, clientSecret } from '../../support/identity-provider'
import { type OidcWorld, startOidcWorld, TestBrowser } from './oidc-world'

let world: OidcWorld
let fake: ReturnType<typeof Bun.serve>
let own: { publicKey: CryptoKey; privateKey: CryptoKey }
let foreign: { publicKey: CryptoKey; privateKey: CryptoKey }
/** The next ID token of the provider. */
let makeToken: (claims: JWTPayload) => Promise<string> | string
let nonce = ''
let email = 'mia@example.org'
/** What the provider says about the person besides its tokens. */
let userInfo: object | undefined

beforeAll(async () => {
  own = await generateKeyPair('RS256', { extractable: true })
  foreign = await generateKeyPair('RS256', { extractable: true })
  fake = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const issuer = fake.url.origin
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/.well-known/')) return Response.json(describeProvider(issuer))
      if (pathname === '/jwks')
        return Response.json({
          keys: [{ ...(await exportJWK(own.publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }],
        })
      if (pathname === '/userinfo') return Response.json(userInfo ?? { sub: 'mia' })
      const now = Math.floor(Date.now() / 1_000)
      const claims = {
        iss: issuer,
        aud: clientId,
        sub: 'mia',
        nonce,
        iat: now,
        exp: now + 60,
        preferred_username: 'mia',
        email,
        groups: ['family'],
      }
      const token = await makeToken(claims)
      return Response.json({ access_token: 'x', token_type: 'Bearer', id_token: token })
    },
  })
  world = await startOidcWorld({ provider: { issuer: fake.url.origin, create_users: true } })
})
afterAll(async () => {
  await world.close()
  await fake.stop(true)
})

test.each([
  ['https://id.example', 'https://id.example/jwks', true],
  ['https://id.example', 'https://keys.example/jwks', true],
  ['https://id.example', 'http://id.example/jwks', false],
  ['https://id.example', 'HTTP://id.example/jwks', false],
  ['https://id.example', '/jwks', false],
  ['https://id.example', 'file:///etc/jwks', false],
  ['http://127.0.0.1:9000', 'http://127.0.0.1:9000/jwks', true],
])('sign-out tokens of %s may be signed with keys at %s: %p', (issuer, address, isSafe) => {
  expect(isSafeKeyAddress(issuer, address)).toBe(isSafe)
})

const describeProvider = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/userinfo`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  // A provider that lists them does not make them good.
  id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
})

const sign = (claims: JWTPayload, key: CryptoKey, kid = 'one') =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key)

async function returnFrom(browser: TestBrowser) {
  const begun = await browser.send('POST', '/api/v1/auth/oidc/home/login', {})
  const { redirectUrl } = (await begun.json()) as { redirectUrl: string }
  const asked = new URL(redirectUrl).searchParams
  nonce = asked.get('nonce')!
  const query = new URLSearchParams({ code: 'code', state: asked.get('state')! })
  return browser.send('GET', `/api/v1/auth/oidc/home/callback?${query}`)
}

/** Returns where the interface opens, or the status. */
async function signIn(make: typeof makeToken) {
  makeToken = make
  const browser = new TestBrowser(world)
  const response = await returnFrom(browser)
  const me = await browser.me()
  return [response.headers.get('location') ?? response.status, me?.username]
}

async function signInAsMia() {
  makeToken = (given) => sign(given, own.privateKey)
  const browser = new TestBrowser(world)
  await returnFrom(browser)
  return browser
}

test('S4: a token that the provider signed signs in', async () => {
  expect(await signIn((claims) => sign(claims, own.privateKey))).toEqual(['/', 'mia'])
})

const signWithPassword = (claims: JWTPayload, secret: string) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: 'one' })
    .sign(new TextEncoder().encode(secret))

/** Works where the key is chosen by its name and the algorithm by the token. */
const signWithPublicKey = async (claims: JWTPayload) =>
  signWithPassword(claims, await exportSPKI(own.publicKey))

async function signParts(header: string, payload: string) {
  const bytes = new TextEncoder().encode(`${header}.${payload}`)
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', own.privateKey, bytes)
  return `${header}.${payload}.${Buffer.from(signature).toString('base64url')}`
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each<[string, typeof makeToken]>([
  ['signed by somebody else', (claims) => sign(claims, foreign.privateKey)],
  ['signed by an unknown key', (claims) => sign(claims, foreign.privateKey, 'two')],
  ['not signed', (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`],
  [
    'changed after it was signed',
    async (claims) => {
      const [header, , signature] = (await sign(claims, own.privateKey)).split('.')
      return `${header}.${encode({ ...claims, sub: 'ada' })}.${signature}`
    },
  ],
  ['of nobody', (claims) => sign({ ...claims, sub: '' }, own.privateKey)],
  ['without a subject', ({ sub: _, ...claims }) => sign(claims, own.privateKey)],
  ['of a number', (claims) => sign({ ...claims, sub: 7 as never }, own.privateKey)],
  ['of an endless name', (claims) => sign({ ...claims, sub: 'm'.repeat(5_000) }, own.privateKey)],
  ['of a name with NUL', (claims) => sign({ ...claims, sub: 'mia\0' }, own.privateKey)],
  ['with another nonce', (claims) => sign({ ...claims, nonce: 'x' }, own.privateKey)],
  ['without a nonce', ({ nonce: _, ...claims }) => sign(claims, own.privateKey)],
  ['of another issuer', (claims) => sign({ ...claims, iss: `${claims.iss}/` }, own.privateKey)],
  ['for another client', (claims) => sign({ ...claims, aud: 'other' }, own.privateKey)],
  [
    'for several clients, issued to another',
    (claims) => sign({ ...claims, aud: [clientId, 'other'], azp: 'other' }, own.privateKey),
  ],
  ['that has expired', (claims) => sign({ ...claims, exp: claims.iat! - 600 }, own.privateKey)],
  [
    'that is not valid yet',
    (claims) => sign({ ...claims, nbf: claims.iat! + 600 }, own.privateKey),
  ],
  ['of spaces', (claims) => sign({ ...claims, sub: '  ' }, own.privateKey)],
  ['without an issuer', ({ iss: _, ...claims }) => sign(claims, own.privateKey)],
  ['without a client', ({ aud: _, ...claims }) => sign(claims, own.privateKey)],
  ['that never expires', ({ exp: _, ...claims }) => sign(claims, own.privateKey)],
  ['signed with the public key as a password', (claims) => signWithPublicKey(claims)],
  ['signed with the client secret', (claims) => signWithPassword(claims, clientSecret)],
  [
    'that brings its own key',
    async (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({
          alg: 'RS256',
          jwk: await exportJWK(foreign.publicKey),
          jku: `${fake.url.origin}/other-keys`,
        })
        .sign(foreign.privateKey),
  ],
  [
    'with a critical extension',
    async (claims) => {
      const [, payload] = (await sign(claims, own.privateKey)).split('.')
      const header = encode({ alg: 'RS256', kid: 'one', crit: ['x'], x: 1 })
      return signParts(header, payload!)
    },
  ],
  ['with two dots more', async (claims) => `${await sign(claims, own.privateKey)}.x.y`],
  ['that is empty', () => ''],
])('S4: a token is refused that is %s', async (_, make) => {
  // An address that is taken would be refused, too.
  email = `${crypto.randomUUID()}@example.org`
  const [where, username] = await signIn(make)
  expect(where).toBe('/login?problem=failed&provider=home')
  expect(username).toBeUndefined()
})

describe('S4: what the provider says besides its token', () => {
  const signInWith = async (token: object, info: object) => {
    userInfo = info
    email = ''
    makeToken = ({ groups: _, email: __, ...claims }) =>
      sign({ ...claims, ...token }, own.privateKey)
    const browser = new TestBrowser(world)
    const response = await returnFrom(browser)
    userInfo = undefined
    email = 'mia@example.org'
    return { where: response.headers.get('location'), me: await browser.me() }
  }

  test('is of the same person', async () => {
    const { where } = await signInWith({ sub: 'eve' }, { sub: 'mia', groups: ['admins'] })
    expect(where).toBe('/login?problem=failed&provider=home')
  })

  test('does not take over what the token says of no address', async () => {
    const name = `max${crypto.randomUUID().slice(0, 8)}`
    const token = { sub: name, preferred_username: name, email_verified: true }
    const { me } = await signInWith(token, { sub: name, email: `${name}@work.org` })
    expect(me).toMatchObject({ email: `${name}@work.org`, emailVerified: false })
  })

  test.each<[string, { email?: string; email_verified?: boolean }, boolean]>([
    ['another address', { email: 'max@else.org', email_verified: true }, false],
    ['no address', { email_verified: true }, false],
    ['the same address, verified', { email: 'same', email_verified: true }, true],
    ['the same address, not verified', { email: 'same' }, false],
  ])('verifies an address of the token only with %s', async (_, info, verified) => {
    const name = `max${crypto.randomUUID().slice(0, 8)}`
    const address = `${name}@work.org`
    const same = info.email === 'same' ? { ...info, email: address } : info
    const token = { sub: name, preferred_username: name, email: address }
    const { me } = await signInWith(token, { sub: name, ...same })
    expect(me).toMatchObject({ username: name, email: address, emailVerified: verified })
  })
})

test.each([
  ['too long', (name: string) => `${name}@${'a'.repeat(260)}.org`],
  ['with NUL', (name: string) => `${name}\0@work.org`],
])('S4: an address that is %s is not made into another one', async (_, build) => {
  const name = `max${crypto.randomUUID().slice(0, 8)}`
  email = build(name)
  makeToken = (claims) =>
    sign({ ...claims, sub: name, preferred_username: name, email_verified: true }, own.privateKey)
  const browser = new TestBrowser(world)
  await returnFrom(browser)
  email = 'mia@example.org'
  expect(await browser.me()).toMatchObject({ username: name, email: '' })
})

describe('S4: a sign-out by the provider', () => {
  const claims = () => {
    const now = Math.floor(Date.now() / 1_000)
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const jti = crypto.randomUUID()
    return { iss: fake.url.origin, aud: clientId, sub: 'mia', iat: now, exp: now + 60, jti, events }
  }
  const send = async (token: string) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams({ logout_token: token }).toString()
    const path = '/auth/oidc/home/backchannel-logout'
    return (await world.server.call('POST', path, { headers: form, body })).status
  }

  test.each<[string, typeof makeToken]>([
    ['signed by somebody else', (given) => sign(given, foreign.privateKey)],
    ['signed with the public key as a password', (given) => signWithPublicKey(given)],
    ['signed with the client secret', (given) => signWithPassword(given, clientSecret)],
    ['not signed', (given) => `${encode({ alg: 'none' })}.${encode(given)}.`],
    ['of another issuer', (given) => sign({ ...given, iss: 'https://x.org' }, own.privateKey)],
    ['for another client', (given) => sign({ ...given, aud: 'other' }, own.privateKey)],
    ['an ID token', (given) => sign({ ...given, nonce: 'x' }, own.privateKey)],
    ['without its event', ({ events: _, ...given }) => sign(given, own.privateKey)],
    ['an hour old', (given) => sign({ ...given, iat: given.iat! - 3_600 }, own.privateKey)],
    ['without a time', ({ iat: _, ...given }) => sign(given, own.privateKey)],
    ['of nobody', ({ sub: _, ...given }) => sign(given, own.privateKey)],
  ])('is refused with a token that is %s', async (_, make) => {
    const browser = await signInAsMia()
    expect(await send(await make(claims()))).toBe(400)
    expect((await browser.me())?.username).toBe('mia')
  })

  test('is carried out with a good one', async () => {
    const browser = await signInAsMia()
    expect(await send(await sign(claims(), own.privateKey))).toBe(200)
    expect(await browser.me()).toBeUndefined()
  })
})

describe('S4: an issuer without encryption', () => {
  const load = (issuer: string, env = {}) =>
    loadConfig({
      env: {
        SERVICE_AUTH__OIDC__PROVIDERS: JSON.stringify([
          { name: 'home', issuer, client_id: clientId },
        ]),
        ...env,
      },
      cwd: '/nowhere',
      systemFile: '/nowhere/none',
    })
  const refused = /auth\.oidc\.allow_http/

  test.each([
    'http://login.example.org',
    'http://192.168.1.4:9000',
    'http://127.0.0.1.example.org',
  ])('is refused: %s', (issuer) => {
    expect(() => load(issuer)).toThrow(refused)
    const { config } = load(issuer, { SERVICE_AUTH__OIDC__ALLOW_HTTP: 'true' })
    expect(config.auth.oidc.providers).toHaveLength(1)
  })

  test.each([
    'http://localhost:9000',
    'http://127.0.0.1',
    'http://127.9.9.9',
    'http://[::1]:8080',
    'https://login.example.org',
  ])('or on this computer, or with encryption, is taken: %s', (issuer) => {
    expect(load(issuer).config.auth.oidc.providers).toHaveLength(1)
  })
})
