/**
 * A real, empty database for a test, of the kind that QUIRE_DIALECT names. On PostgreSQL the server is
 * the one of QUIRE_TEST_POSTGRES (started once by the test script) or one of our own.
 */
import { Database } from 'bun:sqlite'
import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dialect } from '../../src/platform/db/dialect'
import { migratePostgres, migrateSqlite } from '../../src/platform/db/migrations/migrate'
import {
  postgres as postgresMigrations,
  sqlite as sqliteMigrations,
} from '../../src/platform/db/migrations/embedded'
import { connectPostgres, openPostgres, type PostgresOptions } from '../../src/platform/db/postgres'
import { openSqlite } from '../../src/platform/db/sqlite/sqlite'
import { prepareConnection } from '../../src/platform/db/sqlite/sqlite-connection'
import type { Store } from '../../src/platform/db/store'
import { databasesAt, type PostgresServer, startPostgres } from './postgres'

type DatabaseServer = Omit<PostgresServer, 'stop'>

/** PostgreSQL advisory lock: one process at a time creates the template. */
const templateLock = 7_361_999

let ownServer: PostgresServer | undefined

export async function openTestStore(): Promise<Store> {
  if (dialect === 'sqlite') return openSqlite(copyOfTemplate())
  return openPostgres(connectPostgres(optionsOf(await newMigratedPostgresDatabase())))
}

/** A path to an up to date SQLite database. */
export function copyOfTemplate(): string {
  templateFile ??= makeTemplate()
  const path = join(mkdtempSync(join(tmpdir(), 'db-')), 'quire.db')
  copyFileSync(templateFile, path)
  return path
}

let templateFile: string | undefined

function makeTemplate() {
  const path = join(mkdtempSync(join(tmpdir(), 'template-')), 'quire.db')
  const connection = new Database(path, { create: true })
  prepareConnection(connection)
  migrateSqlite(connection, sqliteMigrations)
  connection.run('pragma wal_checkpoint(truncate)')
  connection.close()
  return path
}

/** URL of an empty PostgreSQL database. */
export async function newPostgresDatabase(): Promise<string> {
  return (await postgresServer()).createDatabase()
}

/** URL of an up to date PostgreSQL database. */
export async function newMigratedPostgresDatabase(): Promise<string> {
  const server = await postgresServer()
  postgresTemplate ??= createPostgresTemplate(server)
  return server.createDatabase(undefined, await postgresTemplate)
}

async function migrateAt(url: string) {
  const client = connectPostgres(optionsOf(url))
  try {
    await migratePostgres(client, postgresMigrations)
  } finally {
    await client.end()
  }
}

async function postgresServer(): Promise<DatabaseServer> {
  const given = process.env['QUIRE_TEST_POSTGRES']
  if (given) return databasesAt(given)
  ownServer ??= await startPostgres()
  return ownServer
}

let postgresTemplate: Promise<string> | undefined

/**
 * Returns the name of a migrated database to copy. Test processes that share a server share the template:
 * the first one creates it, under another name until it is complete.
 */
async function createPostgresTemplate(server: DatabaseServer): Promise<string> {
  const digest = new Bun.CryptoHasher('sha256').update(JSON.stringify(postgresMigrations))
  const name = `template_${digest.digest('hex').slice(0, 20)}`
  const admin = connectPostgres(optionsOf(server.url('postgres')))
  try {
    await admin.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(${templateLock})`
      const existing = await sql`select 1 from pg_database where datname = ${name}`
      if (existing.length > 0) return
      const draft = `draft_${crypto.randomUUID().replaceAll('-', '')}`
      await migrateAt(await server.createDatabase(draft))
      await sql`alter database ${sql(draft)} rename to ${sql(name)}`
    })
  } finally {
    await admin.end()
  }
  return name
}

export function optionsOf(url: string): PostgresOptions {
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
