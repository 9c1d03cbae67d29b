import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { programCommand } from '../support/program'
import { findFreePort } from '../support/free-port'

// Allows more time, because each test starts programs.
setDefaultTimeout(30_000)

interface CommandOutput {
  code: number
  out: string
  err: string
}

/** Runs the program in its own process with SQLite and an otherwise empty environment. */
async function runQuire(folder: string, ...args: string[]): Promise<CommandOutput> {
  const child = Bun.spawn([...programCommand, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', SERVICE_SERVER__PORT: String(port) },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, out, err }
}

const createFolder = () => mkdtempSync(join(tmpdir(), 'cli-'))

let port = 0
beforeAll(async () => {
  port = await findFreePort()
})

test('a backup is made, listed, verified, restored and pruned', async () => {
  const folder = createFolder()
  writeFileSync(join(folder, 'service.yaml'), 'logging:\n  level: error\n')
  expect(await runQuire(folder, 'migrate')).toMatchObject({ code: 0 })
  const made = await runQuire(folder, 'backup', 'create')
  expect([made.code, made.err]).toEqual([0, ''])
  const [backup] = JSON.parse((await runQuire(folder, 'backup', 'list', '--json')).out) as {
    name: string
    files: { path: string }[]
  }[]
  const files = backup!.files.map(({ path }) => path)
  expect(files).toContain('service.yaml')
  expect(files).toContain('quire.db')
  const verified = await runQuire(folder, 'backup', 'verify', backup!.name)
  expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('is valid')])
  const restored = await runQuire(folder, 'backup', 'restore', 'latest')
  expect(restored.code).toBe(0)
  expect(restored.out).toContain('quire.db.before-restore-')
  expect(restored.out).toContain('Settings were not changed')
  expect((await runQuire(folder, 'backup', 'prune', '--keep', '1')).out).toContain('0 deleted')
})

describe('exit codes', () => {
  test.each([
    ['an unknown action', ['backup', 'burn'], 64, 'Choose an action'],
    ['an unknown option', ['backup', 'list', '--fast'], 64, '--fast'],
    ['too many names', ['backup', 'list', 'x'], 64, 'Choose an action'],
    ['no name', ['backup', 'restore'], 64, 'Specify a backup'],
    ['a missing backup', ['backup', 'verify', 'nope'], 1, 'no backup "nope"'],
    ['no database', ['backup', 'create'], 65, 'no database'],
    ['no database for listing users', ['user', 'list'], 65, 'no database'],
    ['no database for a scan', ['scan'], 65, 'no database'],
    ['keeping none', ['backup', 'prune', '--keep', '0'], 64, '--keep'],
    ['wrong settings', ['migrate', '--set', 'server.prot=1'], 78, 'server.port'],
    ['an unknown host', ['serve', '--host', 'no such host'], 78, 'server.host: unknown host'],
    [
      'a database that is a folder',
      ['migrate', '--set', 'database.sqlite.path=.'],
      69,
      'cannot read or write its files',
    ],
    ['a server that is not running', ['healthcheck'], 1, 'no response'],
    [
      'an unreachable PostgreSQL server',
      [
        'migrate',
        '--set=database.type=postgres',
        '--set=database.postgres.host=127.0.0.1',
        '--set=database.postgres.port=1',
        '--set=auth.jwt_secret=a secret for tests that is long enough',
      ],
      69,
      'cannot be used',
    ],
    ['a decoder without a server', ['decoder'], 64, 'started by the server'],
    ['a job worker without a server', ['job-worker'], 64, 'started by the server'],
  ])('%s exits with its code and a message', async (_, args, code, words) => {
    const result = await runQuire(createFolder(), ...args)
    expect([result.code, result.err]).toEqual([code, expect.stringContaining(words)])
  })
})

describe('migrate', () => {
  test('--dry-run only prints what it would do', async () => {
    const folder = createFolder()
    const result = await runQuire(folder, 'migrate', '--dry-run')
    expect([result.code, result.out]).toEqual([0, expect.stringContaining('0000_init')])
    expect(readdirSync(folder)).toEqual([])
  })

  test('reports when there is nothing to do', async () => {
    const folder = createFolder()
    await runQuire(folder, 'migrate')
    expect((await runQuire(folder, 'migrate')).out).toBe('The database is up to date.\n')
  })
})

describe('healthcheck', () => {
  let healthy = true
  let asked = ''
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => {
      asked = new URL(url).pathname
      return Response.json(
        { status: healthy ? 'ok' : 'unavailable' },
        { status: healthy ? 200 : 503 },
      )
    },
  })
  afterAll(() => server.stop(true))

  test('requests the configured address below the base path', async () => {
    const settings = ['--port', String(server.port), '--set', 'server.base_path=/quire']
    expect(await runQuire(createFolder(), 'healthcheck', ...settings)).toMatchObject({
      code: 0,
      out: 'ok\n',
    })
    expect(asked).toBe('/quire/health')
  })

  test('fails when the service is unhealthy', async () => {
    healthy = false
    const url = `http://127.0.0.1:${server.port}/health`
    const result = await runQuire(createFolder(), 'healthcheck', '--url', url)
    expect([result.code, result.err]).toEqual([1, expect.stringContaining('503')])
    healthy = true
  })
})

describe('doctor', () => {
  interface Found {
    healthy: boolean
    findings: { check: string; state: string; message: string; advice?: string }[]
  }
  const runDoctor = async (folder: string, ...args: string[]) => {
    const { code, out } = await runQuire(folder, 'doctor', '--json', ...args)
    const found = JSON.parse(out) as Found
    return { code, found, of: (check: string) => found.findings.filter((f) => f.check === check) }
  }

  test('finds no problems in a new folder', async () => {
    const folder = createFolder()
    const { code, found, of } = await runDoctor(folder)
    expect(found.findings.filter(({ state }) => state === 'problem')).toEqual([])
    expect([code, found.healthy]).toEqual([0, true])
    // Only `quire serve` and `quire migrate` create the data folder.
    expect(readdirSync(folder)).toEqual([])
    expect(of('data folder')[0]?.message).toEndWith('data will be created on first start.')
    expect(of('image formats')[0]?.message).toContain('AVIF')
    const { out } = await runQuire(createFolder(), 'doctor')
    expect(out).toContain('✓ settings:')
    expect(out).toEndWith('Quire can run.\n')
  })

  test('reports invalid settings', async () => {
    const folder = createFolder()
    writeFileSync(join(folder, 'service.yaml'), 'server:\n  prot: 1\n')
    const { code, of } = await runDoctor(folder)
    expect(code).toBe(1)
    expect(of('settings')[0]).toMatchObject({ state: 'problem' })
    expect(of('settings')[0]?.message).toContain('port')
    const { out } = await runQuire(folder, 'doctor')
    expect(out).toEndWith('\nProblems to fix: 1.\n')
  })

  test('reports an unusable data folder', async () => {
    const folder = createFolder()
    writeFileSync(join(folder, 'data'), 'a file')
    const { code, of } = await runDoctor(folder)
    expect([code, of('data folder')[0]?.state]).toEqual([1, 'problem'])
  })

  test('reports a port in use', async () => {
    const socket = { data: (peer: { end(words: string): unknown }) => void peer.end('no\n') }
    const other = Bun.listen({ hostname: '0.0.0.0', port: 0, socket })
    const { code, of } = await runDoctor(createFolder(), '--port', String(other.port))
    other.stop(true)
    expect(of('port')[0]).toMatchObject({
      state: 'problem',
      message: expect.stringContaining('in use'),
    })
    expect(code).toBe(1)
  })

  test('reports a damaged database', async () => {
    const folder = createFolder()
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data', 'quire.db'), 'no database at all '.repeat(100))
    const { code, of } = await runDoctor(folder)
    expect([code, of('database')[0]?.state]).toEqual([1, 'problem'])
  })

  test('E3: reports a database that was lost', async () => {
    const folder = createFolder()
    await runQuire(folder, 'migrate')
    rmSync(join(folder, 'data', 'quire.db'))
    const { code, out } = await runQuire(folder, 'doctor')
    expect([code, out]).toEqual([1, expect.stringContaining('is missing or empty')])
    const { code: serveCode, err } = await runQuire(folder, 'serve')
    expect([serveCode, err]).toEqual([65, expect.stringContaining('quire backup restore latest')])
  })

  test('reports missing and empty library folders', async () => {
    const folder = createFolder()
    await runQuire(folder, 'migrate')
    const { Database } = await import('bun:sqlite')
    const database = new Database(join(folder, 'data', 'quire.db'))
    const empty = createFolder()
    for (const [id, path] of [
      ['gone', join(folder, 'nowhere')],
      ['empty', empty],
    ] as const) {
      database
        .query(
          `insert into libraries (id, name, name_key, type, default_reading_direction, series_strategy,
            book_strategy, number_strategy, scanning_enabled, scan_mode, scan_on_start, watch, is_active,
            state, series_count, book_count, created_at, updated_at)
           values (?1, ?1, ?1, 'mixed', 'ltr', 'a', 'a', 'a', 1, 'normal', 0, 'auto', 1, 'available', 0, 0, 0, 0)`,
        )
        .run(id)
      database
        .query(
          `insert into library_roots (id, library_id, path, position, created_at, updated_at)
           values (?1, ?1, ?2, 0, 0, 0)`,
        )
        .run(id, path)
    }
    database.close()
    const { code, of } = await runDoctor(folder)
    expect(code).toBe(1)
    expect(of('library gone')[0]?.state).toBe('problem')
    expect(of('library empty')[0]?.state).toBe('warning')
    expect(of('migrations')[0]?.state).toBe('ok')
  })
})

test.each(['openapi', 'version', 'licenses'])('"%s --help" prints a help text', async (command) => {
  const { code, out, err } = await runQuire(createFolder(), command, '--help')
  expect([code, err]).toEqual([0, ''])
  expect(out).toStartWith(`Usage: quire ${command}`)
  const wrong = await runQuire(createFolder(), command, 'something')
  expect([wrong.code, wrong.out]).toEqual([64, ''])
})

test.each(['version', '--version', '-v'])('"%s" prints the version', async (word) => {
  const { code, out } = await runQuire(createFolder(), word)
  expect(code).toBe(0)
  expect(out).toMatch(/^quire \S+ \(Bun [\d.]+\)\n$/)
})

test('"version --json" prints what the program was made from', async () => {
  const { code, out } = await runQuire(createFolder(), 'version', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toEqual({
    version: manifest.version,
    commit: expect.stringMatching(/^([0-9a-f]{7,40}(-dirty)?|unknown)$/),
    target: expect.stringMatching(/^(source|(linux|darwin|windows)-(x64|arm64)(-musl)?)$/),
    bun: Bun.version,
    built: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
})

test('"licenses" prints the notices of all components', async () => {
  const { code, out, err } = await runQuire(createFolder(), 'licenses')
  expect([code, err]).toEqual([0, ''])
  const notices = resolve(import.meta.dir, '../../docs/third-party-notices.md')
  expect(out).toBe(readFileSync(notices, 'utf8'))
})

test('the systemd unit is printed without being installed', async () => {
  const result = await runQuire(createFolder(), 'service', 'install', '--print', '--user', 'books')
  expect(result.out).toContain('\nUser=books\n')
  expect(result.out).not.toContain('DynamicUser')
})

test('two servers cannot share a data folder', async () => {
  const folder = createFolder()
  const { holdLock } = await import('../admin/backup/databases')
  mkdirSync(join(folder, 'data'))
  const other = await holdLock(join(folder, 'data'))
  try {
    const result = await runQuire(folder, 'serve')
    expect(result.code).toBe(65)
    expect(result.out + result.err).toContain(`in use by process ${other.pid}`)
  } finally {
    await other.end()
  }
})
