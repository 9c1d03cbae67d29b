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
import { maxCopies } from '../../../src/platform/db/copies/saved-copy'
import { dialect } from '../../../src/platform/db/dialect'
import { sqlite } from '../../../src/platform/db/migrations/embedded'
import { openStore, planMigration } from '../../../src/platform/db/open'
import { addUser, holdLock, makeDatabase, readValue, silent, sqliteConfig } from './support'

// Databases and processes start slowly on a busy machine.
setDefaultTimeout(60_000)

const backupsOf = (config: Config) => {
  const folder = join(config.data_dir, 'backups')
  return existsSync(folder) ? readdirSync(folder).toSorted() : []
}

const last = sqlite.at(-1)!.tag
const olderSteps = sqlite.length - 1

function olderDatabase() {
  const config = sqliteConfig()
  const connection = makeDatabase(config, olderSteps)
  addUser(connection, 'ann')
  connection.close()
  return config
}

const open = async (config: Config, backup = true) => {
  const store = await openStore(config, silent, { backup })
  await store.close()
}

describe.skipIf(dialect !== 'sqlite')('a SQLite database', () => {
  test('that is older is saved as it was, then brought up to date', async () => {
    const config = olderDatabase()
    await open(config)
    const [name = ''] = backupsOf(config)
    expect(name).toMatch(new RegExp(`^before-${last}-\\d{8}T\\d{6}Z$`))
    const copy = join(config.data_dir, 'backups', name, 'quire.db')
    expect(readValue(copy, 'select count(*) from schema_migrations')).toBe(olderSteps)
    expect(readValue(copy, 'select username from users')).toBe('ann')
    const path = config.database.sqlite.path
    expect(readValue(path, 'select count(*) from schema_migrations')).toBe(sqlite.length)
    expect(readValue(path, 'select username from users')).toBe('ann')
  })

  test('that is new needs no backup', async () => {
    const config = sqliteConfig()
    await open(config)
    await open(config)
    expect(backupsOf(config)).toEqual([])
  })

  test('is not saved where nobody wants that', async () => {
    const config = olderDatabase()
    await open(config, false)
    expect(backupsOf(config)).toEqual([])
    expect((await planMigration(config)).pending).toEqual([])
  })

  test('leaves three copies at most', async () => {
    const config = olderDatabase()
    const path = config.database.sqlite.path
    const asItWas = readFileSync(path)
    for (let time = 0; time < maxCopies + 2; time++) {
      await open(config)
      for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
      writeFileSync(path, asItWas)
    }
    expect(backupsOf(config)).toHaveLength(maxCopies)
  })

  test('is left alone when there is no room for the copy', async () => {
    const config = olderDatabase()
    const path = config.database.sqlite.path
    truncateSync(path, 9e12)
    await expect(open(config)).rejects.toThrow(/needs 18000\d+ MB.*--no-backup/s)
    expect(backupsOf(config)).toEqual([])
    expect((await planMigration(config)).pending).toHaveLength(1)
  })

  test('is left alone when the copy cannot be written', async () => {
    const config = olderDatabase()
    writeFileSync(join(config.data_dir, 'backups'), 'no folder')
    await expect(open(config)).rejects.toThrow(/backup before it failed.*--no-backup/s)
    expect((await planMigration(config)).pending).toHaveLength(1)
  })

  test('is saved where an earlier attempt was cut short', async () => {
    const config = olderDatabase()
    const abandoned = join(config.data_dir, 'backups', 'before-0001_x-20200101T000000Z.part')
    mkdirSync(abandoned, { recursive: true })
    await open(config)
    expect(backupsOf(config)).toHaveLength(1)
    expect(existsSync(abandoned)).toBe(false)
  })

  test('is not changed under the hands of a running server', async () => {
    const config = olderDatabase()
    const server = await holdLock(config.data_dir)
    try {
      await expect(open(config)).rejects.toThrow(/in use by process \d+/)
      expect((await planMigration(config)).pending).toHaveLength(1)
    } finally {
      await server.end()
    }
    await open(config)
  })

  test('of a newer version is refused by the name of that version', async () => {
    const config = sqliteConfig()
    const connection = makeDatabase(config)
    connection.run(`insert into installation values ('version', '9.8.7', 0)`)
    connection.run(
      `insert into schema_migrations values (${sqlite.length}, '9999_future', 'x', 'now')`,
    )
    connection.close()
    await expect(open(config)).rejects.toThrow(/newer Quire \(version 9\.8\.7\).*"9999_future"/s)
  })

  test.each([
    ['text', (path: string) => writeFileSync(path, 'dear diary, '.repeat(500))],
    ['tables of another program', (path: string) => readValueOrMake(path)],
  ])('is not made of %s', async (_, write) => {
    const config = sqliteConfig()
    write(config.database.sqlite.path)
    await expect(open(config)).rejects.toThrow('is not a Quire database')
  })
})

function readValueOrMake(path: string) {
  writeFileSync(path, '')
  readValue(path, 'create table notes (words text)')
}
