/**
 * Finds the other processes that use a PostgreSQL database. Asks the database itself: a role may
 * have no access to another one of the server.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../store'
import { anyConnectionName, connectionName } from './connection-name'
import type { PostgresOptions } from './postgres'

/** Counts the other servers, workers and commands that are connected to the database. */
export const countOtherProcesses = (db: Db): Promise<number> =>
  countProcesses(db, sql`application_name <> ${connectionName}`)

/** The same for commands that need the database for themselves and have not opened it. */
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
    where datname = current_database() and application_name like ${anyConnectionName}
      and ${isOther}`)
  return row!.processes
}
