/** The source and the target of a copy. */
import type { Dialect } from '../dialect'
import type { TableShape } from './table-shapes'

/**
 * A value in the form that both databases share: JSON as text, timestamps as milliseconds since
 * 1970.
 */
export type CopiedValue = string | number | boolean | null

/** Values as stored in a database. On SQLite, they can be of any type. */
export type StoredRow = readonly unknown[]
export type CopiedRow = readonly CopiedValue[]

/** Values of the columns of a primary key. */
export type Key = readonly unknown[]

export interface ReadOptions {
  /** Skips rows up to and including this key. */
  after?: Key | null
  /** An SQL condition. */
  where?: string
}

export interface CopySource {
  readonly type: Dialect
  /** Display name: a path, or the name of a database. */
  readonly name: string
  /** Runs one statement. Its parameters are written as `?1`. */
  query(text: string, values?: readonly unknown[]): Promise<StoredRow[]>
  /** Returns the columns of the table's primary key. */
  listKey(table: TableShape): Promise<readonly string[]>
  /** Reads rows in primary key order, in batches of limited size. */
  read(table: TableShape, options?: ReadOptions): AsyncIterable<readonly StoredRow[]>
  /** Returns the highest row number that was ever assigned, including those of deleted rows. */
  readCounter(table: TableShape, column: string): Promise<number>
  /** Throws `CopyRefused` if another process uses the database. */
  requireAlone(): Promise<void>
  close(): Promise<void>
}

export interface CopyTarget extends CopySource {
  transact(work: () => Promise<void>): Promise<void>
  insert(table: TableShape, rows: readonly CopiedRow[]): Promise<void>
  setCounter(table: TableShape, column: string, value: number): Promise<void>
  /** Updates the planner's statistics and the search index after all rows have been copied. */
  complete(): Promise<void>
}
