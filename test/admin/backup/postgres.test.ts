/**
 * These tests run only if a PostgreSQL server and client programs of the same version are
 * installed.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createBackup } from '../../../src/admin/backup/create-backup'
import { getDatabasePath } from '../../../src/admin/backup/find-backup'
import { restoreBackup } from '../../../src/admin/backup/restore-backup'
import { verifyBackup } from '../../../src/admin/backup/verify-backup'
import { loadConfig } from '../../../src/platform/config/load'
import type { Config } from '../../../src/platform/config/model'
import { dialect } from '../../../src/platform/db/dialect'
import { migratePostgres } from '../../../src/platform/db/migrations/migrate-postgres'
import { postgres } from '../../../src/platform/db/migrations/embedded'
import { openStore, planMigration } from '../../../src/platform/db/open'
import { connectPostgres } from '../../../src/platform/db/postgres/postgres'
import { dumpPostgres } from '../../../src/platform/db/backups/postgres-dump'
import { findTool } from '../../../src/platform/db/backups/postgres-tools'
import { createPostgresDatabase, parsePostgresUrl } from '../../support/database'
import { findPrograms, type Server, startServer } from './postgres-server'
import { createFolder, silentLog } from './databases'

// Databases and processes start slowly on a busy machine.
setDefaultTimeout(60_000)

const programs = findPrograms()
const plain = { withUploads: false, settingsFiles: [] }

function createConfig(options: ReturnType<Server['options']>): Config {
  const folder = createFolder()
  const flags = {
    data_dir: join(folder, 'data'),
    'database.type': 'postgres',
    'database.postgres.host': options.host,
    'database.postgres.port': String(options.port),
    'database.postgres.username': options.username,
    'database.postgres.database': options.database,
    'database.postgres.ssl_mode': 'disable',
    'database.postgres.max_connections': '2',
    'auth.jwt_secret': 'a secret for tests that is long enough to be one',
  }
  return loadConfig({ flags, env: {}, cwd: folder, systemFile: join(folder, 'none') }).config
}

async function createMigrated(options: ReturnType<Server['options']>) {
  const client = connectPostgres(options)
  await migratePostgres(client, postgres)
  await client`insert into installation values ('instance_id', 'instance-1', now())`
  await addUser(client, 'ann')
  await client.end()
}

async function addUser(client: ReturnType<typeof connectPostgres>, name: string) {
  const [user] = await client`
    insert into users (id, username, username_key, email, email_key, password_hash, role,
      permissions, is_active, created_at, updated_at)
    values (gen_random_uuid(), ${name}, ${name}, ${name}, ${name}, '-', 'admin', '[]', true,
      now(), now()) returning id`
  await client`
    insert into sessions (id, user_id, kind, created_at, last_used_at, expires_at)
    values (gen_random_uuid(), ${user!['id']}, 'app', now(), now(), now() + interval '1 hour')`
}

async function createOlder() {
  const options = parsePostgresUrl(await createPostgresDatabase())
  await createMigrated(options)
  return createConfig(options)
}

/** Migrations of a later version of Quire, for which the current database is outdated. */
const migrations = [...postgres, { tag: '9998_later', sql: 'create table later (id integer)' }]
const last = migrations.at(-1)!.tag
const names = `select string_agg(username, ',' order by username) as names from users`

// Without these programs, the tests are skipped.
describe.skipIf(dialect !== 'postgres' || !programs)('backups of PostgreSQL', () => {
  let server: Server
  let databases = 0
  beforeAll(async () => {
    server = await startServer(programs!)
  }, 60_000)
  afterAll(() => server.stop(), 60_000)

  async function createBackupOf() {
    const name = `restored_${++databases}`
    await server.run('postgres', `create database ${name}`)
    await createMigrated(server.options(name))
    const config = createConfig(server.options(name))
    return { config, name, backup: await createBackup(config, plain) }
  }

  test('are restored to a test database, counted and removed', async () => {
    const { config, backup } = await createBackupOf()
    expect(backup.manifest.counts).toEqual({ books: 0, series: 0, libraries: 0, users: 1 })
    expect(statSync(getDatabasePath(backup)).mode & 0o777).toBe(0o600)
    const before = await server.run('postgres', 'select datname from pg_database order by 1')
    expect(await verifyBackup(config, backup)).toEqual(backup.manifest.counts)
    expect(await server.run('postgres', 'select datname from pg_database order by 1')).toEqual(
      before,
    )
  })

  test('have counts and content of the same moment', async () => {
    const { config, name } = await createBackupOf()
    const client = connectPostgres(server.options(name))
    let number = 0
    let busy: Promise<void> = Promise.resolve()
    const writing = setInterval(() => (busy = addUser(client, `user ${++number}`)), 2)
    const backup = await createBackup(config, plain)
    clearInterval(writing)
    await busy
    await client.end()
    expect(await verifyBackup(config, backup)).toEqual(backup.manifest.counts)
  })

  test('replace the database, which is kept under another name', async () => {
    const { config, name, backup } = await createBackupOf()
    await server.run(name, `update users set username = 'bob'`)
    const { kept = '' } = await restoreBackup(config, backup)
    expect(await server.run(name, names)).toEqual([{ names: 'ann' }])
    const open = 'select count(*)::int as open from sessions where revoked_at is null'
    expect(await server.run(name, open)).toEqual([{ open: 0 }])
    const other = kept.split(' ').at(-1)!
    expect(await server.run(other, names)).toEqual([{ names: 'bob' }])
    expect(readFileSync(join(config.data_dir, 'instance-id'), 'utf8')).toBe('instance-1\n')
    expect((await planMigration(config)).pending).toEqual([])
  })

  test('S3: end the sessions of the Komga API, which are signed', async () => {
    const { config, name, backup } = await createBackupOf()
    const id = Bun.randomUUIDv7()
    await restoreBackup(config, backup)
    const ended = `select count(*)::int as ended from ended_signed_sessions where ended_up_to > '${id}'`
    expect(await server.run(name, ended)).toEqual([{ ended: 1 }])
  })

  test('E9: of a newer version are neither made nor restored', async () => {
    const { config, name, backup } = await createBackupOf()
    const row = `(${postgres.length}, '9999_future', 'x', 'now')`
    await server.run(name, `insert into schema_migrations values ${row}`)
    await expect(createBackup(config, plain)).rejects.toThrow(/newer version of Quire/)
    const path = getDatabasePath(backup)
    await dumpPostgres(server.options(name), path)
    await server.run(name, `delete from schema_migrations where tag = '9999_future'`)
    const bytes = readFileSync(path)
    const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
    const files = [{ path: 'quire.dump', bytes: bytes.length, sha256 }]
    const newer = { ...backup, manifest: { ...backup.manifest, files } }
    await expect(restoreBackup(config, newer)).rejects.toThrow(/newer version of Quire/)
    expect((await planMigration(config)).pending).toEqual([])
  })

  test('are not restored while a server runs', async () => {
    const { config, name, backup } = await createBackupOf()
    const store = await openStore(config, silentLog)
    try {
      await store.isAlive()
      await expect(restoreBackup(config, backup)).rejects.toThrow(/Quire is running/)
      expect(await server.run(name, names)).toEqual([{ names: 'ann' }])
    } finally {
      await store.close()
    }
  })

  test('that are damaged are detected', async () => {
    const { config, backup } = await createBackupOf()
    const bytes = readFileSync(getDatabasePath(backup))
    writeFileSync(getDatabasePath(backup), bytes.subarray(0, bytes.length - 500))
    await expect(verifyBackup(config, backup)).rejects.toThrow(/has changed/)
    const files = backup.manifest.files.map((file) => ({
      ...file,
      bytes: bytes.length - 500,
      sha256: new Bun.CryptoHasher('sha256')
        .update(readFileSync(getDatabasePath(backup)))
        .digest('hex'),
    }))
    const lying = { ...backup, manifest: { ...backup.manifest, files } }
    await expect(verifyBackup(config, lying)).rejects.toThrow(/pg_restore failed/)
    const left = await server.run(
      'postgres',
      `select 1 from pg_database where datname like 'quire_r%'`,
    )
    expect(left).toEqual([])
  })

  test('require permission to create databases, with a message', async () => {
    const { config, name, backup } = await createBackupOf()
    await server.run(name, 'create role humble login')
    const humble = createConfig({ ...server.options(name), username: 'humble' })
    await expect(verifyBackup({ ...config, database: humble.database }, backup)).rejects.toThrow(
      'ALTER ROLE "humble" CREATEDB',
    )
  })

  test('are created once before a migration, even with parallel starts', async () => {
    await server.run('postgres', 'create database older')
    await createMigrated(server.options('older'))
    const config = createConfig(server.options('older'))
    const stores = await Promise.all(
      [1, 2, 3].map(() => openStore(config, silentLog, { backup: true, migrations })),
    )
    for (const store of stores) await store.close()
    const made = readdirSync(join(config.data_dir, 'backups'))
    expect(made).toHaveLength(1)
    expect(made[0]).toStartWith(`before-${last}-`)
    expect((await planMigration(config, migrations)).pending).toEqual([])
  })
})

describe.skipIf(dialect !== 'postgres')('a PostgreSQL database', () => {
  test('that is new needs no backup', async () => {
    const config = createConfig(parsePostgresUrl(await createPostgresDatabase()))
    const store = await openStore(config, silentLog, { backup: true, migrations })
    await store.close()
    expect(existsSync(join(config.data_dir, 'backups'))).toBe(false)
  })

  test('is migrated without a backup when disabled', async () => {
    const config = await createOlder()
    const store = await openStore(config, silentLog, { backup: false, migrations })
    await store.close()
    expect((await planMigration(config, migrations)).pending).toEqual([])
  })

  // On most machines, the server of the tests is newer than pg_dump.
  test.skipIf(findTool('pg_dump', 18) !== undefined)(
    'is not migrated when pg_dump is missing for the backup',
    async () => {
      const config = await createOlder()
      await expect(openStore(config, silentLog, { backup: true, migrations })).rejects.toThrow(
        /pg_dump of version \d+.*--no-backup/s,
      )
      expect((await planMigration(config, migrations)).pending).toHaveLength(1)
      expect(readdirSync(join(config.data_dir, 'backups'))).toEqual([])
      rmSync(config.data_dir, { recursive: true })
    },
  )

  test('of a newer version is rejected with that version', async () => {
    const options = parsePostgresUrl(await createPostgresDatabase())
    await createMigrated(options)
    const client = connectPostgres(options)
    await client`insert into installation values ('version', '9.8.7', now())`
    await client`insert into schema_migrations values (${postgres.length}, '9999_future', 'x', 'now')`
    await client.end()
    await expect(openStore(createConfig(options), silentLog)).rejects.toThrow(/version 9\.8\.7/)
  })

  test('E3: that was lost is not mistaken for a first start', async () => {
    const config = createConfig(parsePostgresUrl(await createPostgresDatabase()))
    mkdirSync(config.data_dir, { recursive: true })
    writeFileSync(join(config.data_dir, 'instance-id'), 'instance-1\n')
    const explanation = /is missing or empty.*quire backup restore latest/s
    await expect(openStore(config, silentLog)).rejects.toThrow(explanation)
    await expect(planMigration(config)).rejects.toThrow(explanation)
  })

  test('of another program is rejected', async () => {
    const options = parsePostgresUrl(await createPostgresDatabase())
    const client = connectPostgres(options)
    await client`create table notes (words text)`
    await client.end()
    await expect(openStore(createConfig(options), silentLog)).rejects.toThrow(
      /is not a Quire database/,
    )
  })
})
