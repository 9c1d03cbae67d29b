/**
 * Kinds of records in a full export. Each kind is one file and one table. The list of kinds is in
 * `cli/transfer/kinds`, because it refers to tables of every module.
 */
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../../platform/db/store'

/** A row of any table. */
export type Row = Record<string, unknown>

/** The name of a column in the code. */
type ColumnName = string

export interface ExportedTable {
  table: PgTable
  /** Names of members that replace the names that `describeMembers` derives from the columns. */
  names?: Record<ColumnName, string>
  /** Columns that are not exported, with the reason. */
  leftOut?: Record<ColumnName, string>
  /** Columns that are exported only with secrets. */
  secrets?: readonly ColumnName[]
  /** Values that an import gives to columns that are not in the export. */
  missing?: Record<ColumnName, unknown>
  /** Columns with absolute paths, which an import can map to other folders. */
  folders?: readonly ColumnName[]
  /** Columns with paths relative to a folder. */
  relativePaths?: readonly ColumnName[]
  /** Members for other programs. An import ignores them. */
  extras?: () => Record<string, SQL>
}

/** Rows of another table that are members of each record. */
export interface NestedTable extends ExportedTable {
  member: string
  /** The column that refers to the record, by its row number `n` or its ID. */
  by: ColumnName
  /** If set, each record has a list of these rows in this order. Otherwise, it has at most one. */
  orderBy?: readonly ColumnName[]
  /** Condition for the rows to include. */
  where?: () => SQL | undefined
}

export type Owner = 'books' | 'series'

export interface ExportKind extends ExportedTable {
  /** The name of the file, without `.jsonl`. */
  name: string
  /** Description of a record, for the documentation. */
  about: string
  /** True if the whole file is exported only with secrets. */
  isSecret?: true
  /** Condition for the rows that this kind includes. */
  where?: () => SQL | undefined
  /**
   * Exports the records in the order of their books or series, as the import of reading data
   * expects.
   */
  of?: readonly Owner[]
  /** The order of the records, if it differs from that of the primary key. */
  orderBy?: readonly ColumnName[]
  nested?: readonly NestedTable[]
  /**
   * Number of records that are read or stored at once, if the default would take too much memory.
   */
  atOnce?: number
  /** Throws `WrongValue` for a row that could be harmful. */
  check?: (row: Record<string, unknown>) => void
  /** Runs after an import has stored rows. */
  onStored?: (tx: Tx, rows: readonly Row[], now: Date) => Promise<void>
}

export interface LeftOutTable {
  name: string
  why: 'derived' | 'secret' | 'work'
  reason: string
}
