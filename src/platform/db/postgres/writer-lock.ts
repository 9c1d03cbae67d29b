/**
 * Advisory lock for writes. A transaction that may write anything holds it alone, so that
 * transactions behave the same as on SQLite. Those that write only rows of one user share it, and
 * hold a lock of that user alone.
 */
import type { TransactionSql } from 'postgres'

export const writerLock = 7_361_002

/** Until the end of the transaction. */
export const lockAllWrites = (tx: TransactionSql): Promise<unknown> =>
  tx`select pg_advisory_xact_lock(${writerLock})`
