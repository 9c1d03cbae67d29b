import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { loadConfig } from '../../../src/platform/config/load'
import { formatPrettyLine } from '../../../src/platform/log/pretty-line'
import { RotatingFile, type RotatingFileOptions } from '../../../src/platform/log/rotating-file'
import { createLog, type LogOptions, type RootLog } from '../../../src/platform/log/log'
import { waitUntil } from '../../support/wait-until'
import type { BaseLogger } from 'pino'
import { serverLogMessages } from '../../../src/cli/messages'
import { folderStateMessages, scanLogMessages } from '../../../src/ingest/scanning/messages'

const root = mkdtempSync(join(tmpdir(), 'quire-log-'))
let folder = ''
let nextFolder = 0
let openLogs: RootLog[] = []

beforeEach(() => {
  folder = join(root, String(nextFolder++))
  mkdirSync(folder)
})
afterEach(async () => {
  for (const log of openLogs) await log.close()
  openLogs = []
})
afterAll(() => rmSync(root, { recursive: true }))

/** A log that accepts any text, because writing logs does not depend on messages. */
type TextLog = RootLog & Pick<BaseLogger, 'error' | 'warn' | 'info'>

const sample = serverLogMessages.stopped()

function openLog(flags: Record<string, string> = {}, options: LogOptions = {}) {
  const lines: string[] = []
  const { config } = loadConfig({
    env: {},
    cwd: folder,
    systemFile: join(folder, 'none.yaml'),
    flags,
  })
  const stdout = { write: (line: string) => lines.push(line) }
  const log = createLog(config.logging, { stdout, ...options }) as TextLog
  openLogs.push(log)
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> }
}

describe('lines', () => {
  test('contain level, time, message and fields as JSON', () => {
    const { log, last } = openLog()
    log.info({ books: 3 }, 'The scan is done')
    expect(last()).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      books: 3,
      msg: 'The scan is done',
    })
  })

  test('contain code and parameters of a message', () => {
    const { log, last } = openLog()
    log.info(serverLogMessages.stopped())
    expect(last()).toMatchObject({ code: 'server.log.stopped', msg: 'stopped' })
    expect(last()).not.toHaveProperty('params')
    const url = 'http://a'
    log.warn({ books: 3 }, serverLogMessages.ready({ version: '1.0', url }))
    expect(last()).toMatchObject({
      code: 'server.log.ready',
      params: { version: '1.0', url },
      books: 3,
      msg: 'Quire 1.0 is ready at http://a',
    })
    log.warn(scanLogMessages.folder_skipped({ reason: folderStateMessages.unreadable() }))
    expect(last()).toMatchObject({
      code: 'scans.log.folder_skipped',
      params: { reason: { code: 'scans.folder.unreadable', message: expect.any(String) } },
    })
  })

  const levels = ['error', 'warn', 'info', 'debug', 'trace'] as const
  test.each(levels.map((level, index) => [level, index + 1] as const))(
    'are filtered: level %s writes %d of the five levels',
    (level, written) => {
      const { log, lines } = openLog({ 'logging.level': level })
      for (const each of levels) log[each]('x')
      expect(lines).toHaveLength(written)
    },
  )

  test('of a child contain its bindings, as do those of its children', () => {
    const { log, last } = openLog()
    log.child({ requestId: 'r1' }).child({ jobId: 'j1' }).warn(sample)
    expect(last()).toMatchObject({ requestId: 'r1', jobId: 'j1', level: 'warn' })
  })

  test('describe errors and their causes by selected fields', () => {
    const { log, last } = openLog()
    const cause = Object.assign(new Error('inner'), { code: 'ENOENT', config: { port: 1 } })
    log.error({ err: new TypeError('outer', { cause }) }, 'It failed')
    expect(last()['err']).toEqual({
      type: 'TypeError',
      message: 'outer',
      stack: expect.stringContaining('log.test.ts') as string,
      cause: {
        type: 'Error',
        message: 'inner',
        code: 'ENOENT',
        stack: expect.any(String) as string,
      },
    })
    log.error(new Error('alone'))
    expect(last()).toMatchObject({ msg: 'alone', err: { message: 'alone' } })
  })

  test('stay short for circular, deep and huge values', () => {
    const { log, lines } = openLog()
    const circle: Record<string, unknown> = { name: 'x' }
    circle['self'] = [circle, circle, circle]
    log.info({ circle, bytes: new Uint8Array(1e6), many: Array(1e5).fill('x'), big: 10n }, 'x')
    expect(lines[0]?.length).toBeLessThan(20_000)
    expect(lines[0]).toContain('<cut>')
  })
})

const secret = 'hunter2-hunter2-hunter2'
const leaks: [name: string, write: (log: TextLog) => void][] = [
  ['a field', (log) => log.info({ password: secret }, 'x')],
  ['a deep field', (log) => log.info({ a: { b: [{ c: { d: { jwt_secret: secret } } }] } }, 'x')],
  ['camel case', (log) => log.info({ user: { newPassword: secret, apiKey: secret } }, 'x')],
  ['headers', (log) => log.info({ headers: { 'X-Api-Key': secret, Cookie: `s=${secret}` } }, 'x')],
  ['real headers', (log) => log.info({ h: new Headers({ authorization: secret }) }, 'x')],
  [
    'a request',
    (log) =>
      log.info({
        req: new Request(`http://a.test/b?q=${secret}`, { headers: { cookie: secret } }),
      }),
  ],
  ['a map below a secret name', (log) => log.info({ token: { value: secret } }, 'x')],
  ['the binding of a child', (log) => log.child({ refreshToken: secret }).info(sample)],
  [
    'a grandchild',
    (log) =>
      log
        .child({})
        .child({ a: { accessToken: secret } })
        .info(sample),
  ],
  [
    'a field of an error',
    (log) => log.error({ err: Object.assign(new Error('x'), { options: { pass: secret } }) }),
  ],
  ['an error in a field', (log) => log.error({ why: Object.assign(new Error('x'), { secret }) })],
  ['a URL', (log) => log.info(`connecting to postgres://quire:${secret}@db/quire`)],
  [
    'a URL in an error',
    (log) => log.error(new Error(`no answer from postgres://quire:${secret}@db/quire`)),
  ],
  ['a bearer token', (log) => log.info(`refused Authorization: Bearer ${secret}`)],
  ['basic credentials', (log) => log.info(`refused Authorization: Basic ${btoa(secret)}`)],
  ['a query', (log) => log.info({ path: `/opds?page=1&apiKey=${secret}` }, 'x')],
  ['a setup link', (log) => log.info(`open http://localhost/setup#token=${secret}`)],
]
test.each(leaks)('no secret is logged through %s', (_, write) => {
  const file = join(folder, 'q.log')
  const { log, lines } = openLog({ 'logging.file': file })
  write(log)
  expect(lines).toHaveLength(1)
  const all = lines.join('') + readFileSync(file, 'utf8')
  expect(all).toContain('\n')
  expect(all).not.toContain('hunter2')
  expect(all).not.toContain(btoa(secret))
})

test('a failed query is logged without its parameters', () => {
  const { log, last } = openLog()
  const message = 'Failed query: select * from users where a = ?\nparams: hash-of-ann,two\nlines'
  log.error({ err: new Error(message) }, 'no')
  expect(JSON.stringify(last())).not.toContain('hash-of-ann')
  expect(JSON.stringify(last())).not.toContain('lines')
  expect(JSON.stringify(last())).toContain('select * from users')
})

test('known secrets are redacted in any context', () => {
  const { log, lines } = openLog({}, {})
  log.info('swordfish "1"')
  expect(lines.join('')).toContain('swordfish')
  const hidden = openLog({}, { secrets: ['swordfish "1"', 'abc'] })
  hidden.log.info({ note: 'it is swordfish "1", abc' }, 'swordfish "1" and swordfish%20%221%22')
  expect(hidden.last()).toMatchObject({
    note: 'it is <redacted>, abc',
    msg: '<redacted> and <redacted>',
  })
})

test('token counts and password flags are not redacted', () => {
  const { log, last } = openLog()
  log.info({ tokenCount: 3, hasPassword: true, keyboard: 'x' }, 'x')
  expect(last()).toMatchObject({ tokenCount: 3, hasPassword: true, keyboard: 'x' })
})

const json = (fields: object) => JSON.stringify({ level: 'warn', msg: 'Hello', ...fields })

describe('lines for a terminal', () => {
  test.each([
    [{}, 'warn  Hello\n'],
    [{ books: 3, path: '/a/b' }, 'warn  Hello books=3 path=/a/b\n'],
    [{ title: 'A b' }, 'warn  Hello title="A b"\n'],
    [{ code: 'a.b', params: { c: 1 }, d: 2 }, 'warn  Hello d=2\n'],
    [{ msg: 'a\u001B[2Jb\nc' }, 'warn  a�[2Jb�c\n'],
    [{ err: { message: 'm', cause: { message: 'n' } } }, 'warn  Hello\n    m\n    n\n'],
    [
      { err: { message: 'm', stack: 'Error: m\n  at x' } },
      'warn  Hello\n    Error: m\n      at x\n',
    ],
  ])('show %j on one line with its errors below', (fields, line) => {
    expect(formatPrettyLine(json(fields), false)).toBe(line)
  })

  test('are used in a terminal or on request', () => {
    const terminal: string[] = []
    const stdout = { isTTY: true, write: (line: string) => terminal.push(line) }
    openLog({}, { stdout }).log.info('Hello')
    expect(terminal[0]?.slice(8)).toBe(' \u001B[32minfo \u001B[0m Hello\n')
    const { log, lines } = openLog({ 'logging.format': 'pretty' })
    log.info('Hello')
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info {2}Hello\n$/)
  })

  test('show malformed input unchanged', () => {
    expect(formatPrettyLine('{"broken\n', false)).toContain('{"broken')
  })
})

describe('the log file', () => {
  test('contains the same lines as standard output and is created with its folder', () => {
    const file = join(folder, 'deep/er/q.log')
    const { log, lines } = openLog({ 'logging.file': file })
    log.info('one')
    log.info('two')
    expect(readFileSync(file, 'utf8')).toBe(lines.join(''))
  })

  test('is appended to after a restart', async () => {
    const file = join(folder, 'q.log')
    for (const word of ['one', 'two']) {
      const { log } = openLog({ 'logging.file': file })
      log.info(word)
      await log.close()
    }
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2)
  })

  test('is reopened on SIGHUP for logrotate', async () => {
    const file = join(folder, 'q.log')
    const { log } = openLog({ 'logging.file': file })
    log.info('before')
    renameSync(file, `${file}.1`)
    log.info('still the old one')
    process.kill(process.pid, 'SIGHUP')
    await waitUntil(() => existsSync(file))
    log.info('after')
    expect(readFileSync(`${file}.1`, 'utf8')).toContain('still the old one')
    expect(readFileSync(file, 'utf8')).toContain('after')
    expect(readFileSync(file, 'utf8')).not.toContain('before')
  })

  test.each(['a folder', '/dev/full', 'in a folder that is a file'])(
    'is reported once and skipped when it cannot be written (%s)',
    (kind) => {
      if (kind === '/dev/full' && !existsSync(kind)) return
      writeFileSync(join(folder, 'plain'), '')
      const paths = new Map([
        ['a folder', folder],
        ['in a folder that is a file', join(folder, 'plain/q.log')],
      ])
      const path = paths.get(kind) ?? kind
      const { log, lines } = openLog({ 'logging.file': path })
      for (let n = 0; n < 5; n++) log.info(`line ${n}`)
      expect(lines.filter((line) => line.includes('"msg":"line '))).toHaveLength(5)
      const reports = lines.filter((line) => line.includes('failed to write log file'))
      expect(reports).toHaveLength(1)
    },
  )
})

describe('a rotating file', () => {
  let now = new Date('2025-03-01T12:00:00')
  const errors: unknown[] = []
  const recovered: number[] = []

  function openFile(more: Partial<RotatingFileOptions> = {}) {
    errors.length = 0
    recovered.length = 0
    return new RotatingFile({
      path: join(folder, 'q.log'),
      maxBytes: 100,
      keep: 3,
      onError: (error) => errors.push(error),
      onRecovered: (lostLines) => recovered.push(lostLines),
      now: () => now,
      ...more,
    })
  }

  test('rotates at its size, compresses old files and keeps N of them', async () => {
    writeFileSync(join(folder, 'q.log.keep-me'), 'of somebody else')
    const file = openFile()
    for (let n = 0; n < 10; n++) file.write(`${String(n).repeat(59)}\n`)
    await file.close()
    const names = readdirSync(folder).toSorted()
    expect(names).toHaveLength(5)
    expect(names).toContain('q.log.keep-me')
    expect(readFileSync(join(folder, 'q.log'), 'utf8')).toStartWith('999')
    const old = names.filter((name) => name.endsWith('.gz'))
    const texts = old.map((name) => gunzipSync(readFileSync(join(folder, name))).toString())
    expect(texts.map((text) => text[0])).toEqual(['6', '7', '8'])
    expect(errors).toEqual([])
  })

  test('rotates when the day changes, even across a restart', async () => {
    now = new Date()
    const first = openFile()
    first.write('today\n')
    first.write('today\n')
    await first.close()
    now = new Date(now.getTime() + 24 * 3600 * 1000)
    const second = openFile()
    second.write('tomorrow\n')
    second.write('tomorrow\n')
    await second.close()
    expect(readFileSync(join(folder, 'q.log'), 'utf8')).toBe('tomorrow\ntomorrow\n')
    const old = readdirSync(folder).find((name) => name.endsWith('.gz')) ?? ''
    expect(gunzipSync(readFileSync(join(folder, old))).toString()).toBe('today\ntoday\n')
  })

  test('rotates once when two processes write to it, without losing a line', () => {
    const [one, two] = [openFile({ maxBytes: 200 }), openFile({ maxBytes: 200 })]
    for (let n = 0; n < 4; n++) {
      one.write(`one ${n} ${'x'.repeat(53)}\n`)
      two.write(`two ${n} ${'x'.repeat(53)}\n`)
    }
    const texts = readdirSync(folder)
      .toSorted()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(texts.map((text) => text.trimEnd().split('\n').length)).toEqual([2, 6])
    expect(texts[0]).toMatch(/^one 3.*\ntwo 3/)
  })

  test('is recreated after it was moved without a signal', () => {
    const file = openFile()
    file.write('old\n')
    renameSync(join(folder, 'q.log'), join(folder, 'moved'))
    now = new Date(now.getTime() + 6000)
    file.write('new\n')
    expect(readFileSync(join(folder, 'q.log'), 'utf8')).toBe('new\n')
    expect(readFileSync(join(folder, 'moved'), 'utf8')).toBe('old\n')
  })

  test('counts lost lines and continues when the disk recovers', () => {
    const path = join(folder, 'sub/q.log')
    writeFileSync(join(folder, 'sub'), 'in the way')
    const file = openFile({ path })
    file.write('lost\n')
    file.write('lost\n')
    rmSync(join(folder, 'sub'))
    now = new Date(now.getTime() + 6000)
    file.write('kept\n')
    expect(errors).toHaveLength(1)
    expect(recovered).toEqual([2])
    expect(readFileSync(path, 'utf8')).toBe('kept\n')
  })

  test('does not report recovery when it is only closed', async () => {
    writeFileSync(join(folder, 'sub'), 'in the way')
    const file = openFile({ path: join(folder, 'sub/q.log') })
    file.write('lost\n')
    await file.close()
    expect(errors).toHaveLength(1)
    expect(recovered).toEqual([])
  })

  test('removes partial files of dead processes only', async () => {
    const name = 'q.log.20250101-000000-000.gz.1.part'
    const young = 'q.log.20250101-000000-001.gz.2.part'
    for (const each of [name, young]) writeFileSync(join(folder, each), 'x')
    utimesSync(join(folder, name), 1e9, 1e9)
    await openFile().close()
    expect(readdirSync(folder).toSorted()).toEqual(['q.log', young])
  })

  test('is not readable by other users', () => {
    openFile().write('x\n')
    const mode = Bun.file(join(folder, 'q.log')).stat()
    return mode.then((stat) => expect(stat.mode & 0o007).toBe(0))
  })
})
