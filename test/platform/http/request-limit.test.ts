/** More requests than a server can answer: those that it does not refuse must not pile up. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { startTestServer, type TestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'

const most = 20
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    'server.max_requests': String(most),
    'api.rate_limit.enabled': 'false',
  })
})
afterAll(() => server.close())

const change = (index: number) =>
  server.call('PUT', '/user/preferences', {
    as: 'ann',
    body: { preferences: { 'reader.gap': index % 8 } },
  })

/** Sends changes while another write is running, which they wait for. */
async function sendDuringWrite(count: number) {
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const writing = server.ctx.write(async () => {
    begun.resolve()
    await held.promise
  })
  await begun.promise
  const refused = Promise.withResolvers<void>()
  let refusals = 0
  const changes = Array.from({ length: count }, async (_, index) => {
    const response = await change(index)
    if (response.status === 503 && ++refusals === count - most) refused.resolve()
    return response
  })
  return { writing, changes, refused: refused.promise, release: held.resolve }
}

test('changes beyond the limit are refused at once, and the others succeed', async () => {
  expect((await change(0)).status).toBeLessThan(300)
  const { writing, changes, refused, release } = await sendDuringWrite(most * 3)
  await refused
  // Reading and health checks go on.
  expect((await server.call('GET', '/libraries', { as: 'ann' })).status).toBe(200)
  expect((await server.fetch('/health')).status).toBe(200)
  // Naming the health check elsewhere in a URL does not help.
  const disguised = await server.call('PUT', '/user/preferences?from=/health', {
    as: 'ann',
    body: { preferences: { 'reader.gap': 1 } },
  })
  expect(disguised.status).toBe(503)
  release()
  await writing
  const answers = await Promise.all(changes)
  const late = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(most)
  expect(late).toHaveLength(most * 2)
  for (const { body, headers } of late) {
    expect(body).toMatchObject({ error: 'unavailable', code: 'request.overloaded' })
    expect(headers.get('retry-after')).toBe('2')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  // Every request has ended, so there is room again.
  const after = await Promise.all(Array.from({ length: most }, (_, index) => change(index)))
  expect(after.every(({ status }) => status < 300)).toBe(true)
})

/** Begins a change whose body does not end. */
function beginChange(url: URL, token: string) {
  const socket = connect(Number(url.port), url.hostname)
  socket.write(
    `PUT /api/v1/user/preferences HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"preferences":`,
  )
  return socket
}

test('changes that clients abort leave room for others', async () => {
  const url = new URL(server.listen())
  const begin = () => beginChange(url, server.getToken('ann'))
  const sockets = Array.from({ length: most }, begin)
  // Whoever asks may have taken one of the places, so that a change was refused instead.
  await waitUntil(async () => {
    if ((await change(0)).status === 503) return true
    sockets.push(begin())
    return false
  })
  for (const socket of sockets) socket.destroy()
  await waitUntil(async () => (await change(0)).status < 300)
  const after = await Promise.all(Array.from({ length: most }, (_, index) => change(index)))
  expect(after.every(({ status }) => status < 300)).toBe(true)
})

test('streams of events do not count', async () => {
  const opened: Response[] = []
  for (const as of ['ann', 'max', 'ada']) {
    for (let count = 0; count < 8; count++) {
      opened.push(await server.fetch('/api/v1/events/stream', { as }))
    }
  }
  expect(opened.length).toBeGreaterThan(most)
  expect(opened.every(({ status }) => status === 200)).toBe(true)
  expect((await server.call('GET', '/libraries', { as: 'ann' })).status).toBe(200)
  for (const { body } of opened) await body!.cancel()
})
