/** S2: what is made with a session of the Komga API opens the Komga API only. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { givePasswords, password } from '../../accounts/sign-in'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let session: string
const basic = `Basic ${btoa(`ann:${password}`)}`
const path = '/komga/api/v2/users/me/api-keys'

beforeAll(async () => {
  server = await startTestServer()
  await givePasswords(server, 'ann')
  const answer = await server.fetch('/komga/api/v2/users/me', {
    headers: { authorization: basic, 'x-auth-token': '' },
  })
  session = answer.headers.get('x-auth-token')!
})
afterAll(() => server.close())

const createKey = (headers: Record<string, string>) =>
  server.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ comment: 'App' }),
  })

test('S2: a session makes no key, by token or by cookie', async () => {
  const cookie = `KOMGA-SESSION=${session}`
  for (const headers of [{ 'x-auth-token': session }, { cookie }]) {
    expect((await server.fetch(path, { headers })).status).toBe(200)
    const refused = await createKey(headers)
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: 'forbidden' }])
  }
  expect(await (await server.fetch(path, { headers: { cookie } })).json()).toEqual([])
})

test('S2: a key made with the password opens the Komga API, and nothing else', async () => {
  const created = await createKey({ authorization: basic, 'x-auth-token': session })
  expect(created.status).toBe(200)
  const { key } = (await created.json()) as { key: string }
  const ways: Record<string, string>[] = [
    { 'x-api-key': key },
    { authorization: `Bearer ${key}` },
    { authorization: `Basic ${btoa(`ann:${key}`)}` },
    { authorization: `Basic ${btoa(`ann:${key}`)}`, 'x-auth-token': session },
  ]
  for (const headers of ways) {
    const open = await server.fetch('/komga/api/v1/libraries', { headers })
    expect(open.status).toBe(200)
    for (const other of ['/api/v1/libraries', '/api/v1/api-keys', '/opds', '/opds/v2', '/docs/x'])
      expect([other, (await server.fetch(other, { headers })).status]).toEqual([
        other,
        other === '/docs/x' ? 404 : 401,
      ])
    const next = await createKey(headers)
    expect(next.status).toBe(403)
  }
  const { body } = await server.call('GET', '/api-keys', { as: 'ann' })
  expect(body.data).toMatchObject([
    { name: 'App', keyPrefix: expect.stringMatching(/^quire_komga/) },
  ])
})

/** What would open more than this API, and last longer than the password. */
const takeovers: { what: string; method: string; path: string; body: object }[] = [
  {
    what: 'makes an administrator',
    method: 'POST',
    path: '',
    body: { email: 'eve@example.org', password, roles: ['ADMIN'] },
  },
  {
    what: 'makes a reader',
    method: 'POST',
    path: '',
    body: { email: 'rea@example.org', password, roles: ['PAGE_STREAMING'] },
  },
  { what: 'sets the password of somebody', method: 'PATCH', path: '/password', body: { password } },
  { what: 'gives rights to somebody', method: 'PATCH', path: '', body: { roles: ['ADMIN'] } },
]

test.each(takeovers)('S2: neither a session nor a key of this API $what', async (attack) => {
  const { method, body } = attack
  await givePasswords(server, 'ada')
  const own = { authorization: `Basic ${btoa(`ada:${password}`)}` }
  const me = await server.fetch('/komga/api/v2/users/me', {
    headers: { ...own, 'x-auth-token': '' },
  })
  const token = me.headers.get('x-auth-token')!
  const { key } = (await (await createKey(own)).json()) as { key: string }
  const users = '/komga/api/v2/users'
  const target = method === 'POST' ? users : `${users}/${server.getUserId('max')}${attack.path}`
  const send = (headers: Record<string, string>) =>
    server.fetch(target, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const before = (await server.call('GET', '/users', { as: 'ada' })).body
  const ways: Record<string, string>[] = [
    { 'x-auth-token': token },
    { cookie: `KOMGA-SESSION=${token}` },
    { 'x-api-key': key },
    { authorization: `Basic ${btoa(`ada:${key}`)}` },
  ]
  for (const way of ways) {
    const refused = await send(way)
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: 'forbidden' }])
  }
  expect((await server.call('GET', '/users', { as: 'ada' })).body).toEqual(before)
  expect((await send(own)).status).toBeLessThan(300)
})

test('S2: a session does not set the own password', async () => {
  const before = await server.fetch('/komga/api/v2/users/me', { headers: { authorization: basic } })
  expect(before.status).toBe(200)
  for (const way of [{ 'x-auth-token': session }, { cookie: `KOMGA-SESSION=${session}` }]) {
    for (const target of ['me', server.getUserId('ann')]) {
      for (const version of ['v1', 'v2']) {
        const refused = await server.fetch(`/komga/api/${version}/users/${target}/password`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json', ...way },
          body: JSON.stringify({ password: 'another long password' }),
        })
        expect(refused.status).toBeGreaterThanOrEqual(400)
      }
    }
  }
  const after = await server.fetch('/komga/api/v2/users/me', { headers: { authorization: basic } })
  expect(after.status).toBe(200)
})
