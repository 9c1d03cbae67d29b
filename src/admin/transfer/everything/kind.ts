/**
 * The kinds of records in an export of everything. Each kind is one file and one table. The list of
 * kinds is in `cli/transfer/kinds`, because it names tables of every module.
 */
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../../platform/db/store'

/** A row of any table. */
export type Row = Record<string, unknown>

/** A column as it is in the code. */
type ColumnName = string

export interface ExportedTable {
  table: PgTable
  /** Names of members that differ from what `describeMembers` makes of the column. */
  names?: Record<ColumnName, string>
  /** Columns that are not exported, with the reason. */
  leftOut?: Record<ColumnName, string>
  /** Columns that are exported only with secrets. */
  secrets?: readonly ColumnName[]
  /** Values that an import gives to columns that are not in the export. */
  missing?: Record<ColumnName, unknown>
  /** Columns with absolute paths, which an import can map to other folders. */
  folders?: readonly ColumnName[]
  /** Columns with paths below a folder. */
  relativePaths?: readonly ColumnName[]
  /** Members that other programs need and an import ignores. */
  extras?: () => Record<string, SQL>
}

/** Rows of another table that are members of each record. */
export interface NestedTable extends ExportedTable {
  member: string
  /** The column that refers to the record: its row number `n`, or its ID. */
  by: ColumnName
  /** A list of records in this order. Otherwise there is at most one. */
  orderBy?: readonly ColumnName[]
  /** Only these rows are members. */
  where?: () => SQL | undefined
}

export type Owner = 'books' | 'series'

export interface ExportKind extends ExportedTable {
  /** The name of the file, without `.jsonl`. */
  name: string
  /** What a record is, for the documentation. */
  about: string
  /** The whole file is exported only with secrets. */
  isSecret?: true
  /** Only these rows belong to the kind. */
  where?: () => SQL | undefined
  /** Written in the order of these records, as the import of reading expects. */
  of?: readonly Owner[]
  /** The order of the records, if not that of the primary key. */
  orderBy?: readonly ColumnName[]
  nested?: readonly NestedTable[]
  /** Records that are read or stored at once, if the usual number would take too much memory. */
  atOnce?: number
  /** Throws `WrongValue` for a row that could do harm. */
  check?: (row: Record<string, unknown>) => void
  /** Runs after rows were stored by an import. */
  onStored?: (tx: Tx, rows: readonly Row[], now: Date) => Promise<void>
}

/** A table that is not exported. */
export interface LeftOutTable {
  name: string
  why: 'derived' | 'secret' | 'work'
  reason: string
}
