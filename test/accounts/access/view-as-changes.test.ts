/** S5: while an administrator views the library as somebody else, nothing of their own changes. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { listRoutes } from '../../support/routes'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('S5: no route changes anything, in particular not the own account', async () => {
  const routes = await listRoutes(server)
  const isOpen = /\/auth\/(login|logout|refresh)|\/(series|books)\/(list|search)/
  const changing = routes.filter(
    ({ method, path }) =>
      method !== 'GET' && path.startsWith('/api/v1/') && !isOpen.test(path) && !isPublic(path),
  )
  expect(changing.length).toBeGreaterThan(200)
  const headers = { 'x-view-as': server.getUserId('ann') }
  const problems: string[] = []
  for (const { method, path } of changing) {
    const filled = path.replace(/:\w+/g, '018f0000-0000-7000-8000-000000000001').slice(7)
    const { status, body } = await server.call(method, filled, { as: 'ada', headers, body: {} })
    if (status !== 403 || body.code !== 'access.view_as_reads_only')
      problems.push(`${method} ${path}: ${status} ${body.code}`)
  }
  expect(problems).toEqual([])
})

test('S5: nor do the APIs of reading apps', async () => {
  const routes = await listRoutes(server)
  const changing = routes.filter(
    ({ method, path }) => method !== 'GET' && /^\/(komga|opds)\b(?!.*(logout|\*)$)/.test(path),
  )
  expect(changing.length).toBeGreaterThan(50)
  const headers = { 'x-view-as': server.getUserId('ann') }
  const problems: string[] = []
  for (const { method, path } of changing) {
    const filled = path.replace(/:\w+/g, '018f0000-0000-7000-8000-000000000001')
    const { status } = await server.fetch(filled, { method, as: 'ada', headers })
    if (status !== 403) problems.push(`${method} ${path}: ${status}`)
  }
  expect(problems).toEqual([])
})

test('S5: nor do devices, which have credentials of their own', async () => {
  const own = async (path: string) =>
    (await server.call('POST', path, { as: 'ada', body: { name: 'Mine' } })).body
  const { username, password } = await own('/sync-logins')
  const { key } = await own('/kobo-devices')
  const document = 'a'.repeat(32)
  const position = { document, progress: '3', percentage: 0.3, device: 'Clara', device_id: 'c' }
  const key5 = createHash('md5').update(password).digest('hex')
  const send = async (method: string, path: string, viewed: boolean) => {
    const headers = {
      'content-type': 'application/json',
      'x-auth-user': username,
      'x-auth-key': key5,
      ...(viewed && { 'x-view-as': server.getUserId('ann') }),
    }
    const body = method === 'GET' ? null : JSON.stringify(position)
    return (await server.fetch(path, { method, headers, body })).status
  }
  const state = `/kobo/${key}/v1/library/018f0000-0000-7000-8000-000000000001/state`
  for (const [method, path] of [
    ['PUT', '/koreader/syncs/progress'],
    ['PUT', state],
  ] as const) {
    expect([path, await send(method, path, false)]).not.toEqual([path, 403])
    expect([path, await send(method, path, true)]).toEqual([path, 403])
  }
  expect(await send('GET', `/kobo/${key}/v1/initialization`, true)).toBe(200)
})

/** These need no viewer: whoever sends them proves who they are. */
const isPublic = (path: string) =>
  /\/(setup|auth\/(passkey|register|invitation|oidc))\b|\/auth\/quick-switch$/.test(path)

test('S5: an API key sees no more as somebody else than its permissions allow', async () => {
  const { body } = await server.call('POST', '/api-keys', {
    as: 'ada',
    body: { name: 'Statistics', permissions: ['system:admin', 'libraries:read'] },
  })
  const headers = { 'x-view-as': server.getUserId('ann') }
  const ask = async (path: string) =>
    (await server.call('GET', path, { as: body.key, headers })).status
  expect(await ask('/libraries')).toBe(200)
  for (const path of ['/series', '/books', '/collections', '/readlists', '/progress'])
    expect([path, await ask(path)]).toEqual([path, 403])
})

test('S5: nor does an account at a provider become a way to sign in', async () => {
  const headers = { 'x-view-as': server.getUserId('ann') }
  const send = (path: string, body?: object) =>
    server.call('POST', path, { as: 'ada', headers, body })
  const { status, body } = await send('/auth/oidc/home/link', {})
  expect([status, body.code]).toEqual([403, 'access.view_as_reads_only'])
  // Signing out asks for this address first.
  expect((await send('/auth/oidc/end-session')).status).toBe(200)
})

test('S5: what concerns the administrator can still be read', async () => {
  const headers = { 'x-view-as': server.getUserId('ann') }
  expect((await server.call('GET', '/auth/me', { as: 'ada', headers })).body.username).toBe('ada')
  expect((await server.call('POST', '/auth/logout', { as: 'ada', headers })).status).toBe(200)
})
