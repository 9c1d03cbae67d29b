/** `quire export --everything` and `quire import` as separate programs, on both databases. */
import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dialect } from '../../src/platform/db/dialect'
import {
  closePlaces,
  exportFrom,
  fillEverything,
  openEmpty,
  readArchive,
} from '../admin/transfer/everything/support'
import { createPostgresDatabase, parsePostgresUrl } from '../support/database'
import { programCommand } from '../support/program'

// Allows more time, because each test starts many programs.
setDefaultTimeout(180_000)
afterEach(closePlaces)

interface Installation {
  folder: string
  env: Record<string, string>
}

const createFolder = () => mkdtempSync(join(tmpdir(), 'everything-cli-'))

const onSqlite = (): Installation => ({ folder: createFolder(), env: {} })

async function onPostgres(): Promise<Installation> {
  const url = await createPostgresDatabase()
  const { host, port, username, password, database } = parsePostgresUrl(url)
  const env = {
    SERVICE_AUTH__JWT_SECRET: 'a secret for tests that is long enough to be one',
    SERVICE_DATABASE__TYPE: 'postgres',
    SERVICE_DATABASE__POSTGRES__HOST: host,
    SERVICE_DATABASE__POSTGRES__PORT: String(port),
    SERVICE_DATABASE__POSTGRES__USERNAME: username,
    SERVICE_DATABASE__POSTGRES__PASSWORD: password,
    SERVICE_DATABASE__POSTGRES__DATABASE: database,
  }
  return { folder: createFolder(), env }
}

function start({ folder, env }: Installation, args: readonly string[]) {
  return Bun.spawn([...programCommand, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', SERVICE_LOGGING__LEVEL: 'error', ...env },
    stdin: Buffer.from('correct horse battery\n'),
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

async function run(installation: Installation, ...args: string[]) {
  const child = start(installation, args)
  const [out, err, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ])
  return { code, out, err }
}

const expectDone = async (installation: Installation, ...args: string[]) => {
  const done = await run(installation, ...args)
  expect([args[0], done.code, done.err]).toEqual([args[0]!, 0, ''])
  return done.out
}

/** The path of an archive with a value in every column, from a database of the tested kind. */
async function makeArchive({ zip = false } = {}): Promise<string> {
  const place = await openEmpty()
  await fillEverything(place)
  return exportFrom(place, { zip })
}

async function migrated(installation: Installation): Promise<Installation> {
  await expectDone(installation, 'migrate')
  return installation
}

const exportTo = async (installation: Installation, path: string, ...args: string[]) =>
  expectDone(installation, 'export', '--everything', '--to', path, ...args)

describe('everything', () => {
  test('moves to another installation and another place', async () => {
    const archive = await makeArchive({ zip: true })
    const target = await migrated(onSqlite())
    const here = createFolder()
    const map = ['--map', `/books/0=${here}`]
    const shown = await expectDone(target, 'import', archive, ...map)
    expect(shown).toContain('Nothing was changed')
    const done = await expectDone(target, 'import', archive, '--apply', ...map)
    expect(done).toContain('users: 2, libraries: 2, books: 2'.replace('users', 'Users'))
    expect(done).toContain('not here: /books/1.')
    expect(done).not.toContain('new password')
    const again = await run(target, 'import', archive, '--apply')
    expect([again.code, again.err]).toEqual([65, expect.stringContaining('not empty')])
    const reading = await expectDone(target, 'import', archive, '--reading', '--json')
    expect(JSON.parse(reading)).toMatchObject({ applied: false, books: 2, waiting: [] })
    await exportTo(target, 'plain')
    expect(existsSync(join(target.folder, 'plain', 'api_keys.jsonl'))).toBe(false)
  })

  test('is imported completely, or not at all, if the import is killed', async () => {
    const all = await makeArchive()
    const target = await migrated(onSqlite())
    for (const milliseconds of [300, 600, 1200]) {
      const child = start(target, ['import', all, '--apply'])
      await Bun.sleep(milliseconds)
      child.kill('SIGKILL')
      await child.exited
      const folder = `after-${milliseconds}`
      await exportTo(target, folder, '--with-secrets')
      const { covers: _, ...files } = readArchive(join(target.folder, folder))
      const { covers: _covers, ...expected } = readArchive(all)
      if (Object.keys(files).length > 0) return expect(files).toEqual(expected)
    }
    await expectDone(target, 'import', all, '--apply')
  })

  test.each([
    { args: ['export', '--everything'], code: 64, text: '--to' },
    {
      args: ['export', '--everything', '--to', 'x', '--user', 'ann', '--user', 'bob'],
      code: 64,
      text: 'specify only one user',
    },
    { args: ['export', '--with-secrets', '--to', 'x'], code: 64, text: 'needs --everything' },
    { args: ['export', '--to', 'x.zip'], code: 1, text: 'into a folder' },
    { args: ['import', 'x', '--map', 'a=b'], code: 64, text: 'two absolute folders' },
    { args: ['import', 'missing.zip'], code: 65, text: 'does not exist' },
  ])('refuses $args', async ({ args, code, text }) => {
    const place = onSqlite()
    await expectDone(place, 'migrate')
    const refused = await run(place, ...args)
    expect([refused.code, refused.err]).toEqual([code, expect.stringContaining(text)])
  })
})

describe.skipIf(dialect !== 'postgres')('everything on two databases', () => {
  test('moves from PostgreSQL to SQLite and back', async () => {
    const archive = await makeArchive()
    const middle = await migrated(onSqlite())
    await expectDone(middle, 'import', archive, '--apply')
    await exportTo(middle, 'all.zip', '--with-secrets')
    const target = await migrated(await onPostgres())
    await expectDone(target, 'import', join(middle.folder, 'all.zip'), '--apply')
    await exportTo(target, 'all', '--with-secrets')
    expect(readArchive(join(target.folder, 'all'))).toEqual(readArchive(archive))
  })
})
