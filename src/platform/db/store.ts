import type { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

type Both = PgDatabase<PgQueryResultHKT>

/** A read-only database. */
export interface Db extends Pick<Both, 'select' | 'selectDistinct' | 'with' | '$with' | '$count'> {
  /**
   * Runs a custom statement. Rows contain the raw values of the driver: dates, booleans and JSON
   * are not converted.
   */
  rows<Row>(query: SQL): Promise<Row[]>
  /**
   * Set in a transaction: the handle that outlives it. Prepared statements are attached to this
   * handle.
   */
  readonly lasting?: Db
  /**
   * Changes with each commit of any connection. Absent if reading the version would require a
   * query.
   */
  readonly version?: () => number
  /** Runs synchronous work, and reads the version only once for all of it. */
  readonly atOneVersion?: <T>(work: () => T) => T
}

/** A writable database. It exists only inside `write`, and every `Tx` is also a `Db`. */
export interface Tx extends Db, Pick<Both, 'insert' | 'update' | 'delete'> {
  with: Both['with']
  /** A savepoint: if `work` throws, its writes are undone, and the transaction continues. */
  nest<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs after the commit. Never runs if the transaction fails. */
  afterCommit(run: () => void): void
}

/**
 * Runs `work` as a transaction, one at a time among all writers of the installation. In `work`, use
 * only `tx`, wait only for the database, and never start another write.
 */
type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export interface Store {
  /** For fast reads, which run on the main thread with SQLite. */
  readonly db: Db
  /**
   * For reads that can take more than 10 ms (long lists, filters, search, statistics). With SQLite,
   * they run in a Worker and fail with `unavailable` after a deadline.
   */
  readonly heavy: Db
  /**
   * Like `heavy`, for lists that requests ask for. If `database.postgres.read_host` is set, a
   * replica answers each statement, provided that it has received everything committed before.
   * Never use this for queries on which authentication, permissions or changes depend.
   */
  readonly replica: Db
  /** For user actions: the changes are on disk before the response is sent. */
  readonly write: Write
  /**
   * Like `write`, for rows that belong to one user. On PostgreSQL, such transactions of different
   * users run at the same time. All other rows may only be read.
   */
  readonly writeForUser: <T>(userId: string, work: (tx: Tx) => Promise<T>) => Promise<T>
  /**
   * For data that can be recomputed, such as a slice of a scan. This is faster. A power failure can
   * lose the data, but cannot damage the database.
   */
  readonly writeBulk: Write
  /**
   * Acquires the lock of this name among all processes. Stops waiting if the signal is aborted.
   * Returns a function that releases the lock. Callers in the same process must coordinate among
   * themselves.
   */
  lock(name: string, signal?: AbortSignal): Promise<() => void>
  /** Reads a snapshot of the database, however long `work` takes. Does not block writes. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Notifies every process that listens on `channel`, including this one. A process can miss
   * notifications while its connection to the database is lost.
   */
  notify(channel: string, payload: string): Promise<void>
  /**
   * `onResumed` is called when a lost connection is restored. Notifications that were sent during
   * the interruption may have been missed.
   */
  listen(
    channel: string,
    handler: (payload: string) => void,
    onResumed?: () => void,
  ): Promise<() => Promise<void>>
  /** Returns a number that increases across all processes, for event IDs. */
  nextEventId(): Promise<number>
  /**
   * Disables checkpoints in this process while another process writes in bulk and runs them,
   * because a checkpoint would block the main thread. Does nothing on PostgreSQL.
   */
  leaveCheckpoints(toOtherProcess: boolean): void
  /** Updates the planner's statistics after many rows have been added. */
  refreshStatistics(): Promise<void>
  /** Returns true if the database responds. */
  isAlive(): Promise<boolean>
  close(): Promise<void>
}
