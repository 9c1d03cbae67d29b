import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../src/platform/config/model'
import { maxCopies } from '../../../src/platform/db/backups/backup-folders'
import { dialect } from '../../../src/platform/db/dialect'
import { sqlite } from '../../../src/platform/db/migrations/embedded'
import { openStore, planMigration } from '../../../src/platform/db/open'
import {
  addUser,
  holdLock,
  createDatabase,
  readValue,
  silentLog,
  createSqliteConfig,
} from './databases'

// Databases and processes start slowly on a busy machine.
setDefaultTimeout(60_000)

const listBackups = (config: Config) => {
  const folder = join(config.data_dir, 'backups')
  return existsSync(folder) ? readdirSync(folder).toSorted() : []
}

/** Migrations of a later version of Quire, for which the current database is outdated. */
const migrations = [...sqlite, { tag: '9998_later', sql: 'create table later (id integer)' }]
const last = migrations.at(-1)!.tag

function createOlderDatabase() {
  const config = createSqliteConfig()
  const connection = createDatabase(config)
  addUser(connection, 'ann')
  connection.close()
  return config
}

const openDatabase = async (config: Config, backup = true) => {
  const store = await openStore(config, silentLog, { backup, migrations })
  await store.close()
}

describe.skipIf(dialect !== 'sqlite')('a SQLite database', () => {
  test('of an older version is backed up unchanged, then migrated', async () => {
    const config = createOlderDatabase()
    await openDatabase(config)
    const [name = ''] = listBackups(config)
    expect(name).toMatch(new RegExp(`^before-${last}-\\d{8}T\\d{6}Z$`))
    const copy = join(config.data_dir, 'backups', name, 'quire.db')
    expect(readValue(copy, 'select count(*) from schema_migrations')).toBe(sqlite.length)
    expect(readValue(copy, 'select username from users')).toBe('ann')
    const path = config.database.sqlite.path
    expect(readValue(path, 'select count(*) from schema_migrations')).toBe(migrations.length)
    expect(readValue(path, 'select username from users')).toBe('ann')
  })

  test('that is new needs no backup', async () => {
    const config = createSqliteConfig()
    await openDatabase(config)
    await openDatabase(config)
    expect(listBackups(config)).toEqual([])
  })

  test('is not backed up when disabled', async () => {
    const config = createOlderDatabase()
    await openDatabase(config, false)
    expect(listBackups(config)).toEqual([])
    expect((await planMigration(config, migrations)).pending).toEqual([])
  })

  test('keeps at most three backups', async () => {
    const config = createOlderDatabase()
    const path = config.database.sqlite.path
    const asItWas = readFileSync(path)
    for (let time = 0; time < maxCopies + 2; time++) {
      await openDatabase(config)
      for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
      writeFileSync(path, asItWas)
    }
    expect(listBackups(config)).toHaveLength(maxCopies)
  })

  test('is not migrated without space for the backup', async () => {
    const config = createOlderDatabase()
    const path = config.database.sqlite.path
    truncateSync(path, 9e12)
    await expect(openDatabase(config)).rejects.toThrow(/needs 18000\d+ MB.*--no-backup/s)
    expect(listBackups(config)).toEqual([])
    expect((await planMigration(config, migrations)).pending).toHaveLength(1)
  })

  test('is not migrated when the backup cannot be written', async () => {
    const config = createOlderDatabase()
    writeFileSync(join(config.data_dir, 'backups'), 'no folder')
    await expect(openDatabase(config)).rejects.toThrow(/backing it up first failed.*--no-backup/s)
    expect((await planMigration(config, migrations)).pending).toHaveLength(1)
  })

  test('is backed up after an interrupted attempt', async () => {
    const config = createOlderDatabase()
    const abandoned = join(config.data_dir, 'backups', 'before-0001_x-20200101T000000Z.part')
    mkdirSync(abandoned, { recursive: true })
    await openDatabase(config)
    expect(listBackups(config)).toHaveLength(1)
    expect(existsSync(abandoned)).toBe(false)
  })

  test('is not changed while a server uses it', async () => {
    const config = createOlderDatabase()
    const server = await holdLock(config.data_dir)
    try {
      await expect(openDatabase(config)).rejects.toThrow(/in use by process \d+/)
      expect((await planMigration(config, migrations)).pending).toHaveLength(1)
    } finally {
      await server.end()
    }
    await openDatabase(config)
  })

  test('of a newer version is rejected with that version', async () => {
    const config = createSqliteConfig()
    const connection = createDatabase(config, migrations)
    connection.run(`insert into installation values ('version', '9.8.7', 0)`)
    connection.run(
      `insert into schema_migrations (position, tag, hash, applied_at)
        values (${migrations.length}, '9999_future', 'x', 'now')`,
    )
    connection.close()
    await expect(openDatabase(config)).rejects.toThrow(
      /newer version of Quire \(version 9\.8\.7\).*"9999_future"/s,
    )
  })

  test('E2: of another build is rejected with its version and what to do', async () => {
    const config = createSqliteConfig()
    const connection = createDatabase(config, migrations)
    connection.run(`insert into installation values ('version', '0.2.0-dev+1a2b3c4', 0)`)
    connection.run(`update schema_migrations set hash = 'other' where position = 0`)
    connection.close()
    await expect(openDatabase(config)).rejects.toThrow(
      /another build of Quire \(version 0\.2\.0-dev\+1a2b3c4\).*Use that version.*backup/s,
    )
  })

  test.each([
    ['text', (path: string) => writeFileSync(path, 'dear diary, '.repeat(500))],
    ['tables of another program', (path: string) => readValueOrCreate(path)],
  ])('is not backed up for %s', async (_, write) => {
    const config = createSqliteConfig()
    write(config.database.sqlite.path)
    await expect(openDatabase(config)).rejects.toThrow('is not a Quire database')
  })
})

function readValueOrCreate(path: string) {
  writeFileSync(path, '')
  readValue(path, 'create table notes (words text)')
}
