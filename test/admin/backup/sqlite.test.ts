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
import { createBackup } from '../../../src/admin/backup/create'
import {
  type Backup,
  getDatabasePath,
  findBackup,
  listBackups,
} from '../../../src/admin/backup/find-backup'
import { pruneBackups } from '../../../src/admin/backup/prune'
import { restoreBackup } from '../../../src/admin/backup/restore'
import { verifyBackup } from '../../../src/admin/backup/verify'
import type { Config } from '../../../src/platform/config/model'
import { dialect } from '../../../src/platform/db/dialect'
import { openStore } from '../../../src/platform/db/open'
import {
  addUser,
  holdLock,
  makeDatabase,
  newFolder,
  readValue,
  silent,
  sqliteConfig,
} from './support'

// Databases and processes start slowly on a busy machine.
setDefaultTimeout(60_000)

const plain = { withUploads: false, settingsFiles: [] }

async function savedServer() {
  const config = sqliteConfig()
  const connection = makeDatabase(config)
  addUser(connection, 'ann')
  connection.run(`insert into installation values ('instance_id', 'instance-1', 0)`)
  connection.close()
  return { config, backup: await createBackup(config, plain) }
}

const mode = (path: string) => statSync(path).mode & 0o777
const path = (config: Config) => config.database.sqlite.path
const namesOf = (config: Config) =>
  readValue(path(config), `select group_concat(username, ',') from users`)

describe.skipIf(dialect !== 'sqlite')('backups over SQLite', () => {
  test('can be made while others write, and hold one moment', async () => {
    const config = sqliteConfig()
    const store = await openStore(config, silent)
    const writer = new Database(path(config))
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

  test('hold settings and secrets, for their owner alone', async () => {
    const { config } = await savedServer()
    const settings = ['service.yaml', 'service.local.yaml'].map((name) => join(newFolder(), name))
    for (const file of settings) writeFileSync(file, 'auth:\n', { mode: 0o644 })
    mkdirSync(join(config.data_dir, 'secrets'))
    writeFileSync(join(config.data_dir, 'secrets', 'jwt_secret'), 'hush')
    mkdirSync(join(config.data_dir, 'uploads', 'ab'), { recursive: true })
    writeFileSync(join(config.data_dir, 'uploads', 'ab', 'cover.webp'), 'picture')
    const to = newFolder()
    const options = { to, withUploads: true, settingsFiles: settings }
    const { folder, manifest } = await createBackup(config, options)
    expect(manifest.files.map((file) => file.path)).toEqual([
      'quire.db',
      'secrets/jwt_secret',
      'service.local.yaml',
      'service.yaml',
      'uploads/ab/cover.webp',
    ])
    for (const file of manifest.files) expect(mode(join(folder, file.path))).toBe(0o600)
    expect(mode(folder)).toBe(0o700)
    expect(mode(join(folder, 'manifest.json'))).toBe(0o600)
    expect(readdirSync(to)).toHaveLength(1)
  })

  test('leave uploads out unless asked', async () => {
    const { backup } = await savedServer()
    expect(backup.manifest.files.map((file) => file.path)).toEqual(['quire.db'])
  })

  test('made at the same moment do not meet', async () => {
    const { config } = await savedServer()
    await Promise.all([createBackup(config, plain), createBackup(config, plain)])
    const all = await listBackups(join(config.data_dir, 'backups'))
    expect(all).toHaveLength(3)
    for (const backup of all) await verifyBackup(config, backup)
  })

  test('need room', async () => {
    const { config } = await savedServer()
    truncateSync(path(config), 9e12)
    await expect(createBackup(config, plain)).rejects.toThrow(/needs 9900000 MB/)
  })

  test('say so when they cannot be written', async () => {
    const { config } = await savedServer()
    const to = join(newFolder(), 'file')
    writeFileSync(to, '')
    await expect(createBackup(config, { ...plain, to })).rejects.toThrow(/EEXIST|ENOTDIR/)
  })

  test('leave nothing behind when they fail', async () => {
    const config = sqliteConfig()
    writeFileSync(path(config), 'this is no database'.repeat(100))
    await expect(createBackup(config, plain)).rejects.toThrow()
    expect(readdirSync(join(config.data_dir, 'backups'))).toEqual([])
  })
})

describe.skipIf(dialect !== 'sqlite')('verifying', () => {
  const damages: [string, (backup: Backup) => void, RegExp][] = [
    ['a flipped byte', flipByte, /quire\.db is not as it was written/],
    ['a file that is gone', (backup) => rmSync(getDatabasePath(backup)), /quire\.db is missing/],
    ['rows that are not there', miscount, /holds 1 users instead of 2/],
    [
      'a file cut short',
      (backup) => truncateSync(getDatabasePath(backup), 4096),
      /not as it was written/,
    ],
  ]
  test.each(damages)('finds %s', async (_, damage, words) => {
    const { config, backup } = await savedServer()
    damage(backup)
    const read = await findBackup(join(config.data_dir, 'backups'), 'latest', '/')
    await expect(verifyBackup(config, read)).rejects.toThrow(words)
  })

  test('finds damage inside the database even when every file is as it was written', async () => {
    const { config, backup } = await savedServer()
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
    const { config, backup } = await savedServer()
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

function miscount({ folder, manifest }: Backup) {
  const counts = { ...manifest.counts, users: 2 }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, counts }))
}

describe.skipIf(dialect !== 'sqlite')('restoring', () => {
  test('brings the saved rows back, keeps what was there, and signs everybody out', async () => {
    const { config, backup } = await savedServer()
    const later = new Database(path(config))
    later.run('pragma journal_mode = wal')
    addUser(later, 'bob')
    const wal = readFileSync(`${path(config)}-wal`)
    const main = readFileSync(path(config))
    later.close()
    // As a crash leaves it: the newest rows are in the log only.
    writeFileSync(path(config), main)
    writeFileSync(`${path(config)}-wal`, wal)
    const { kept } = await restoreBackup(config, backup)
    expect(existsSync(`${path(config)}-wal`)).toBe(false)
    expect(existsSync(`${path(config)}-shm`)).toBe(false)
    expect(namesOf(config)).toBe('ann')
    expect(readValue(kept!, `select group_concat(username, ',') from users`)).toBe('ann,bob')
    const open = `select count(*) from sessions where revoked_at is null`
    expect(readValue(path(config), open)).toBe(0)
    expect(readValue(path(config), 'select count(*) from sessions')).toBe(1)
    expect(readValue(getDatabasePath(backup), open)).toBe(1)
    const store = await openStore(config, silent)
    await store.close()
  })

  test('makes the data folder the one of the restored database', async () => {
    const { config, backup } = await savedServer()
    writeFileSync(join(config.data_dir, 'instance-id'), 'another\n')
    await restoreBackup(config, backup)
    expect(readFileSync(join(config.data_dir, 'instance-id'), 'utf8')).toBe('instance-1\n')
  })

  test('works into an empty place, with uploads and secrets', async () => {
    const { config } = await savedServer()
    mkdirSync(join(config.data_dir, 'uploads'))
    writeFileSync(join(config.data_dir, 'uploads', 'cover'), 'picture')
    mkdirSync(join(config.data_dir, 'secrets'))
    writeFileSync(join(config.data_dir, 'secrets', 'jwt_secret'), 'hush')
    const backup = await createBackup(config, { withUploads: true, settingsFiles: [] })
    const other = sqliteConfig()
    rmSync(other.data_dir, { recursive: true })
    expect(await restoreBackup(other, backup)).toEqual({ kept: undefined })
    expect(namesOf(other)).toBe('ann')
    expect(readFileSync(join(other.data_dir, 'uploads', 'cover'), 'utf8')).toBe('picture')
    expect(mode(join(other.data_dir, 'secrets', 'jwt_secret'))).toBe(0o600)
  })

  test('is refused while a server runs, and changes nothing', async () => {
    const { config, backup } = await savedServer()
    const server = await holdLock(config.data_dir)
    try {
      const before = readFileSync(path(config))
      await expect(restoreBackup(config, backup)).rejects.toThrow(/in use by process/)
      expect(readFileSync(path(config)).equals(before)).toBe(true)
    } finally {
      await server.end()
    }
  })

  test('of a damaged backup changes nothing', async () => {
    const { config, backup } = await savedServer()
    flipByte(backup)
    await expect(restoreBackup(config, backup)).rejects.toThrow(/damaged/)
    expect(namesOf(config)).toBe('ann')
    expect(readdirSync(config.data_dir).filter((name) => name.includes('restor'))).toEqual([])
  })

  test('of another kind of database is refused', async () => {
    const { config, backup } = await savedServer()
    const manifest = { ...backup.manifest, database: 'postgres' as const }
    await expect(restoreBackup(config, { ...backup, manifest })).rejects.toThrow(
      /postgres database/,
    )
  })
})

describe.skipIf(dialect !== 'sqlite')('the folder of backups', () => {
  test('is pruned to the newest, and keeps those made before a migration', async () => {
    const { config } = await savedServer()
    const folder = join(config.data_dir, 'backups')
    const newest = []
    for (let time = 0; time < 3; time++) newest.push((await createBackup(config, plain)).name)
    const saved = join(folder, 'before-0001_x-20200101T000000Z')
    mkdirSync(saved)
    const manifest = { ...(await findBackup(folder, 'latest', '/')).manifest, reason: 'migration' }
    writeFileSync(join(saved, 'manifest.json'), JSON.stringify(manifest))
    const deleted = await pruneBackups(folder, 2)
    expect(deleted).toHaveLength(2)
    expect(readdirSync(folder).toSorted()).toEqual(
      ['before-0001_x-20200101T000000Z', ...newest.slice(1)].toSorted(),
    )
  })

  test('shows no backup whose making was cut short', async () => {
    const { config, backup } = await savedServer()
    const folder = join(config.data_dir, 'backups')
    mkdirSync(join(folder, 'quire-0.0.1-20200101T000000Z.part'))
    expect((await listBackups(folder)).map(({ name }) => name)).toEqual([backup.name])
  })

  test.each([
    ['latest', /no backup in/],
    ['no-such', /no backup "no-such"/],
    ['../../etc', /no backup/],
  ])('has no "%s"', async (name, words) => {
    await expect(findBackup(join(newFolder(), 'none'), name, '/')).rejects.toThrow(words)
  })
})
