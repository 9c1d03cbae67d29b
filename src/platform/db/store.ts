import type { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

type Both = PgDatabase<PgQueryResultHKT>

/** A database that may only be read. */
export interface Db extends Pick<Both, 'select' | 'selectDistinct' | 'with' | '$with' | '$count'> {
  /** A statement of your own; rows as the driver gives them: no mapping of dates, booleans or JSON. */
  rows<Row>(query: SQL): Promise<Row[]>
  /** Of a transaction: what stays when it ends, so that statements can be kept with it. */
  readonly lasting?: Db
  /** Another one when anything was committed by anybody; absent: nobody can tell without a question. */
  readonly version?: () => number
}

/** A database that may be written to. Exists only inside `write`; every `Tx` is also a `Db`. */
export interface Tx extends Db, Pick<Both, 'insert' | 'update' | 'delete'> {
  with: Both['with']
  /** A savepoint: what `work` wrote is undone when it throws, and the transaction lives on. */
  nest<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs when everything is safely written; not at all when the transaction fails. */
  afterCommit(run: () => void): void
}

/**
 * Runs `work` as one transaction, alone among all writers of the installation: all of it happens or
 * none of it. Inside, use only `tx`, wait for nothing but the database, and never write again.
 */
type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export interface Store {
  /** For reads that are quick by construction: they run on the main thread over SQLite. */
  readonly db: Db
  /**
   * For reads that can take over 10 ms (long lists, conditions, search, statistics): in a Worker over
   * SQLite, and refused with `unavailable` past a deadline.
   */
  readonly heavy: Db
  /** What a person did: on the disk before the answer goes out. */
  readonly write: Write
  /** What can be found out again, such as a slice of a scan: faster, and safe from corruption. */
  readonly writeBulk: Write
  /** Wakes every process that listens on `channel`, this one too. Delivered at least once. */
  notify(channel: string, payload: string): Promise<void>
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  /** A number that grows through all processes; for event ids. */
  nextEventId(): Promise<number>
  /** Lets the database look how its rows are spread: after many were added, so that it plans well. */
  refreshStatistics(): Promise<void>
  /** True when the database answers. */
  isAlive(): Promise<boolean>
  close(): Promise<void>
}
