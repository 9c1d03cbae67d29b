import type { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

type Both = PgDatabase<PgQueryResultHKT>

/** A read-only database. */
export interface Db extends Pick<Both, 'select' | 'selectDistinct' | 'with' | '$with' | '$count'> {
  /** Runs a custom statement. Rows are raw driver values: dates, booleans and JSON are not mapped. */
  rows<Row>(query: SQL): Promise<Row[]>
  /** For transactions: the handle that outlives them, to which prepared statements are attached. */
  readonly lasting?: Db
  /** Changes with every commit of any connection. Absent if reading it would require a query. */
  readonly version?: () => number
}

/** A writable database. Exists only inside `write`; every `Tx` is also a `Db`. */
export interface Tx extends Db, Pick<Both, 'insert' | 'update' | 'delete'> {
  with: Both['with']
  /** A savepoint: when `work` throws, its writes are undone and the transaction continues. */
  nest<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs after the commit; never when the transaction fails. */
  afterCommit(run: () => void): void
}

/**
 * Runs `work` as one transaction, serialized with all writers of the installation. Inside, use only
 * `tx`, wait only for the database, and never start another write.
 */
type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export interface Store {
  /** For fast reads: with SQLite they run on the main thread. */
  readonly db: Db
  /**
   * For reads that can take over 10 ms (long lists, filters, search, statistics). With SQLite they
   * run in a Worker and fail with `unavailable` after a deadline.
   */
  readonly heavy: Db
  /** For user actions: on disk before the response is sent. */
  readonly write: Write
  /** For data that can be recomputed, such as a slice of a scan: faster, and safe from corruption. */
  readonly writeBulk: Write
  /** Notifies every process that listens on `channel`, including this one. Delivered at least once. */
  notify(channel: string, payload: string): Promise<void>
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>
  /** An increasing number across all processes, for event ids. */
  nextEventId(): Promise<number>
  /**
   * Disables checkpoints in this process while another process writes in bulk and runs them: a
   * checkpoint would block the main thread. Does nothing on PostgreSQL.
   */
  leaveCheckpoints(toOtherProcess: boolean): void
  /** Updates the planner's statistics after many rows have been added. */
  refreshStatistics(): Promise<void>
  /** True when the database responds. */
  isAlive(): Promise<boolean>
  close(): Promise<void>
}
