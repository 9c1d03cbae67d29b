/**
 * Counts processes whose program knows fewer migrations than a schema change requires, and waits
 * for them to stop.
 */
import type { Sql, TransactionSql } from 'postgres'
import type { Log } from '../../log/log'
import { databaseLogMessages } from '../messages'
import { anyConnectionName, connectionName } from './connection-name'

const pollMs = 200

/**
 * Counts processes by the names of their connections, which contain the number of migrations that
 * the program knows. Every process keeps at least one connection open.
 */
export async function countOlderPrograms(
  client: Sql | TransactionSql,
  needed: number,
): Promise<number> {
  const [row] = await client<{ processes: number }[]>`
    select count(distinct application_name)::int as processes from pg_stat_activity
    where datname = current_database() and application_name ~ ${anyConnectionName}
      and application_name <> ${connectionName}
      and coalesce(substring(application_name from ' schema ([0-9]{1,9})$')::int, 0) < ${needed}`
  return row!.processes
}

/**
 * Waits until no older processes are running, but at most `waitMs`. Returns the number of those
 * that are still running.
 */
export async function waitForOlderPrograms(
  client: Sql,
  { needed, waitMs, log }: { needed: number; waitMs: number; log: Log },
): Promise<number> {
  const until = performance.now() + waitMs
  let count = await countOlderPrograms(client, needed)
  if (count > 0) log.warn(databaseLogMessages.waiting_for_older({ seconds: waitMs / 1000, count }))
  while (count > 0 && performance.now() < until) {
    await Bun.sleep(pollMs)
    count = await countOlderPrograms(client, needed)
  }
  return count
}
