import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type PluginServer, startPluginServer } from './plugin-server'

interface Seen {
  host: string
  method: string
  authorization: string | null
  type: string | null
  body: string
}

let plugins: PluginServer
let other: ReturnType<typeof Bun.serve>
let third: ReturnType<typeof Bun.serve>
let seen: Seen[] = []
/** Status and target of the redirect. Each test sets its own. */
let status = 302
let location = '/end'

async function answer(request: Request): Promise<Response> {
  const { headers, method } = request
  const { host, pathname } = new URL(request.url)
  const [authorization, type] = [headers.get('authorization'), headers.get('content-type')]
  seen.push({ host, method, authorization, type, body: await request.text() })
  if (pathname === '/end') return Response.json([])
  return new Response(null, { status, headers: { location } })
}

beforeAll(async () => {
  other = Bun.serve({ hostname: 'localhost', port: 0, fetch: answer })
  third = Bun.serve({ hostname: 'localhost', port: 0, fetch: answer })
  const hosts = [other, third].map(({ port }) => `localhost:${port}`)
  plugins = await startPluginServer({ settings: { 'plugins.private_hosts': hosts.join(',') } })
})
afterAll(async () => {
  await plugins.close()
  await Promise.all([other.stop(true), third.stop(true)])
})

async function send(method: string) {
  const init = `{ method: '${method}', headers: { authorization: 'Bearer x', 'content-type': 'text/x-own' }, ...('${method}' !== 'HEAD' && { body: 'text' }) }`
  const id = await plugins.install({
    name: `redirected-${method.toLowerCase()}`,
    answers: `if (method === 'metadata/series/search') {
      await fetch(config.service + '/start', ${init})
      return { results: [] }
    }`,
  })
  const service = `http://localhost:${other.port}`
  await plugins.call('PATCH', `/admin/plugins/${id}`, {
    hosts: [other, third].map(({ port }) => `localhost:${port}`),
    config: { service },
  })
  seen = []
  const action = { metadata: { action: 'search', contentType: 'series', params: { title: 'A' } } }
  const { body } = await plugins.call('POST', `/plugins/${id}/execute`, { action })
  expect(body.error).toBeNull()
  return seen.at(-1)!
}

test.each<[string, number, Partial<Seen>]>([
  ['POST', 302, { method: 'GET', body: '', type: null }],
  ['POST', 307, { method: 'POST', body: 'text', type: 'text/x-own' }],
  ['PUT', 302, { method: 'PUT', body: 'text' }],
  ['PUT', 303, { method: 'GET', body: '', type: null }],
  ['HEAD', 303, { method: 'HEAD' }],
])('%s is redirected by %d as everywhere', async (method, given, expected) => {
  status = given
  location = '/end'
  expect(await send(method)).toMatchObject({ ...expected, authorization: 'Bearer x' })
})

test('credentials do not follow a redirect to another server', async () => {
  status = 307
  location = `http://localhost:${third.port}/end`
  expect(await send('POST')).toMatchObject({
    host: `localhost:${third.port}`,
    authorization: null,
    body: 'text',
  })
})

test('a usual port is part of no host', async () => {
  const id = await plugins.install({ name: 'ported' })
  const own = `localhost:${other.port}`
  const hosts = ['example.org:443', 'example.org', own]
  const { body } = await plugins.call('PATCH', `/admin/plugins/${id}`, { hosts })
  expect(body.hosts).toEqual(['example.org', own])
})
