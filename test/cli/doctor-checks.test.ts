/** Checks of `quire doctor` on folders, shares, the public URL and proxies. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identifyJwtSecret, jwtSecretIdKey } from '../../src/accounts/sessions/tokens/jwt-secret'
import { checkOwners, checkSecretFiles, describeShare } from '../../src/cli/doctor/doctor-folders'
import { checkProxies, checkPublicUrl } from '../../src/cli/doctor/doctor-network'
import { checkSharedSecrets } from '../../src/cli/doctor/doctor-secrets'
import { recordUntrustedProxy, untrustedProxyKey } from '../../src/cli/server/record-proxy'
import { getClientAddress } from '../../src/platform/http/requests/client-address'
import { storePeer } from '../../src/platform/http/requests/peer-address'
import { readInstallation } from '../../src/platform/db/installation'
import { createTestConfig, startTestServer, type TestServer } from '../support/server'

const isRoot = process.getuid?.() === 0
const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const configOf = (settings: Record<string, string> = {}) =>
  createTestConfig({ data_dir: folder, 'database.sqlite.path': join(folder, 'q.db'), ...settings })

describe('folders', () => {
  test('that belong to the user are fine', () => {
    mkdirSync(join(folder, 'cache'))
    expect(checkOwners(configOf())).toMatchObject([{ check: 'owners', state: 'ok' }])
  })

  // Only root can give a folder to another user.
  test.skipIf(!isRoot)('that belong to another user are named with their owner', () => {
    const path = join(folder, 'uploads')
    mkdirSync(path)
    chownSync(path, 12345, 12345)
    expect(checkOwners(configOf())).toMatchObject([
      {
        state: 'warning',
        message: `This check runs as user 0, but ${path} belongs to user 12345.`,
      },
    ])
    rmSync(path, { recursive: true })
  })

  test.skipIf(isRoot)('that are not writable are a problem', () => {
    const path = join(folder, 'thumbnails')
    mkdirSync(path, { mode: 0o500 })
    expect(checkOwners(configOf())).toMatchObject([
      { state: 'problem', message: `These folders are not writable: ${path}.` },
    ])
    rmSync(path, { recursive: true })
  })

  test('secrets that others can read are named', async () => {
    const file = join(folder, 'secrets', 'jwt_secret')
    mkdirSync(join(folder, 'secrets'))
    writeFileSync(file, 'x', { mode: 0o600 })
    expect(await checkSecretFiles(configOf())).toMatchObject([{ state: 'ok' }])
    chmodSync(file, 0o644)
    writeFileSync(join(folder, 'secret.key'), 'x', { mode: 0o640 })
    expect(await checkSecretFiles(configOf())).toMatchObject([
      {
        state: 'problem',
        message: expect.stringContaining(`${join(folder, 'secret.key')}, ${file}`),
      },
    ])
  })
})

const secret = 'a secret for tests that is long enough'

test.each([
  { name: 'the same', known: secret, given: secret, warns: false },
  { name: 'another', known: secret, given: `another, not ${secret}`, warns: true },
  { name: 'no', known: secret, given: undefined, warns: false },
  { name: 'the first', known: undefined, given: secret, warns: false },
])('$name secret for access tokens warns: $warns', async ({ known, given, warns }) => {
  const facts = new Map(known === undefined ? [] : [[jwtSecretIdKey, identifyJwtSecret(known)]])
  const { auth, ...others } = configOf()
  const config = { ...others, auth: { ...auth, jwt_secret: given } }
  const found = await checkSharedSecrets(config, facts)
  expect(found.slice(1).map(({ check, state }) => [check, state])).toEqual(
    warns ? [['auth.jwt_secret', 'warning']] : [],
  )
})

test.each([
  { disk: { kind: 'network', name: 'NFS' } as const, warns: true },
  { disk: { kind: 'network', name: 'SMB' } as const, warns: true },
  { disk: { kind: 'fuse', name: 'FUSE' } as const, warns: true },
  { disk: { kind: 'fine' } as const, warns: false },
])('watching a library on $disk.name warns: $warns', ({ disk, warns }) => {
  const found = describeShare({ library: 'Comics', path: '/mnt/comics' }, disk, 15)
  expect(found.length).toBe(warns ? 1 : 0)
  if (!warns) return
  expect(found[0]).toMatchObject({ check: 'watching Comics', state: 'warning' })
  expect(found[0]!.message).toContain('every 15 minutes')
})

describe('the public URL', () => {
  let answer: () => Response = () => Response.json({ status: 'ok' })
  let proxy: ReturnType<typeof Bun.serve>
  beforeAll(() => {
    proxy = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => answer() })
  })
  afterAll(() => proxy.stop(true))
  const check = (url = proxy.url.origin) => checkPublicUrl(configOf({ 'server.public_url': url }))

  test('may be absent', async () => {
    expect(await checkPublicUrl(configOf())).toMatchObject([{ state: 'ok' }])
  })

  test.each([
    {
      name: 'Quire',
      make: () => Response.json({ status: 'ok' }),
      state: 'ok',
      text: 'leads to Quire',
    },
    {
      name: 'another program',
      make: () => new Response('<html>nginx</html>'),
      state: 'problem',
      text: 'something other than Quire',
    },
    {
      name: 'a proxy that asks for a password',
      make: () => new Response('sign in', { status: 401 }),
      state: 'problem',
      text: 'status 401',
    },
    {
      name: 'a proxy without the server',
      make: () => new Response('bad gateway', { status: 502 }),
      state: 'warning',
      text: 'unavailable (status 502)',
    },
    {
      name: 'an answer without an end',
      make: () =>
        new Response(
          new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(65_536)) }),
        ),
      state: 'problem',
      text: 'something other than Quire',
    },
    {
      name: 'a redirect',
      make: () => Response.redirect('https://other.example/', 302),
      state: 'warning',
      text: 'another address',
    },
  ])('that leads to $name', async ({ make, state, text }) => {
    answer = make
    const [found, ...others] = await check()
    expect(found).toMatchObject({ check: 'public URL', state })
    expect(found!.message).toContain(text)
    expect(others).toEqual([])
  })

  test('that cannot be reached', async () => {
    const closed = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
    const { origin } = closed.url
    await closed.stop(true)
    expect(await check(origin)).toMatchObject([
      { state: 'warning', message: expect.stringContaining('cannot be reached') },
    ])
  })

  test('of a machine whose clock differs', async () => {
    const date = new Date(Date.now() - 600_000).toUTCString()
    answer = () => Response.json({ status: 'ok' }, { headers: { date } })
    const [, clock] = await check()
    expect(clock).toMatchObject({ check: 'clock', state: 'warning' })
    expect(clock!.message).toMatch(/ (599|60[0-9]) seconds apart/)
  })
})

describe('proxies', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  test('that send headers without being trusted are named', async () => {
    await recordUntrustedProxy(server.ctx)
    expect(await readInstallation(server.ctx.db, untrustedProxyKey)).toBeUndefined()
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const request = new Request('http://localhost/api/v1/setup/status', { headers })
    storePeer(request, '::ffff:127.0.0.1')
    getClientAddress(server.ctx, request)
    await recordUntrustedProxy(server.ctx)
    const seen = await readInstallation(server.ctx.db, untrustedProxyKey)
    expect(seen).toBe('127.0.0.1')
    const advice = expect.stringContaining('If you run a proxy at 127.0.0.1')
    // Any client can send the header, so it is no reason to expect a proxy.
    expect(checkProxies(server.ctx.config, seen)).toMatchObject([{ state: 'ok', advice }])
    const https = configOf({ 'server.public_url': 'https://books.example' })
    expect(checkProxies(https, seen)).toMatchObject([{ state: 'warning', advice }])
    const trusting = configOf({ 'server.trusted_proxies': '127.0.0.0/8' })
    expect(checkProxies(trusting, seen)).toMatchObject([{ state: 'ok' }])
  })

  test('are expected in front of HTTPS', () => {
    const https = { 'server.public_url': 'https://books.example' }
    expect(checkProxies(configOf(https), undefined)).toMatchObject([{ state: 'warning' }])
    const complete = configOf({ ...https, 'server.trusted_proxies': '10.0.0.1' })
    expect(checkProxies(complete, undefined)).toMatchObject([{ state: 'ok' }])
    expect(checkProxies(configOf(), undefined)).toMatchObject([{ state: 'ok' }])
  })
})
