/**
 * A real, empty database for a test, of the kind that QUIRE_DIALECT names. On PostgreSQL the server is
 * the one of QUIRE_TEST_POSTGRES (started once by the test script) or one of our own.
 */
import { Database } from 'bun:sqlite'
import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dialect } from '../../src/db/dialect'
import { migratePostgres, migrateSqlite } from '../../src/db/migrate'
import { postgres as postgresMigrations, sqlite as sqliteMigrations } from '../../src/db/migrations'
import { connectPostgres, openPostgres, type PostgresOptions } from '../../src/db/postgres'
import { openSqlite } from '../../src/db/sqlite'
import { prepareConnection } from '../../src/db/sqlite-connection'
import type { Store } from '../../src/db/store'
import { databasesAt, type PostgresServer, startPostgres } from './postgres'

let ownServer: PostgresServer | undefined

export async function openTestStore(): Promise<Store> {
  if (dialect === 'sqlite') return openSqlite(copyOfTemplate())
  const client = connectPostgres(optionsOf(await newPostgresDatabase()))
  await migratePostgres(client, postgresMigrations)
  return openPostgres(client)
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
  const given = process.env['QUIRE_TEST_POSTGRES']
  if (given) return databasesAt(given).createDatabase()
  ownServer ??= await startPostgres()
  return ownServer.createDatabase()
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
}
