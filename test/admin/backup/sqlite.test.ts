import { Database } from 'bun:sqlite'
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isSignedSessionEnded } from '../../../src/accounts/sessions/signed-sessions'
import { createBackup } from '../../../src/admin/backup/create-backup'
import {
  type Backup,
  getDatabasePath,
  findBackup,
  listBackups,
} from '../../../src/admin/backup/find-backup'
import { pruneBackups } from '../../../src/admin/backup/prune-backups'
import { restoreBackup } from '../../../src/admin/backup/restore-backup'
import { verifyBackup } from '../../../src/admin/backup/verify-backup'
import type { Config } from '../../../src/platform/config/model'
import { BackupRefused } from '../../../src/platform/db/backups/manifest'
import { inspectSqlite } from '../../../src/platform/db/backups/sqlite-copy'
import { dialect } from '../../../src/platform/db/dialect'
import { openStore } from '../../../src/platform/db/open'
import {
  addUser,
  holdLock,
  createDatabase,
  createFolder,
  failOnDamaged,
  readValue,
  silentLog,
  createSqliteConfig,
} from './databases'
import { programCommand } from '../../support/program'

// Databases and processes start slowly on a busy machine.
setDefaultTimeout(60_000)

const plain = { withUploads: false, settingsFiles: [] }

async function createServerBackup() {
  const config = createSqliteConfig()
  const connection = createDatabase(config)
  addUser(connection, 'ann')
  connection.run(`insert into installation values ('instance_id', 'instance-1', 0)`)
  connection.close()
  return { config, backup: await createBackup(config, plain) }
}

const getMode = (path: string) => statSync(path).mode & 0o777
const buildDatabasePath = (config: Config) => config.database.sqlite.path
const listNames = (config: Config) =>
  readValue(buildDatabasePath(config), `select group_concat(username, ',') from users`)

describe.skipIf(dialect !== 'sqlite')('backups over SQLite', () => {
  test('are consistent while others write', async () => {
    const config = createSqliteConfig()
    const store = await openStore(config, silentLog)
    const writer = new Database(buildDatabasePath(config))
    writer.run('pragma busy_timeout = 5000')
    let written = 0
    const writing = setInterval(() => addUser(writer, `user ${++written}`), 1)
    try {
      await Bun.sleep(30)
      const backup = await createBackup(config, plain)
      expect(backup.manifest.counts.users).toBeGreaterThan(0)
      expect(await verifyBackup(config, backup)).toEqual(backup.manifest.counts)
    } finally {
      clearInterval(writing)
      writer.close()
      await store.close()
    }
  })

  test('contain settings and secrets, readable by their owner only', async () => {
    const { config } = await createServerBackup()
    const settings = ['service.yaml', 'service.local.yaml'].map((name) =>
      join(createFolder(), name),
    )
    for (const file of settings) writeFileSync(file, 'auth:\n', { mode: 0o644 })
    mkdirSync(join(config.data_dir, 'secrets'))
    writeFileSync(join(config.data_dir, 'secrets', 'jwt_secret'), 'hush')
    mkdirSync(join(config.data_dir, 'uploads', 'ab'), { recursive: true })
    writeFileSync(join(config.data_dir, 'uploads', 'ab', 'cover.webp'), 'picture')
    const to = createFolder()
    const options = { to, withUploads: true, settingsFiles: settings }
    const { folder, manifest } = await createBackup(config, options)
    expect(manifest.files.map((file) => file.path)).toEqual([
      'quire.db',
      'secrets/jwt_secret',
      'service.local.yaml',
      'service.yaml',
      'uploads/ab/cover.webp',
    ])
    for (const file of manifest.files) expect(getMode(join(folder, file.path))).toBe(0o600)
    expect(getMode(folder)).toBe(0o700)
    expect(getMode(join(folder, 'manifest.json'))).toBe(0o600)
    expect(readdirSync(to)).toHaveLength(1)
  })

  test('exclude uploads by default', async () => {
    const { backup } = await createServerBackup()
    expect(backup.manifest.files.map((file) => file.path)).toEqual(['quire.db'])
  })

  test('created at the same moment get different names', async () => {
    const { config } = await createServerBackup()
    await Promise.all([createBackup(config, plain), createBackup(config, plain)])
    const all = await listBackups(join(config.data_dir, 'backups'), failOnDamaged)
    expect(all).toHaveLength(3)
    for (const backup of all) await verifyBackup(config, backup)
  })

  test('need enough disk space', async () => {
    const { config } = await createServerBackup()
    truncateSync(buildDatabasePath(config), 9e12)
    await expect(createBackup(config, plain)).rejects.toThrow(/needs 9900000 MB/)
  })

  test('report when they cannot be written', async () => {
    const { config } = await createServerBackup()
    const to = join(createFolder(), 'file')
    writeFileSync(to, '')
    await expect(createBackup(config, { ...plain, to })).rejects.toThrow(/EEXIST|ENOTDIR/)
  })

  test('leave nothing behind when they fail', async () => {
    const config = createSqliteConfig()
    createDatabase(config).close()
    damageTable(buildDatabasePath(config))
    await expect(createBackup(config, plain)).rejects.toThrow()
    expect(readdirSync(join(config.data_dir, 'backups'))).toEqual([])
  })
})

describe.skipIf(dialect !== 'sqlite')('verifying', () => {
  const damages: [string, (backup: Backup) => void, RegExp][] = [
    ['a flipped byte', flipByte, /quire\.db has changed/],
    ['a missing file', (backup) => rmSync(getDatabasePath(backup)), /quire\.db is missing/],
    ['missing rows', changeCount, /contains 1 users instead of 2/],
    ['a truncated file', (backup) => truncateSync(getDatabasePath(backup), 4096), /has changed/],
  ]
  test.each(damages)('detects %s', async (_, damage, words) => {
    const { config, backup } = await createServerBackup()
    damage(backup)
    const read = await findBackup(join(config.data_dir, 'backups'), 'latest', '/')
    await expect(verifyBackup(config, read)).rejects.toThrow(words)
  })

  test('detects damage inside the database even when every checksum is correct', async () => {
    const { config, backup } = await createServerBackup()
    flipByte(backup, 8192)
    const file = join(backup.folder, 'manifest.json')
    const sha256 = new Bun.CryptoHasher('sha256')
      .update(readFileSync(getDatabasePath(backup)))
      .digest('hex')
    const manifest = { ...backup.manifest, files: [{ ...backup.manifest.files[0], sha256 }] }
    writeFileSync(file, JSON.stringify(manifest))
    const read = await findBackup(join(config.data_dir, 'backups'), 'latest', '/')
    await expect(verifyBackup(config, read)).rejects.toThrow(/damaged/)
  })

  test('leaves nothing in the data folder', async () => {
    const { config, backup } = await createServerBackup()
    const before = readdirSync(config.data_dir)
    await verifyBackup(config, backup)
    expect(readdirSync(config.data_dir)).toEqual(before)
  })
})

function flipByte(backup: Backup, at = 5000) {
  const bytes = readFileSync(getDatabasePath(backup))
  bytes.fill(0xff, at, at + 64)
  writeFileSync(getDatabasePath(backup), bytes)
}

function changeCount({ folder, manifest }: Backup) {
  const counts = { ...manifest.counts, users: 2 }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, counts }))
}

describe.skipIf(dialect !== 'sqlite')('restoring', () => {
  test('restores the saved rows, keeps a copy of the old data and ends all sessions', async () => {
    const { config, backup } = await createServerBackup()
    const later = new Database(buildDatabasePath(config))
    later.run('pragma journal_mode = wal')
    addUser(later, 'bob')
    const wal = readFileSync(`${buildDatabasePath(config)}-wal`)
    const main = readFileSync(buildDatabasePath(config))
    later.close()
    // As after a crash, the newest rows are only in the write-ahead log.
    writeFileSync(buildDatabasePath(config), main)
    writeFileSync(`${buildDatabasePath(config)}-wal`, wal)
    const { kept } = await restoreBackup(config, backup)
    expect(existsSync(`${buildDatabasePath(config)}-wal`)).toBe(false)
    expect(existsSync(`${buildDatabasePath(config)}-shm`)).toBe(false)
    expect(listNames(config)).toBe('ann')
    expect(readValue(kept!, `select group_concat(username, ',') from users`)).toBe('ann,bob')
    const open = `select count(*) from sessions where revoked_at is null`
    expect(readValue(buildDatabasePath(config), open)).toBe(0)
    expect(readValue(buildDatabasePath(config), 'select count(*) from sessions')).toBe(1)
    expect(readValue(getDatabasePath(backup), open)).toBe(1)
    const store = await openStore(config, silentLog)
    await store.close()
  })

  test('S3: ends the sessions of the Komga API, which are signed', async () => {
    const config = createSqliteConfig()
    const connection = createDatabase(config)
    for (const name of ['ann', 'bob']) addUser(connection, name)
    const [[ann], [bob]] = connection.query('select id from users order by username').values() as [
      [string],
      [string],
    ]
    const far = Bun.randomUUIDv7('hex', Date.now() + 9_000_000)
    connection.run(`insert into ended_signed_sessions values (?, '["x"]', ?)`, [bob, far])
    connection.close()
    const backup = await createBackup(config, plain)
    const id = Bun.randomUUIDv7()
    await restoreBackup(config, backup)
    const store = await openStore(config, silentLog)
    for (const userId of [ann, bob])
      expect(await isSignedSessionEnded(store.db, { userId, id })).toBe(true)
    expect(await isSignedSessionEnded(store.db, { userId: bob, id: far })).toBe(true)
    await store.close()
  })

  test('S3: ends those sessions also with a clock that is behind', async () => {
    const config = createSqliteConfig()
    const connection = createDatabase(config)
    addUser(connection, 'ann')
    const [[userId]] = connection.query('select id from users').values() as [[string]]
    connection.close()
    const backup = await createBackup(config, plain)
    const tomorrow = Date.now() + 86_400_000
    const manifest = { ...backup.manifest, createdAt: new Date(tomorrow).toISOString() }
    await restoreBackup(config, { ...backup, manifest })
    const store = await openStore(config, silentLog)
    const id = Bun.randomUUIDv7('hex', tomorrow)
    expect(await isSignedSessionEnded(store.db, { userId, id })).toBe(true)
    await store.close()
  })

  test('assigns the data folder to the restored database', async () => {
    const { config, backup } = await createServerBackup()
    writeFileSync(join(config.data_dir, 'instance-id'), 'another\n')
    await restoreBackup(config, backup)
    expect(readFileSync(join(config.data_dir, 'instance-id'), 'utf8')).toBe('instance-1\n')
  })

  test('works in an empty folder, with uploads and secrets', async () => {
    const { config } = await createServerBackup()
    mkdirSync(join(config.data_dir, 'uploads'))
    writeFileSync(join(config.data_dir, 'uploads', 'cover'), 'picture')
    mkdirSync(join(config.data_dir, 'secrets'))
    writeFileSync(join(config.data_dir, 'secrets', 'jwt_secret'), 'hush')
    const backup = await createBackup(config, { withUploads: true, settingsFiles: [] })
    const other = createSqliteConfig()
    rmSync(other.data_dir, { recursive: true })
    expect(await restoreBackup(other, backup)).toEqual({ kept: undefined })
    expect(listNames(other)).toBe('ann')
    expect(readFileSync(join(other.data_dir, 'uploads', 'cover'), 'utf8')).toBe('picture')
    expect(getMode(join(other.data_dir, 'secrets', 'jwt_secret'))).toBe(0o600)
  })

  test('is rejected while a server runs and changes nothing', async () => {
    const { config, backup } = await createServerBackup()
    const server = await holdLock(config.data_dir)
    try {
      const before = readFileSync(buildDatabasePath(config))
      await expect(restoreBackup(config, backup)).rejects.toThrow(/in use by process/)
      expect(readFileSync(buildDatabasePath(config)).equals(before)).toBe(true)
    } finally {
      await server.end()
    }
  })

  test('waits for the worker of a server that was killed', async () => {
    const { config, backup } = await createServerBackup()
    const worker = await holdLock(config.data_dir, 'worker')
    const restoring = restoreBackup(config, backup)
    try {
      const first = await Promise.race([restoring, Bun.sleep(500).then(() => 'waiting')])
      expect(first).toBe('waiting')
    } finally {
      await worker.end()
    }
    await restoring
    expect(listNames(config)).toBe('ann')
  })

  test('of a damaged backup changes nothing', async () => {
    const { config, backup } = await createServerBackup()
    flipByte(backup)
    await expect(restoreBackup(config, backup)).rejects.toThrow(/damaged/)
    expect(listNames(config)).toBe('ann')
    expect(readdirSync(config.data_dir).filter((name) => name.includes('restor'))).toEqual([])
  })

  test('does not call the database of another program damaged', () => {
    const { path } = createSqliteConfig().database.sqlite
    const connection = new Database(path)
    connection.run('create table notes (words text)')
    connection.close()
    const message = `${path} is not a Quire database: table books is missing`
    expect(() => inspectSqlite(path)).toThrow(new BackupRefused(message))
  })

  test('of another database type is rejected', async () => {
    const { config, backup } = await createServerBackup()
    const manifest = { ...backup.manifest, database: 'postgres' as const }
    await expect(restoreBackup(config, { ...backup, manifest })).rejects.toThrow(
      /postgres database/,
    )
  })
})

describe.skipIf(dialect !== 'sqlite')('the backup folder', () => {
  test('is pruned to the newest backups and keeps those made before a migration', async () => {
    const { config } = await createServerBackup()
    const folder = join(config.data_dir, 'backups')
    const newest = []
    for (let time = 0; time < 3; time++) newest.push((await createBackup(config, plain)).name)
    const saved = join(folder, 'before-0001_x-20200101T000000Z')
    mkdirSync(saved)
    const manifest = { ...(await findBackup(folder, 'latest', '/')).manifest, reason: 'migration' }
    writeFileSync(join(saved, 'manifest.json'), JSON.stringify(manifest))
    const deleted = await pruneBackups(folder, 2, failOnDamaged)
    expect(deleted).toHaveLength(2)
    expect(readdirSync(folder).toSorted()).toEqual(
      ['before-0001_x-20200101T000000Z', ...newest.slice(1)].toSorted(),
    )
  })

  test('does not list incomplete backups', async () => {
    const { config, backup } = await createServerBackup()
    const folder = join(config.data_dir, 'backups')
    mkdirSync(join(folder, 'quire-0.0.1-20200101T000000Z.part'))
    expect((await listBackups(folder, failOnDamaged)).map(({ name }) => name)).toEqual([
      backup.name,
    ])
  })

  test.each([
    ['latest', /no backup in/],
    ['no-such', /no backup "no-such"/],
    ['../../etc', /no backup/],
  ])('does not contain "%s"', async (name, words) => {
    await expect(findBackup(join(createFolder(), 'none'), name, '/')).rejects.toThrow(words)
  })
})

/** Damages a table. Tables can still be listed, but not all of them can be read. */
function damageTable(path: string) {
  const page = Number(readValue(path, `select rootpage from sqlite_master where name = 'books'`))
  const bytes = readFileSync(path)
  bytes.fill('x', (page - 1) * 4096, page * 4096)
  writeFileSync(path, bytes)
}

describe.skipIf(dialect !== 'sqlite')('a command that fails to make or verify a backup', () => {
  async function run(config: Config, ...words: string[]) {
    const folder = createFolder()
    writeFileSync(join(folder, 'service.yaml'), `data_dir: ${JSON.stringify(config.data_dir)}\n`)
    const child = Bun.spawn([...programCommand, 'backup', ...words], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'] ?? '',
        SERVICE_DATABASE__SQLITE__PATH: buildDatabasePath(config),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const err = await new Response(child.stderr).text()
    return { code: await child.exited, err }
  }
  const readFailure = (config: Config) =>
    readValue(
      buildDatabasePath(config),
      `select value from installation where key = 'failed_backup'`,
    )

  test('tells the server, with its reason', async () => {
    const { config } = await createServerBackup()
    expect(await run(config, 'create')).toMatchObject({ code: 0, err: '' })
    expect(readFailure(config)).toBeUndefined()
    const { code, err } = await run(config, 'verify', 'no-such-backup')
    expect(code).toBe(1)
    const { reason } = JSON.parse(readFailure(config) as string) as { reason: string }
    expect(err).toBe(`${reason}\n`)
    const target = join(createFolder(), 'a-file')
    writeFileSync(target, '')
    expect((await run(config, 'create', '--to', join(target, 'backups'))).code).not.toBe(0)
    expect(JSON.parse(readFailure(config) as string)).not.toMatchObject({ reason })
  })

  test('creates no database for it', async () => {
    const config = createSqliteConfig()
    expect((await run(config, 'create')).code).not.toBe(0)
    expect(existsSync(buildDatabasePath(config))).toBe(false)
  })
})
