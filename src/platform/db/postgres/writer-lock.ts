/**
 * Advisory lock for writes. A transaction that may write any row holds it exclusively, so that
 * transactions behave as they do on SQLite. Transactions that write only rows of one user share
 * this lock, and hold an exclusive lock for that user.
 */
import { sql } from 'drizzle-orm'
import type { TransactionSql } from 'postgres'
import type { Tx } from '../store'

export const writerLock = 7_361_002

/** Holds the lock until the end of the transaction. */
export const lockAllWrites = (tx: TransactionSql): Promise<unknown> =>
  tx`select pg_advisory_xact_lock(${writerLock})`

/** Returns true if transactions of users, in any process, are waiting for the lock. */
export async function areUsersWaiting(tx: Tx): Promise<boolean> {
  const [row] = await tx.rows<{ waiting: boolean }>(sql`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and classid = 0 and objid = ${writerLock} and not granted
        and mode = 'ShareLock'
        and database = (select oid from pg_database where datname = current_database())
    ) as waiting`)
  return row!.waiting
}
