import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { getStoredPeer } from '../../../src/platform/http/requests/peer-address'
import { type HttpServer, startHttpServer } from '../../../src/platform/http/server'
import { type TestServer, startTestServer, createTestConfig } from '../../support/server'
import { waitUntil } from '../../support/wait-until'

let server: TestServer
let httpServer: HttpServer
beforeAll(async () => {
  server = await startTestServer()
  const { server: defaults, ...config } = createTestConfig()
  httpServer = startHttpServer({ ...config, server: { ...defaults, host: '127.0.0.1', port: 0 } })
  httpServer.mount(server.app)
})
afterAll(async () => {
  await httpServer.stop(100)
  await server.close()
})

/** Sends exactly these bytes, which no client would. */
function send(request: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(httpServer.port, '127.0.0.1')
  let answer = ''
  socket.on('data', (data) => void (answer += data.toString('latin1')))
  socket.on('error', reject)
  socket.on('close', () => resolve(answer))
  socket.write(request)
  return promise
}

test.each(['a b<>', '[::1', 'a:b:c', '%00'])(
  "the invalid host %j gets Quire's error response, not the framework's",
  async (host) => {
    const answer = await send(
      `GET /health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toStartWith('HTTP/1.1 400')
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Record<string, unknown>
    expect(body['error']).toBe('invalid')
    expect(body['requestId']).toBeString()
  },
)

test.each(['x', 'nas', 'localhost', '[::1]'])(
  'the short host %s does not change the path',
  async (host) => {
    const status = async (path: string) =>
      (await send(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).slice(
        9,
        12,
      )
    expect(await status('/health/live')).toBe('200')
    expect(await status('/api/v1/setup/status')).toBe('200')
    expect(await status('/api/v1/libraries')).toBe('401')
    expect(await status('/nothing/health/live')).toBe('404')
  },
)

test('the API document names the base path of the server', async () => {
  const { server: defaults, ...config } = createTestConfig({ 'server.base_path': '/books' })
  const prefixed = startHttpServer({
    ...config,
    server: { ...defaults, host: '127.0.0.1', port: 0 },
  })
  prefixed.mount(server.app)
  const answer = await fetch(`http://127.0.0.1:${prefixed.port}/books/api/v1/openapi.json`)
  expect(await answer.json()).toMatchObject({ servers: [{ url: '/books' }] })
  await prefixed.stop(100)
  const plain = await fetch(`http://127.0.0.1:${httpServer.port}/api/v1/openapi.json`)
  expect(await plain.json()).toMatchObject({ servers: [{ url: '/' }] })
})

test('the base path itself leads to the home page below it, where the service worker reaches', async () => {
  const { server: defaults, ...config } = createTestConfig({ 'server.base_path': '/books' })
  const prefixed = startHttpServer({
    ...config,
    server: { ...defaults, host: '127.0.0.1', port: 0 },
  })
  prefixed.mount(server.app)
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${prefixed.port}${path}`, { redirect: 'manual' })
  const answer = await ask('/books?library=1')
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/books/?library=1')
  expect((await ask('/books/health/live')).status).toBe(200)
  await prefixed.stop(100)
})

test.each(['a.example\r\nHost: b.example', 'a.example\r\nhost: a.example', 'a.example,b.example'])(
  'D12: a request with the hosts %j is refused',
  async (hosts) => {
    const answer = await send(
      `GET /health/live HTTP/1.1\r\nHost: ${hosts}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toStartWith('HTTP/1.1 400')
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ error: 'invalid' })
  },
)

test('V1: the socket and the app answer the live check alike, with or without a condition', async () => {
  const etag = (await server.fetch('/health/live')).headers.get('etag')!
  for (const given of [undefined, etag, '"other"']) {
    const headers = { 'x-request-id': 'same', ...(given && { 'if-none-match': given }) }
    const bySocket = await fetch(`http://127.0.0.1:${httpServer.port}/health/live`, { headers })
    const byApp = await server.fetch('/health/live', { headers })
    const describe = async (answer: Response) => ({
      status: answer.status,
      // The server adds these to every response.
      headers: [...answer.headers].filter(
        ([name]) => name !== 'date' && name !== 'content-length' && name !== 'connection',
      ),
      body: await answer.text(),
    })
    const expected = await describe(byApp)
    expect(await describe(bySocket)).toEqual(expected)
    expect(expected.status).toBe(given === etag ? 304 : 200)
    expect(expected.headers).toContainEqual(['x-content-type-options', 'nosniff'])
  }
})

test('V1: the live check is answered before there is an app, and is measured', async () => {
  const { server: defaults, ...config } = createTestConfig({ 'server.base_path': '/books' })
  const starting = startHttpServer({
    ...config,
    server: { ...defaults, host: '127.0.0.1', port: 0 },
  })
  const getStatus = async (path: string, method = 'GET') =>
    (await fetch(`http://127.0.0.1:${starting.port}${path}`, { method })).status
  expect(await getStatus('/health/live')).toBe(200)
  expect(await getStatus('/books/health/live')).toBe(200)
  expect(await getStatus('/health/live?v=1')).toBe(200)
  for (const path of ['/health', '/health/live/', '/other/health/live', '/health?x=/health/live']) {
    expect([path, await getStatus(path)]).toEqual([path, 503])
  }
  expect(await getStatus('/health/live', 'POST')).toBe(503)
  await starting.stop(100)
  const headers = { accept: 'text/plain' }
  const { body } = await server.call('GET', '/metrics', { as: 'ada', headers })
  expect(body).toContain('_count{method="GET",route="/health/live",status="200"}')
})

test('a client that closes its connection at once has an address, so that limits apply', async () => {
  const { server: defaults, ...config } = createTestConfig()
  const own = startHttpServer({ ...config, server: { ...defaults, host: '127.0.0.1', port: 0 } })
  const peers: (string | undefined)[] = []
  own.mount({
    server: null,
    handle: (request) => {
      peers.push(getStoredPeer(request))
      return new Response()
    },
  })
  for (let round = 0; round < 20; round++) {
    const socket = connect(own.port, '127.0.0.1')
    await new Promise((done) => socket.once('connect', done))
    socket.write('GET / HTTP/1.1\r\nHost: quire\r\n\r\n'.repeat(10))
    socket.resetAndDestroy()
  }
  await waitUntil(() => peers.length > 0)
  await own.stop(1000)
  expect(peers).not.toContain(undefined)
})
