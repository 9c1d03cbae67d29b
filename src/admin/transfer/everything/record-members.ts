/** Members of records, derived from the columns of the tables. */
import { getTableColumns, getTableName } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'
import { dialect } from '../../../platform/db/dialect'
import type { ExportedTable, ExportKind, NestedTable } from './export-kind'

export type MemberType = 'text' | 'boolean' | 'integer' | 'number' | 'instant' | 'json'

export interface Member {
  name: string
  column: string
  type: MemberType
  isNullable: boolean
  /** Whether the member gets a default value if a record lacks it. */
  hasDefault: boolean
  isSecret: boolean
  /** The possible values of a text. */
  words?: readonly string[]
  /** The table that the member refers to. */
  refersTo?: string
}

interface Reference {
  columns: string[]
  to: string
}

interface TableConfig {
  foreignKeys: {
    reference(): { columns: PgColumn[]; foreignTable: PgTable }
  }[]
  primaryKeys: { columns: PgColumn[] }[]
}

const readConfig = (table: PgTable) =>
  (dialect === 'postgres'
    ? pg.getTableConfig(table)
    : lite.getTableConfig(table as never)) as TableConfig

export const listReferences = (table: PgTable): Reference[] =>
  readConfig(table).foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference()
    return { columns: columns.map(({ name }) => name), to: getTableName(foreignTable) }
  })

/** Lists the names of the primary key columns. */
export function listKeyColumns(table: PgTable): string[] {
  const [composed] = readConfig(table).primaryKeys
  if (composed) return composed.columns.map(({ name }) => name)
  const columns = Object.entries(getTableColumns(table))
  return columns.filter(([, { primary }]) => primary).map(([name]) => name)
}

export const getColumn = (table: PgTable, name: string): PgColumn => {
  const column = getTableColumns(table)[name]
  if (!column) throw new Error(`${getTableName(table)} has no column ${name}`)
  return column
}

type Described = ExportedTable & Partial<Pick<NestedTable, 'by'>> & Pick<ExportKind, 'of'>

/** Row numbers are omitted, because every database assigns its own. */
const rowNumber = 'n'

/** Stands for a row number that refers to a book. */
const ofBook: Member = {
  name: 'book',
  column: 'bookId',
  type: 'text',
  isNullable: false,
  hasDefault: false,
  isSecret: false,
  refersTo: 'books',
}

export const isOfBookNumber = ({ table, of }: Pick<ExportKind, 'table' | 'of'>) =>
  of !== undefined && rowNumber in getTableColumns(table)

export function describeMembers(described: Described): Member[] {
  const { table, leftOut = {}, by } = described
  const isLeftOut = (column: string) => column === rowNumber || column === by || column in leftOut
  const references = listReferences(table).filter(({ columns }) => columns.length === 1)
  const members = Object.entries(getTableColumns(table))
    .filter(([column]) => !isLeftOut(column))
    .map(([column, definition]) => {
      const refersTo = references.find(({ columns }) => columns[0] === column)?.to
      return describeMember(described, { column, definition, refersTo })
    })
  return isOfBookNumber(described) ? [ofBook, ...members] : members
}

interface DescribedColumn {
  column: string
  definition: PgColumn
  refersTo: string | undefined
}

/**
 * Members with IDs of records in other files are named after those records: `userId` becomes
 * `user`.
 */
function describeMember(
  { names = {}, secrets = [] }: Described,
  { column, definition, refersTo }: DescribedColumn,
): Member {
  const words = definition.enumValues
  const ofReference = refersTo === undefined ? column : column.replace(/Id$/, '')
  return {
    column,
    name: names[column] ?? ofReference,
    type: findType(definition),
    isNullable: !definition.notNull,
    hasDefault: definition.hasDefault,
    isSecret: secrets.includes(column),
    ...(words && { words }),
    ...(refersTo !== undefined && { refersTo }),
  }
}

function findType(column: PgColumn): MemberType {
  const type = column.getSQLType()
  if (column.dataType === 'json' || type === 'jsonb') return 'json'
  if (column.dataType === 'date') return 'instant'
  if (column.dataType === 'boolean') return 'boolean'
  if (column.dataType !== 'number') return 'text'
  return type === 'integer' || type === 'bigint' ? 'integer' : 'number'
}
