/** S2, S3: a credential of one app opens nothing else, and none outlives the account. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { loginFailures } from '../../../src/accounts/users/schema'
import { givePasswords, password } from '../sign-in'
import { startTestServer, type TestServer } from '../../support/server'

type Headers = Record<string, string>

let server: TestServer
let feedPath: string
const keys = { komga: '', session: '', kobo: '', feed: '', name: '', sync: '', full: '' }

beforeAll(async () => {
  server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
  await givePasswords(server, 'ann')
  const basic = { authorization: `Basic ${btoa(`ann:${password}`)}` }
  const own = async (path: string, body: object) =>
    (await server.call('POST', path, { as: 'ann', body })).body
  const made = await server.fetch('/komga/api/v2/users/me/api-keys', {
    method: 'POST',
    headers: { ...basic, 'content-type': 'application/json', 'x-auth-token': '' },
    body: JSON.stringify({ comment: 'App' }),
  })
  keys.komga = ((await made.json()) as { key: string }).key
  const signedIn = await server.fetch('/komga/api/v2/users/me', {
    headers: { ...basic, 'x-auth-token': '' },
  })
  keys.session = signedIn.headers.get('x-auth-token')!
  keys.kobo = (await own('/kobo-devices', { name: 'Libra' })).key
  feedPath = (await own('/user/feeds', { name: 'Feed' })).atomPath
  keys.feed = feedPath.split('/')[2]!
  const login = await own('/sync-logins', { name: 'Clara' })
  keys.name = login.username
  keys.sync = login.password
  keys.full = (await own('/api-keys', { name: 'Script' })).key
})
afterAll(() => server.close())
beforeEach(() => server.ctx.write(async (tx) => void (await tx.delete(loginFailures))))

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const ask = async (path: string, headers: Headers = {}) =>
  (await server.fetch(path, { headers })).status

/** How each kind of credential is meant to be used. */
const uses: Record<string, () => Promise<number>> = {
  'Komga key': () => ask('/komga/api/v1/libraries', { 'x-api-key': keys.komga }),
  'Komga session': () => ask('/komga/api/v1/libraries', { 'x-auth-token': keys.session }),
  'Komga cookie': () => ask('/komga/api/v1/libraries', { cookie: `KOMGA-SESSION=${keys.session}` }),
  Kobo: () => ask(`/kobo/${keys.kobo}/v1/initialization`),
  feed: () => ask(feedPath),
  KOReader: () =>
    ask('/koreader/users/auth', { 'x-auth-user': keys.name, 'x-auth-key': md5(keys.sync) }),
  'API key': () => ask('/api/v1/libraries', { 'x-api-key': keys.full }),
}

const places = [
  '/api/v1/libraries',
  '/opds',
  '/opds/v2',
  '/komga/api/v1/libraries',
  '/komga/opds/v2',
  '/koreader/users/auth',
]
const ways = (secret: string, user: string): Headers[] => [
  { authorization: `Bearer ${secret}` },
  { authorization: `Basic ${btoa(`${user}:${secret}`)}` },
  { 'x-api-key': secret },
  { 'x-auth-token': secret },
  { cookie: `KOMGA-SESSION=${secret}` },
  { cookie: `quire_session=${secret}` },
  { 'x-auth-user': user, 'x-auth-key': secret },
  { 'x-auth-user': user, 'x-auth-key': md5(secret) },
]

/** Lists where a credential opens what it is not for. */
async function listOpened(name: string, secret: string): Promise<string[]> {
  const isOwn = (path: string) =>
    (/komga|session/.test(name) && path.startsWith('/komga/')) ||
    (name === 'sync' && path.startsWith('/koreader'))
  const users = name === 'sync' ? ['ann', keys.name] : ['ann']
  const tries = places
    .filter((path) => !isOwn(path))
    .flatMap((path) => users.flatMap((user) => ways(secret, user).map((way) => ({ path, way }))))
  const opened: string[] = []
  for (const { path, way } of tries) {
    if ((await ask(path, way)) < 300) opened.push(`${name} at ${path}: ${Object.keys(way)}`)
    await server.ctx.write(async (tx) => void (await tx.delete(loginFailures)))
  }
  const others = [
    ...(name === 'kobo' ? [] : [`/kobo/${secret}/v1/initialization`]),
    ...(name === 'feed' ? [] : [feedPath.replace(keys.feed, secret)]),
  ]
  for (const path of others) {
    if ((await ask(path)) < 300) opened.push(`${name} at ${path.split('/')[1]}`)
  }
  return opened
}

test('S2: each credential opens its own protocol only', async () => {
  for (const [name, use] of Object.entries(uses)) expect([name, await use()]).toEqual([name, 200])
  const opened: string[] = []
  for (const name of ['komga', 'session', 'kobo', 'feed', 'sync'] as const)
    opened.push(...(await listOpened(name, keys[name])))
  expect(opened).toEqual([])
}, 120_000)

test('S3: none opens anything while the account is off, and sessions do not return', async () => {
  const path = `/users/${server.getUserId('ann')}`
  const setActive = (isActive: boolean) =>
    server.call('PATCH', path, { as: 'ada', body: { isActive } })
  expect((await setActive(false)).status).toBe(200)
  for (const [name, use] of Object.entries(uses))
    expect([name, [401, 403, 404].includes(await use())]).toEqual([name, true])
  expect((await setActive(true)).status).toBe(200)
  for (const name of ['Komga session', 'Komga cookie'])
    expect([name, await uses[name]!()]).toEqual([name, 401])
})
