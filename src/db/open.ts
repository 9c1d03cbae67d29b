/** Opens the configured database: brought up to date first, refused in plain words where it must be. */
import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config/model'
import { migratePostgres, migrateSqlite } from './migrate'
import { postgres, sqlite } from './migrations'
import { connectPostgres, openPostgres, type PostgresOptions } from './postgres'
import { openSqlite, prepareConnection } from './sqlite'
import type { Store } from './store'

export async function openStore(config: Config): Promise<Store> {
  return config.database.type === 'postgres'
    ? openMigratedPostgres(postgresOptionsOf(config))
    : openMigratedSqlite(config.database.sqlite.path!)
}

/** For files of our own making, and for tests. */
export async function openMigratedSqlite(path: string): Promise<Store> {
  mkdirSync(dirname(path), { recursive: true })
  const connection = new Database(path, { create: true })
  try {
    prepareConnection(connection)
    migrateSqlite(connection, sqlite)
  } finally {
    connection.close()
  }
  return openSqlite(path)
}

export async function openMigratedPostgres(options: PostgresOptions): Promise<Store> {
  const client = connectPostgres(options)
  try {
    await migratePostgres(client, postgres)
  } catch (error) {
    await client.end({ timeout: 5 })
    throw error
  }
  return openPostgres(client)
}

export function postgresOptionsOf({ database: { postgres: options } }: Config): PostgresOptions {
  return {
    host: options.host,
    port: options.port,
    username: options.username,
    password: options.password ?? '',
    database: options.database,
    sslMode: options.ssl_mode,
    maxConnections: options.max_connections,
  }
}
