/**
 * Dumps a PostgreSQL database, restores dumps into a temporary database, and replaces a database
 * with a restored one.
 */
import { chmodSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Sql, TransactionSql } from 'postgres'
import { BackupRefused, countedTables, syncToDisk, type RowCounts } from './manifest'
import type { PostgresOptions } from '../postgres/postgres'
import { findTool, createMissingToolError, runTool } from './postgres-tools'

async function readServerMajor(client: Sql): Promise<number> {
  const [row] = await client<{ number: string }[]>`
    select current_setting('server_version_num') as number`
  return Math.floor(Number(row!.number) / 10_000)
}

/**
 * Dumps the database and counts its rows in the same snapshot. `target` exists only once the dump
 * is complete.
 */
export async function dumpPostgres(options: PostgresOptions, target: string): Promise<RowCounts> {
  const part = `${target}.part`
  return withClient(options, async (client) => {
    const major = await readServerMajor(client)
    const tool = findTool('pg_dump', major)
    if (!tool) throw createMissingToolError('pg_dump', major)
    try {
      const counts = await client.begin('isolation level repeatable read read only', async (tx) => {
        await tx`set local statement_timeout = 0`
        await tx`set local idle_in_transaction_session_timeout = 0`
        const [row] = await tx<{ snapshot: string }[]>`select pg_export_snapshot() as snapshot`
        const args = ['--format=custom', '--no-password', `--snapshot=${row!.snapshot}`]
        await runTool(tool, [...args, `--file=${part}`, `--dbname=${options.database}`], options)
        return countRows(tx)
      })
      chmodSync(part, 0o600)
      syncToDisk(part)
      renameSync(part, target)
      syncToDisk(dirname(target))
      return counts
    } finally {
      rmSync(part, { force: true })
    }
  })
}

/**
 * Restores a dump into a new database and calls `work` with that database, which is dropped on
 * failure.
 */
export async function restoreToScratch<T>(
  options: PostgresOptions,
  dump: string,
  work: (scratch: PostgresOptions, counts: RowCounts) => Promise<T>,
): Promise<T> {
  const database = `quire_restored_${crypto.randomUUID().slice(0, 8)}`
  const scratch = { ...options, database, maxConnections: 1 }
  return withClient(getMaintenanceOptions(options), async (client) => {
    const major = await readServerMajor(client)
    const tool = findTool('pg_restore', major)
    if (!tool) throw createMissingToolError('pg_restore', major)
    await createDatabase(client, options, database)
    try {
      const rules = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error']
      await runTool(tool, [...rules, '--no-password', `--dbname=${database}`, dump], options)
      return await work(scratch, await withClient(scratch, countRows))
    } catch (error) {
      await client`drop database if exists ${client(database)}`
      throw error
    }
  })
}

export async function dropDatabase(options: PostgresOptions, database: string) {
  await withClient(
    getMaintenanceOptions(options),
    (client) => client`drop database ${client(database)}`,
  )
}

/**
 * Replaces the configured database with `database`. The configured database is renamed to `kept`.
 */
export async function swapDatabases(options: PostgresOptions, database: string, kept: string) {
  await withClient(getMaintenanceOptions(options), async (client) => {
    await renameDatabase(client, options.database, kept)
    try {
      await renameDatabase(client, database, options.database)
    } catch (error) {
      await renameDatabase(client, kept, options.database)
      throw error
    }
  })
}

export async function withClient<T>(
  options: PostgresOptions,
  work: (client: Sql) => Promise<T>,
): Promise<T> {
  const { connectPostgres } = await import('../postgres/postgres')
  const client = connectPostgres({ ...options, maxConnections: 1 })
  try {
    return await work(client)
  } finally {
    await client.end({ timeout: 5 })
  }
}

async function countRows(client: Sql | TransactionSql): Promise<RowCounts> {
  const counts: Record<string, number> = {}
  for (const name of countedTables) {
    const [row] = await client<{ rows: string }[]>`select count(*) as rows from ${client(name)}`
    counts[name] = Number(row!.rows)
  }
  return counts as unknown as RowCounts
}

/**
 * Options for `postgres`, a database that exists on every server: a database cannot be created or
 * renamed from within itself.
 */
const getMaintenanceOptions = (options: PostgresOptions): PostgresOptions => ({
  ...options,
  database: 'postgres',
})

async function createDatabase(client: Sql, { username }: PostgresOptions, database: string) {
  try {
    await client`create database ${client(database)} template template0`
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    throw new BackupRefused(
      `The PostgreSQL user ${username} cannot create databases, but a backup is restored to a new ` +
        `database. Grant the permission: ALTER ROLE "${username}" CREATEDB`,
    )
  }
}

async function renameDatabase(client: Sql, from: string, to: string) {
  try {
    await client`alter database ${client(from)} rename to ${client(to)}`
  } catch (error) {
    if ((error as { code?: string }).code !== '55006') throw error
    throw new BackupRefused(`The database ${from} is in use. Close all connections first.`)
  }
}
