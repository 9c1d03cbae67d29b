import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { LineRing } from '../../../src/platform/log/line-ring'
import { createLog, recentLines } from '../../../src/platform/log/log'
import { closeGuardedStreams } from '../../../src/admin/live/guarded-streams'
import { users } from '../../../src/accounts/users/schema'
import { type TestServer, startTestServer } from '../../support/server'
import { userChanged } from '../../../src/accounts/permissions/model'
import type { BaseLogger } from 'pino'
import { serverLogMessages } from '../../../src/cli/messages'

let server: TestServer
const rootLog = createLog(
  { ...({ level: 'trace', format: 'json', keep: 1, max_size_mb: 1 } as const), file: undefined },
  { stdout: { write: () => undefined }, secrets: ['a-secret-of-the-server'] },
)
/** A log that accepts any text, because reading logs does not depend on messages. */
const log = rootLog as typeof rootLog & Pick<BaseLogger, 'error' | 'warn' | 'info'>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const readLogs = async (query: string, as = 'ada') => server.call('GET', `/logs?${query}`, { as })
const listMessages = (body: { lines: { message: string }[] }) =>
  body.lines.map(({ message }) => message)

describe('GET /logs', () => {
  test('returns the latest lines in order, filtered by level and text', async () => {
    const { lastId } = recentLines
    log.debug({ file: 'a.cbz' }, 'one')
    log.warn('two')
    log.error({ err: new Error('broken') }, 'three')
    const { status, body } = await readLogs(`after=${lastId}`)
    expect([status, listMessages(body)]).toEqual([200, ['one', 'two', 'three']])
    expect(body.lines[0]).toMatchObject({ level: 'debug', fields: { file: 'a.cbz' } })
    expect(body.latestId).toBe(body.lines[2].id)
    expect(listMessages((await readLogs(`after=${lastId}&level=warn`)).body)).toEqual([
      'two',
      'three',
    ])
    expect(listMessages((await readLogs(`after=${lastId}&search=A.CBZ`)).body)).toEqual(['one'])
    expect(listMessages((await readLogs(`after=${lastId}&limit=1`)).body)).toEqual(['three'])
    expect((await readLogs(`after=${body.latestId}`)).body.lines).toEqual([])
    const older = await readLogs(`after=${lastId}&before=${body.latestId}&limit=1`)
    expect(listMessages(older.body)).toEqual(['two'])
  })

  test('contains code and parameters of messages, also of long lines without parameters', async () => {
    const { lastId } = recentLines
    const url = 'http://a'
    log.info({ books: 3 }, serverLogMessages.ready({ version: '1.0', url }))
    log.warn({ much: 'x'.repeat(50_000) }, serverLogMessages.exiting())
    log.warn({ much: 'x'.repeat(50_000) }, serverLogMessages.ready({ version: '1.0', url }))
    const { body } = await readLogs(`after=${lastId}`)
    expect(body.lines).toMatchObject([
      {
        message: 'Quire 1.0 is ready at http://a',
        code: 'server.log.ready',
        params: { version: '1.0', url },
        fields: { books: 3 },
      },
      { message: 'exiting immediately', code: 'server.log.exiting', params: {} },
      { message: 'Quire 1.0 is ready at http://a', code: null, params: {} },
    ])
  })

  test('contains no secrets', async () => {
    const { lastId } = recentLines
    log.info({ password: 'hunter2', url: '/x?token=a-secret-of-the-server' }, 'signed in')
    const { body } = await readLogs(`after=${lastId}`)
    expect(listMessages(body)).toEqual(['signed in'])
    expect(JSON.stringify(body)).not.toMatch(/hunter2|a-secret-of-the-server/)
  })

  test('truncates very long lines', async () => {
    const { lastId } = recentLines
    log.info({ much: 'x'.repeat(50_000) }, 'long')
    const { body } = await readLogs(`after=${lastId}`)
    expect(body.lines[0]).toMatchObject({ message: 'long', fields: { isCut: true } })
  })

  test.each([
    ['an anonymous client', 'anonymous', 401],
    ['a reader', 'ann', 403],
    ['a maintainer', 'max', 403],
  ])('is refused for %s', async (_what, as, status) => {
    for (const path of ['/logs', '/logs/stream']) {
      expect((await server.call('GET', path, { as })).status).toBe(status)
    }
  })

  test.each(['level=loud', 'limit=501', 'after=-1', `search=${'x'.repeat(201)}`])(
    'rejects %s',
    async (query) => {
      expect((await readLogs(query)).status).toBe(400)
    },
  )
})

describe('GET /logs/stream', () => {
  const openStream = async (query = '') => {
    const response = await server.fetch(`/api/v1/logs/stream${query}`, { as: 'ada' })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    await reader.read()
    return { response, reader }
  }

  test('sends lines of the requested level as they are written', async () => {
    const { response, reader } = await openStream('?level=warn')
    expect(response.headers.get('content-type')).toStartWith('text/event-stream')
    log.info('quiet')
    log.warn({ password: 'hunter2' }, 'loud')
    const { value } = await reader.read()
    expect(value).toContain('"message":"loud"')
    expect(value).not.toMatch(/quiet|hunter2/)
    await reader.cancel()
  })

  test('ends when the server stops and when the permission is revoked', async () => {
    const first = await openStream()
    closeGuardedStreams(server.ctx)
    expect((await first.reader.read()).done).toBe(true)
    const second = await openStream()
    const userId = server.getUserId('ada')
    const setRole = (newRole: 'reader' | 'admin') =>
      server.ctx.write((tx) => tx.update(users).set({ role: newRole }).where(eq(users.id, userId)))
    await setRole('reader')
    server.ctx.bus.publish(userChanged, { userId })
    for (;;) if ((await second.reader.read()).done) break
    await setRole('admin')
  })
})

describe('GET /info', () => {
  test('returns the version to everyone, and the rest to administrators', async () => {
    const { body } = await server.call('GET', '/info', { as: 'ann' })
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(body).toEqual({
      name: 'Quire',
      version: expect.any(String),
      timeZone,
      readingApps: {
        publicUrl: null,
        paths: { opds: '/opds', komga: '/komga', koreader: '/koreader', kobo: '/kobo' },
        komgaPort: null,
      },
      server: null,
    })
    const { server: figures } = (await server.call('GET', '/info', { as: 'ada' })).body
    expect(figures).toMatchObject({
      databaseType: server.ctx.config.database.type,
      dataDir: server.ctx.config.data_dir,
      databaseBytes: expect.any(Number),
      databaseVersion: expect.stringMatching(/^\d+\./),
    })
    expect((await server.call('GET', '/info')).status).toBe(401)
  })
})

test('the line buffer keeps the latest lines within its limits', () => {
  const ring = new LineRing({ maxLines: 10, maxBytes: 100 })
  for (let i = 1; i <= 1000; i++) ring.push(`line ${i}`)
  const kept = [...ring.latest()].map(({ id }) => id)
  expect(kept).toEqual([1000, 999, 998, 997, 996, 995, 994, 993, 992, 991])
  ring.push('x'.repeat(1000))
  expect([...ring.latest()].map(({ id }) => id)).toEqual([1001])
})
