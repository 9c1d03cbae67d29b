/**
 * Real, empty databases for tests, of the type in QUIRE_DIALECT. On PostgreSQL they use the server
 * at QUIRE_TEST_POSTGRES (started by the test script), or one that this process starts. The script
 * sets QUIRE_TEST_DATABASES if the machine has a folder in memory for SQLite databases.
 */
import { Database } from 'bun:sqlite'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { dialect } from '../../src/platform/db/dialect'
import { migrateSqlite } from '../../src/platform/db/migrations/migrate'
import { migratePostgres } from '../../src/platform/db/migrations/migrate-postgres'
import {
  postgres as postgresMigrations,
  sqlite as sqliteMigrations,
} from '../../src/platform/db/migrations/embedded'
import {
  connectPostgres,
  openPostgres,
  type PostgresOptions,
} from '../../src/platform/db/postgres/postgres'
import { openSqlite } from '../../src/platform/db/sqlite/sqlite'
import { prepareConnection } from '../../src/platform/db/sqlite/sqlite-connection'
import type { Store } from '../../src/platform/db/store'
import { recordStatement } from './statement-records'
import { createUserWriteCheck } from './user-writes'
import { usePostgresServer, type PostgresServer, startPostgres } from './postgres'

type DatabaseServer = Omit<PostgresServer, 'stop'>

/** PostgreSQL advisory lock: only one process at a time creates the template. */
const templateLock = 7_361_999

let ownServer: PostgresServer | undefined

/** Opens a migrated database. `close` deletes it, because it may occupy memory. */
export const openTestStore = (): Promise<Store> =>
  dialect === 'sqlite' ? openSqliteStore() : openPostgresStore()

async function openSqliteStore(): Promise<Store> {
  const path = copySqliteTemplate(process.env['QUIRE_TEST_DATABASES'])
  const store = openSqlite(path)
  const close = async () => {
    await store.close()
    rmSync(dirname(path), { recursive: true, force: true })
  }
  return { ...store, close }
}

async function openPostgresStore(): Promise<Store> {
  const url = await createMigratedPostgresDatabase()
  const check = createUserWriteCheck()
  const onStatement = (text: string, connection: number) => {
    check.onStatement(text, connection)
    recordStatement?.(text)
  }
  const store = openPostgres(connectPostgres({ ...parsePostgresUrl(url), onStatement }))
  const close = async () => {
    await store.close()
    await (await getPostgresServer()).dropDatabase(url)
    const [wrong] = check.wrong
    if (wrong) throw new Error(`writeForUser changed what belongs to no user: ${wrong}`)
  }
  return { ...store, close }
}

/** Returns the path of a migrated SQLite database. */
export function copySqliteTemplate(folder = tmpdir()): string {
  templateFile ??= createSqliteTemplate()
  const path = join(mkdtempSync(join(folder, 'db-')), 'quire.db')
  copyFileSync(templateFile, path)
  return path
}

let templateFile: string | undefined

function createSqliteTemplate() {
  const path = join(mkdtempSync(join(tmpdir(), 'template-')), 'quire.db')
  const connection = new Database(path, { create: true })
  prepareConnection(connection)
  migrateSqlite(connection, sqliteMigrations)
  connection.run('pragma wal_checkpoint(truncate)')
  connection.close()
  return path
}

/** Returns the URL of an empty PostgreSQL database. */
export async function createPostgresDatabase(): Promise<string> {
  return (await getPostgresServer()).createDatabase()
}

/** Returns the URL of a migrated PostgreSQL database. */
export async function createMigratedPostgresDatabase(): Promise<string> {
  const server = await getPostgresServer()
  postgresTemplate ??= createPostgresTemplate(server)
  return server.createDatabase(undefined, await postgresTemplate)
}

async function migrateDatabase(url: string) {
  const client = connectPostgres(parsePostgresUrl(url))
  try {
    await migratePostgres(client, postgresMigrations)
  } finally {
    await client.end()
  }
}

async function getPostgresServer(): Promise<DatabaseServer> {
  const sharedUrl = process.env['QUIRE_TEST_POSTGRES']
  if (sharedUrl) return usePostgresServer(sharedUrl)
  ownServer ??= await startPostgres()
  return ownServer
}

let postgresTemplate: Promise<string> | undefined

/**
 * Returns the name of a migrated database to copy. Test processes share the template of a server.
 * The first process creates it, under a temporary name until it is complete.
 */
async function createPostgresTemplate(server: DatabaseServer): Promise<string> {
  const digest = new Bun.CryptoHasher('sha256').update(JSON.stringify(postgresMigrations))
  const name = `template_${digest.digest('hex').slice(0, 20)}`
  const admin = connectPostgres(parsePostgresUrl(server.url('postgres')))
  try {
    await admin.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(${templateLock})`
      const existing = await sql`select 1 from pg_database where datname = ${name}`
      if (existing.length > 0) return
      const draft = `draft_${crypto.randomUUID().replaceAll('-', '')}`
      await migrateDatabase(await server.createDatabase(draft))
      await sql`alter database ${sql(draft)} rename to ${sql(name)}`
    })
  } finally {
    await admin.end()
  }
  return name
}

export function parsePostgresUrl(url: string): PostgresOptions {
  const { hostname, port, username, password, pathname } = new URL(url)
  return {
    host: hostname,
    port: Number(port),
    username,
    password,
    database: pathname.slice(1),
    maxConnections: 4,
  }
}

export async function closeTestDatabases() {
  await ownServer?.stop()
  ownServer = undefined
  postgresTemplate = undefined
}
