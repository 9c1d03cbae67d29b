/**
 * Counts the other processes that use a PostgreSQL database, and lets only one process verify its
 * secrets at a time. All queries run in that database, because a role may have no access to other
 * databases on the server.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../store'
import { anyConnectionName, connectionName } from './connection-name'
import type { PostgresOptions } from './postgres'

/** Advisory lock of a process that is verifying its secrets. */
const verifyLock = 7_361_004

/** Counts the other servers, workers and commands that are connected to the database. */
export const countOtherProcesses = (db: Db): Promise<number> =>
  countProcesses(db, sql`application_name <> ${connectionName}`)

/** Counts the other processes, except those waiting to be verified, which may still be rejected. */
export const countVerifiedProcesses = (db: Db): Promise<number> =>
  countProcesses(
    db,
    sql`application_name <> ${connectionName} and application_name not in (
      select waiting.application_name from pg_locks join pg_stat_activity as waiting using (pid)
      where locktype = 'advisory' and objid = ${verifyLock} and not granted
        and waiting.datname = current_database())`,
  )

/** Calls `verify` in only one process of the installation at a time. */
export async function verifyInTurn(
  options: PostgresOptions,
  verify: () => Promise<void>,
): Promise<void> {
  const { connectPostgres } = await import('./postgres')
  const client = connectPostgres({ ...options, maxConnections: 1 })
  try {
    await client.begin(async (tx) => {
      await tx`set local statement_timeout = 0`
      await tx`select pg_advisory_xact_lock(${verifyLock})`
      await verify()
    })
  } finally {
    await client.end({ timeout: 5 })
  }
}

/**
 * Counts all processes connected to the database, for commands that need exclusive use of it and
 * have not opened it yet.
 */
export async function countRunningProcesses(options: PostgresOptions): Promise<number> {
  const { connectPostgres, openPostgres } = await import('./postgres')
  const store = openPostgres(connectPostgres({ ...options, maxConnections: 1 }))
  try {
    return await countProcesses(store.db, sql`pid <> pg_backend_pid()`)
  } finally {
    await store.close()
  }
}

async function countProcesses(db: Db, isOther: SQL): Promise<number> {
  const [row] = await db.rows<{ processes: number }>(sql`
    select count(distinct application_name)::int as processes from pg_stat_activity
    where datname = current_database() and application_name ~ ${anyConnectionName}
      and ${isOther}`)
  return row!.processes
}
