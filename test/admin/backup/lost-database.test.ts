/** A database that is missing, empty or damaged, although its data folder has been in use. */
import { Database } from 'bun:sqlite'
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { createBackup } from '../../../src/admin/backup/create-backup'
import { listBackups } from '../../../src/admin/backup/find-backup'
import { pruneBackups } from '../../../src/admin/backup/prune-backups'
import { restoreBackup } from '../../../src/admin/backup/restore-backup'
import { openAppContext } from '../../../src/cli/server/app-context'
import type { Config } from '../../../src/platform/config/model'
import { removeLeftovers } from '../../../src/platform/db/backups/leftovers'
import { dialect } from '../../../src/platform/db/dialect'
import { sqlite } from '../../../src/platform/db/migrations/embedded'
import { openStore, planMigration } from '../../../src/platform/db/open'
import { addUser, createSqliteConfig, failOnDamaged, readValue, silentLog } from './databases'

setDefaultTimeout(60_000)

const plain = { withUploads: false, settingsFiles: [] }

async function createUsedFolder(users = 1) {
  const config = createSqliteConfig()
  const opened = await openAppContext(config, silentLog, { creates: true })
  await opened.close()
  const connection = new Database(config.database.sqlite.path)
  for (let number = 1; number <= users; number++) addUser(connection, `user ${number}`)
  connection.close()
  return config
}

const losses: [string, (path: string) => void][] = [
  ['deleted', (path) => rmSync(path)],
  ['empty', (path) => truncateSync(path, 0)],
]

function lose(config: Config, damage: (path: string) => void) {
  const { path } = config.database.sqlite
  for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
  damage(path)
}

const explanation = /is missing or empty.*quire backup restore latest.*instance-id/s

describe.skipIf(dialect !== 'sqlite')('E3: a database that was lost', () => {
  test.each(losses)('(%s) is not mistaken for a first start', async (_, damage) => {
    const config = await createUsedFolder()
    lose(config, damage)
    const before = readdirSync(config.data_dir).toSorted()
    await expect(openAppContext(config, silentLog, { creates: true })).rejects.toThrow(explanation)
    await expect(planMigration(config)).rejects.toThrow(explanation)
    await expect(createBackup(config, plain)).rejects.toThrow(explanation)
    expect(readdirSync(config.data_dir).toSorted()).toEqual(before)
  })

  test.each(losses)('(%s) is restored by the command that the message names', async (_, damage) => {
    const config = await createUsedFolder()
    const backup = await createBackup(config, plain)
    lose(config, damage)
    await restoreBackup(config, backup)
    const opened = await openAppContext(config, silentLog, { creates: true })
    await opened.close()
    expect(readValue(config.database.sqlite.path, 'select count(*) from users')).toBe(1)
  })

  test('is replaced by a new one once the instance file is deleted', async () => {
    const config = await createUsedFolder()
    lose(config, rmSync)
    rmSync(join(config.data_dir, 'instance-id'))
    const opened = await openAppContext(config, silentLog, { creates: true })
    await opened.close()
    expect(readValue(config.database.sqlite.path, 'select count(*) from users')).toBe(0)
  })

  test('leaves its last full backup when empty ones follow', async () => {
    const config = await createUsedFolder(3)
    const full = await createBackup(config, plain)
    const connection = new Database(config.database.sqlite.path)
    connection.run('delete from users')
    connection.close()
    for (let time = 0; time < 4; time++) await createBackup(config, plain)
    const folder = join(config.data_dir, 'backups')
    expect((await pruneBackups(folder, 2, failOnDamaged)).length).toBe(2)
    const names = (await listBackups(folder, failOnDamaged)).map(({ name }) => name)
    expect(names).toHaveLength(3)
    expect(names).toContain(full.name)
  })
})

describe.skipIf(dialect !== 'sqlite')('E6: only a server creates a database', () => {
  test('a command refuses and names what to do', async () => {
    const config = createSqliteConfig()
    await expect(openAppContext(config, silentLog, { creates: false })).rejects.toThrow(
      /There is no database .*data folder/s,
    )
    expect(existsSync(config.database.sqlite.path)).toBe(false)
    await expect(createBackup(config, plain)).rejects.toThrow('There is no database')
  })
})

describe.skipIf(dialect !== 'sqlite')('E7: a damaged database', () => {
  const damages: [string, (path: string) => void][] = [
    ['a destroyed header', (path) => overwrite(path, 0, 'x'.repeat(200))],
    ['destroyed tables', (path) => overwrite(path, 4096, 'x'.repeat(40_000))],
    ['half of the file', (path) => truncateSync(path, 50_000)],
  ]

  test.each(damages)('with %s is refused with a clear message', async (_, damage) => {
    const config = await createUsedFolder()
    lose(config, damage)
    await expect(openAppContext(config, silentLog, { creates: true })).rejects.toThrow(
      /quire\.db is damaged.*quire backup restore latest/s,
    )
  })

  test('reports that a failed migration changed nothing, and where the copy is', async () => {
    const config = await createUsedFolder()
    const migrations = [...sqlite, { tag: '9998_failing', sql: 'create table users (id integer)' }]
    const backup = await openStore(config, silentLog, { backup: true, migrations }).catch(
      (error: unknown) => error,
    )
    const [copy = ''] = readdirSync(join(config.data_dir, 'backups'))
    expect(String(backup)).toMatch(/9998_failing.*failed.*table users already exists/)
    expect(String(backup)).toContain('nothing was changed')
    expect(String(backup)).toContain(join(config.data_dir, 'backups', copy))
    expect((await planMigration(config)).pending).toEqual([])
  })
})

function overwrite(path: string, offset: number, text: string) {
  const bytes = readFileSync(path)
  bytes.write(text, offset, 'latin1')
  writeFileSync(path, bytes)
}

describe.skipIf(dialect !== 'sqlite')('E9: a newer database', () => {
  async function createNewer() {
    const config = await createUsedFolder()
    const migrations = [...sqlite, { tag: '9998_later', sql: 'create table later (id integer)' }]
    await (await openStore(config, silentLog, { backup: false, migrations })).close()
    return config
  }

  test('is not backed up under the version of this program', async () => {
    await expect(createBackup(await createNewer(), plain)).rejects.toThrow(/newer version of Quire/)
  })

  /** Returns a backup by another program, which changed the database in it. */
  async function createForeignBackup(config: Config, change: (path: string) => void) {
    const backup = await createBackup(config, plain)
    const path = join(backup.folder, 'quire.db')
    change(path)
    const bytes = readFileSync(path)
    const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
    const files = [{ path: 'quire.db', bytes: bytes.length, sha256 }]
    return { ...backup, manifest: { ...backup.manifest, files, version: '9.9.9+1a2b3c4d' } }
  }

  async function findRefusal(config: Config, change: (path: string) => void): Promise<string> {
    const backup = await createForeignBackup(config, change)
    const before = readFileSync(config.database.sqlite.path)
    const error = await restoreBackup(config, backup).catch((failure: unknown) => failure)
    expect(readFileSync(config.database.sqlite.path)).toEqual(before)
    return String(error)
  }

  test('D2: is not restored, and the refusal names the version that made the backup', async () => {
    const newer = await createNewer()
    const copy = (path: string) => writeFileSync(path, readFileSync(newer.database.sqlite.path))
    expect(await findRefusal(await createUsedFolder(), copy)).toContain(
      'The backup was made by a newer version of Quire (version 9.9.9+1a2b3c4d)',
    )
  })

  test('D2, D6: nor is one of another build', async () => {
    const replaceHash = (path: string) => {
      const connection = new Database(path)
      connection.run(`update schema_migrations set hash = 'of other contents'`)
      connection.close()
    }
    const refusal = await findRefusal(await createUsedFolder(), replaceHash)
    expect(refusal).toContain('made by another build of Quire (version 9.9.9+1a2b3c4d)')
    expect(refusal).toContain('Use that version, or restore a backup that this version made.')
  })
})

describe.skipIf(dialect !== 'sqlite')('E13: leftovers of killed backups and restores', () => {
  test('are removed once they are a day old', async () => {
    const config = await createUsedFolder()
    const old = new Date(Date.now() - 25 * 3_600_000)
    const young = ['backups/quire-1-20260101T000000Z.part', 'verify-abcdef']
    const stale = ['backups/before-1-20260101T000000Z.part', 'verify-ghijkl']
    for (const name of [...young, ...stale]) {
      await mkdir(join(config.data_dir, name), { recursive: true })
      writeFileSync(join(config.data_dir, name, 'quire.db'), 'part')
    }
    for (const name of stale) await utimes(join(config.data_dir, name), old, old)
    const draft = `${config.database.sqlite.path}.restoring`
    writeFileSync(draft, 'part')
    await removeLeftovers(config)
    expect(young.map((name) => existsSync(join(config.data_dir, name)))).toEqual([true, true])
    expect(stale.map((name) => existsSync(join(config.data_dir, name)))).toEqual([false, false])
    expect(existsSync(draft)).toBe(false)
  })
})
