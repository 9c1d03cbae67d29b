/** Calls of KOReader over real connections, with their exact status codes and errors. */
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { loginFailures } from '../../../src/accounts/users/schema'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let listener: ReturnType<typeof Bun.serve>
let login: { id: string; username: string; password: string }

const md5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex')

beforeAll(async () => {
  server = await startTestServer()
  listener = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (it) => server.app.handle(it) })
  login = await createLogin('ann', 'Clara')
})
afterAll(async () => {
  await listener.stop(true)
  await server.close()
})

beforeEach(() => server.ctx.write(async (tx) => void (await tx.delete(loginFailures))))

async function createLogin(as: string, name: string) {
  const { status, body } = await server.call('POST', '/sync-logins', { as, body: { name } })
  expect(status).toBe(201)
  return body
}

const sign = ({ username, password } = login) => ({
  'x-auth-user': username,
  'x-auth-key': md5(password),
})

async function send(method: string, path: string, init: RequestInit = {}) {
  const headers = { accept: 'application/vnd.koreader.v1+json', ...sign(), ...init.headers }
  const response = await fetch(new URL(`/koreader${path}`, listener.url), {
    ...init,
    method,
    headers,
  })
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, type, text, body: type.includes('json') && JSON.parse(text) }
}

const position = { document: md5('a'), progress: '7', percentage: 0.35, device: 'Clara' }
const put = (body: unknown, init: RequestInit = {}) =>
  send('PUT', '/syncs/progress', {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  })

describe('each call', () => {
  test('answers as KOReader expects', async () => {
    const error = { code: expect.any(Number), message: expect.any(String) }
    const json = 'application/json'
    const auth = await send('GET', '/users/auth')
    expect([auth.status, auth.body]).toEqual([200, { authorized: 'OK' }])
    expect(auth.type).toStartWith(json)
    const wrong = await send('GET', '/users/auth', { headers: { 'x-auth-key': md5('x') } })
    expect([wrong.status, wrong.body]).toMatchObject([401, { ...error, code: 2001 }])
    expect(wrong.type).toStartWith(json)
    const create = await send('POST', '/users/create', {
      headers: { 'x-auth-user': '', 'x-auth-key': '' },
      body: JSON.stringify({ username: 'eve', password: md5('x') }),
    })
    expect([create.status, create.body]).toMatchObject([402, { ...error, code: 2005 }])
    const before = Math.floor(Date.now() / 1000)
    const saved = await put({ ...position, device_id: 'D1', timestamp: 5 })
    expect(saved.status).toBe(200)
    expect(Object.keys(saved.body).toSorted()).toEqual(['document', 'timestamp'])
    expect(saved.body.timestamp).toBeWithin(before, before + 60)
    const found = await send('GET', `/syncs/progress/${position.document}`)
    const { timestamp } = saved.body
    expect([found.status, found.body]).toEqual([200, { ...position, device_id: 'D1', timestamp }])
    const unknown = await send('GET', `/syncs/progress/${md5('unknown')}`)
    expect([unknown.status, unknown.text]).toEqual([200, '{}'])
    expect(unknown.type).toStartWith(json)
    const health = await send('GET', '/healthcheck', { headers: { 'x-auth-user': 'nobody' } })
    expect([health.status, health.body]).toEqual([200, { state: 'OK' }])
  })

  test.each([
    ['PUT', '/syncs/progress'],
    ['GET', `/syncs/progress/${position.document}`],
    ['GET', '/users/auth'],
  ])('%s %s needs a login', async (method, path) => {
    for (const headers of [
      { 'x-auth-user': '', 'x-auth-key': '' },
      { 'x-auth-key': '' },
      { 'x-auth-user': 'nobody' },
      { 'x-auth-key': login.password },
      { 'x-auth-user': '\u00e9\u00ff' },
    ]) {
      const init = { headers, ...(method === 'PUT' && { body: JSON.stringify(position) }) }
      const { status, body } = await send(method, path, init)
      expect([status, body]).toMatchObject([401, { code: 2001 }])
    }
  })

  test.each([
    ['GET', '/syncs/progress'],
    ['GET', '/syncs/progress/'],
    ['GET', '/syncs'],
    ['GET', '/users/create'],
    ['GET', '/unknown'],
    ['GET', ''],
    ['POST', '/syncs/progress'],
    ['DELETE', '/users/me'],
    ['PUT', '/users/password'],
  ])('%s %s does not exist', async (method, path) => {
    const { status, type } = await send(method, path, method === 'GET' ? {} : { body: '{}' })
    expect([404, 405]).toContain(status)
    expect(type).toStartWith('application/json')
  })
})

test.each([
  ['no type', ''],
  ['the vendor type', 'application/vnd.koreader.v1+json'],
  ['a form', 'application/x-www-form-urlencoded'],
  ['another encoding', 'application/json; charset=iso-8859-1'],
])('the body is read with %s', async (_, type) => {
  const { status } = await put(position, { headers: { 'content-type': type } })
  expect(status).toBe(200)
})

test.each<[string, unknown, number]>([
  ['an array', [position], 2003],
  ['null', null, 2003],
  ['a number', 5, 2003],
  ['nothing', '', 2003],
  ['broken JSON', '{"document":', 2003],
  ['invalid UTF-8', '\uFFFD{', 2003],
  ['no document', { ...position, document: undefined }, 2004],
  ['an empty document', { ...position, document: '' }, 2004],
  ['a number as the document', { ...position, document: 7 }, 2004],
  ['a document with NUL', { ...position, document: 'a\u0000b' }, 2003],
  ['a document that is half a character', { ...position, document: '\ud800' }, 2003],
  ['a long document', { ...position, document: 'a'.repeat(2000) }, 2004],
  ['a document that no address can contain', { ...position, document: '..' }, 2004],
  ['no progress', { ...position, progress: undefined }, 2003],
  ['an object as progress', { ...position, progress: {} }, 2003],
  ['progress with NUL', { ...position, progress: '\u0000' }, 2003],
  ['endless progress', { ...position, progress: 'p'.repeat(9000) }, 2003],
  ['no percentage', { ...position, percentage: null }, 2003],
  ['a text as percentage', { ...position, percentage: 'half' }, 2003],
  ['a negative percentage', { ...position, percentage: -0.1 }, 2003],
  ['a percentage over 1', { ...position, percentage: 35 }, 2003],
  ['an infinite percentage', JSON.stringify(position).replace('0.35', '1e999'), 2003],
  ['no device', { ...position, device: undefined }, 2003],
  ['an object as device', { ...position, device: [] }, 2003],
  ['a long device', { ...position, device: 'd'.repeat(5000) }, 2003],
  ['an object as the ID of the device', { ...position, device_id: {} }, 2003],
])('%s is refused', async (_, body, code) => {
  const answer = await put(body)
  expect(answer.status).toBeWithin(400, 500)
  expect(answer.status).not.toBe(401)
  expect(answer.body).toMatchObject({ code, message: expect.any(String) })
})

test('a huge body is refused', async () => {
  const { status } = await put({ ...position, metadata: { title: 'x'.repeat(5_000_000) } })
  expect(status).toBe(413)
})

test.each<[string, object]>([
  ['metadata', { metadata: { filename: 'a.epub', title: 'A', authors: 'B' } }],
  ['unknown fields', { identifiers: [{ type: 'content', value: 'x' }] }],
  ['no ID of the device', { device_id: null }],
  ['a number as progress', { progress: 7 }],
  ['empty progress', { progress: '' }],
  ['an empty device', { device: '' }],
  ['a percentage as text', { percentage: '0.35' }],
  ['no percentage yet', { percentage: 0 }],
])('%s is accepted', async (_, more) => {
  const document = md5(JSON.stringify(more))
  const sent = { ...position, document, ...more }
  expect((await put(sent)).status).toBe(200)
  const { status, body } = await send('GET', `/syncs/progress/${document}`)
  const progress = String(sent.progress)
  const percentage = Number(sent.percentage)
  expect([status, body]).toMatchObject([200, { document, progress, percentage }])
  expect('device_id' in body).toBe(false)
})

test.each(['a-b.c_d', 'Ünïcödé 文', 'with/slash', '100%', 'a:b', "'; --"])(
  'the document %s is given back',
  async (document) => {
    expect((await put({ ...position, document })).status).toBe(200)
    const { status, body } = await send('GET', `/syncs/progress/${encodeURIComponent(document)}`)
    expect([status, body]).toMatchObject([200, { document, progress: '7' }])
  },
)

test.each(['%', '%ff', '%00', '%ED%A0%80', 'a'.repeat(3000)])(
  'the address of the document %s fails without a server error',
  async (path) => {
    const { status } = await send('GET', `/syncs/progress/${path}`)
    expect(status).toBeWithin(400, 500)
  },
)

test('text comes back byte for byte', async () => {
  const document = md5('bytes')
  const progress = '/body/DocFragment[11]/body/p[7]/text()."ü"\\/\u2028\u{1f4d6}.123'
  await put({ ...position, document, progress, percentage: 0.31879884821061 })
  const { body } = await send('GET', `/syncs/progress/${document}`)
  expect(body).toMatchObject({ progress, percentage: 0.31879884821061 })
})

/** KOReader writes headers in UTF-8; fetch cannot. */
function sendRaw(lines: string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  const socket = connect(Number(listener.port), '127.0.0.1', () => {
    socket.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8'))
  })
  socket.on('data', (data) => (answer += data.toString()))
  socket.on('close', () => resolve(answer))
  socket.on('error', reject)
  return promise
}

test('a username outside ASCII signs in', async () => {
  await server.addUser('zoë', 'reader')
  await server.addUser('アン', 'reader')
  for (const name of ['zoë', 'アン']) {
    const { username, password } = await createLogin(name, 'Clara')
    const answer = await sendRaw([
      'GET /koreader/users/auth HTTP/1.1',
      'host: quire',
      'connection: close',
      `x-auth-user: ${username}`,
      `x-auth-key: ${md5(password)}`,
    ])
    expect(answer).toStartWith('HTTP/1.1 200')
  }
})

test('simultaneous logins have different usernames, and each works until it is deleted', async () => {
  const created = await Promise.all(
    Array.from({ length: 8 }, (_, n) => createLogin('max', `Device ${n}`)),
  )
  expect(new Set(created.map(({ username }) => username)).size).toBe(8)
  expect(new Set(created.map(({ password }) => password)).size).toBe(8)
  const [first, second] = created
  expect((await send('GET', '/users/auth', { headers: sign(first) })).status).toBe(200)
  const path = `/sync-logins/${first.id}`
  expect((await server.call('DELETE', path, { as: 'ann' })).status).toBe(404)
  expect((await server.call('DELETE', path, { as: 'max' })).status).toBe(204)
  expect((await server.call('DELETE', path, { as: 'max' })).status).toBe(404)
  expect((await send('GET', '/users/auth', { headers: sign(first) })).status).toBe(401)
  expect((await send('GET', '/users/auth', { headers: sign(second) })).status).toBe(200)
  const { body: list } = await server.call('GET', '/sync-logins', { as: 'max' })
  expect(list).toHaveLength(7)
  for (const one of list) {
    expect(Object.keys(one).toSorted()).toEqual([
      'createdAt',
      'id',
      'lastUsedAt',
      'name',
      'username',
    ])
  }
  const { body: others } = await server.call('GET', '/sync-logins', { as: 'ann' })
  expect(others.map(({ id }: { id: string }) => id)).toEqual([login.id])
})

test('the password is stored as a hash only', async () => {
  const { password } = await createLogin('ann', 'Hashed')
  const rows = await server.ctx.db.rows<Record<string, unknown>>(sql`select * from sync_logins`)
  const stored = JSON.stringify(rows)
  expect(rows.length).toBeGreaterThan(0)
  expect(stored).not.toContain(password)
  expect(stored).not.toContain(md5(password))
})

test('names of logins are checked', async () => {
  for (const name of ['', 'x'.repeat(101), 7, null, 'a\u0000b']) {
    const { status } = await server.call('POST', '/sync-logins', { as: 'ann', body: { name } })
    expect(status).toBe(400)
  }
})

test('a disabled account cannot sync', async () => {
  await server.addUser('gone', 'reader')
  const headers = sign(await createLogin('gone', 'Clara'))
  expect((await send('GET', '/users/auth', { headers })).status).toBe(200)
  const path = `/users/${server.getUserId('gone')}`
  await server.call('PATCH', path, { as: 'ada', body: { isActive: false } })
  expect((await send('GET', '/users/auth', { headers })).status).toBe(401)
})

test('a new password by an administrator ends the logins', async () => {
  await server.addUser('lost', 'reader')
  const headers = sign(await createLogin('lost', 'Clara'))
  const path = `/users/${server.getUserId('lost')}`
  const { status } = await server.call('PATCH', path, {
    as: 'ada',
    body: { password: 'another long password' },
  })
  expect(status).toBe(200)
  expect((await send('GET', '/users/auth', { headers })).status).toBe(401)
})

test('wrong logins are counted and make the next ones wait, right ones do not', async () => {
  const headers = { 'x-auth-user': 'guessed', 'x-auth-key': md5('wrong') }
  const statuses: number[] = []
  for (let n = 0; n < 8; n++) statuses.push((await send('GET', '/users/auth', { headers })).status)
  expect(statuses).toContain(429)
  expect(statuses[0]).toBe(401)
  expect(await server.ctx.db.$count(loginFailures)).toBeGreaterThan(0)
  expect((await send('GET', '/users/auth')).status).toBe(200)
})
