/** The two databases of a copy. */
import type { Dialect } from '../dialect'
import type { TableShape } from './table-shapes'

/**
 * A value in the form that both databases share: JSON as text, instants as milliseconds since 1970.
 */
export type CopiedValue = string | number | boolean | null

/** Values as a database stores them, which on SQLite can be of any type. */
export type StoredRow = readonly unknown[]
export type CopiedRow = readonly CopiedValue[]

/** Values of the columns of a primary key. */
export type Key = readonly unknown[]

export interface ReadOptions {
  /** Skips the rows up to this key. */
  after?: Key | null
  /** SQL of a condition. */
  where?: string
}

export interface CopySource {
  readonly type: Dialect
  /** What people call it: a path, or the name of a database. */
  readonly name: string
  /** Runs one statement, whose parameters are written as `?1`. */
  query(text: string, values?: readonly unknown[]): Promise<StoredRow[]>
  /** Returns the columns of the primary key. */
  listKey(table: TableShape): Promise<readonly string[]>
  /** Reads rows in the order of the primary key, in batches of limited size. */
  read(table: TableShape, options?: ReadOptions): AsyncIterable<readonly StoredRow[]>
  /** Returns the highest row number that was ever assigned, also to a row that is gone. */
  readCounter(table: TableShape, column: string): Promise<number>
  /** Throws `CopyRefused` if another process uses the database. */
  requireAlone(): Promise<void>
  close(): Promise<void>
}

export interface CopyTarget extends CopySource {
  transact(work: () => Promise<void>): Promise<void>
  insert(table: TableShape, rows: readonly CopiedRow[]): Promise<void>
  setCounter(table: TableShape, column: string, value: number): Promise<void>
  /** Prepares the planner's statistics and the search index once all rows are there. */
  complete(): Promise<void>
}
