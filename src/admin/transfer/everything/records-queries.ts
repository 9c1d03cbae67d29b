/**
 * Counts the records of a kind, and reads them in slices, so that memory use does not depend on
 * their number.
 */
import { and, asc, getTableColumns, gt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { books } from '../../../catalog/books/schema'
import { series } from '../../../catalog/series/schema'
import { inIds, inNumbers } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import type { ExportKind, NestedTable, Owner, Row } from './export-kind'
import { getColumn, listKeyColumns } from './record-members'

const rowsAtOnce = 500
const ownersAtOnce = 200

/** Row numbers of books and series in ascending order. */
export type OwnerNumbers = Readonly<Record<Owner, readonly number[]>>

/**
 * Rows have the columns of the table and the extras. If `numbers` is given, reads only the rows of
 * these books and series.
 */
export const readSlices = (
  db: Db,
  kind: ExportKind,
  numbers?: OwnerNumbers,
): AsyncGenerator<Row[]> =>
  kind.of ? readByOwner(db, kind, { of: kind.of, numbers }) : readByKey(db, kind)

async function* readByKey(db: Db, kind: ExportKind): AsyncGenerator<Row[]> {
  const names = kind.orderBy ?? listKeyColumns(kind.table)
  const columns = names.map((name) => getColumn(kind.table, name))
  const limit = kind.atOnce ?? rowsAtOnce
  for (let after: Row | undefined; ;) {
    const last = after
    const isAfter = last && isAfterRow(columns, (index) => last[names[index]!])
    const query = selectRows(db, kind, and(kind.where?.(), isAfter))
    const rows = await query.orderBy(...columns.map((column) => asc(column))).limit(limit)
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    after = rows.at(-1)
  }
}

function isAfterRow(columns: readonly PgColumn[], getValue: (index: number) => unknown): SQL {
  const [column] = columns
  if (columns.length === 1) return gt(column!, getValue(0))
  const left = sql.join([...columns], sql`, `)
  const values = columns.map((one, index) => sql.param(getValue(index), one))
  return sql`(${left}) > (${sql.join(values, sql`, `)})`
}

const selectRows = (db: Db, { table, extras }: Pick<ExportKind, 'table' | 'extras'>, where?: SQL) =>
  db
    .select({ ...getTableColumns(table), ...extras?.() })
    .from(table as typeof books)
    .where(where) as unknown as RowQuery

/** The part of a query builder that is used here. */
interface RowQuery extends PromiseLike<Row[]> {
  orderBy(...columns: SQL[]): RowQuery & { limit(count: number): Promise<Row[]> }
}

const owners = {
  books: { table: books, column: 'bookId', n: books.n, id: books.id },
  series: { table: series, column: 'seriesId', n: series.n, id: series.id },
} as const

/** Lists the rows of all books first, then those of all series. */
async function* readByOwner(
  db: Db,
  kind: ExportKind,
  { of, numbers }: { of: readonly Owner[]; numbers: OwnerNumbers | undefined },
): AsyncGenerator<Row[]> {
  for (const owner of of) {
    const limit = kind.atOnce ?? ownersAtOnce
    const slices = numbers
      ? findOwners(db, owner, { numbers: numbers[owner], limit })
      : listOwners(db, owner, limit)
    for await (const slice of slices) {
      const rows = await readRowsOf(db, kind, owner, slice)
      if (rows.length > 0) yield rows
    }
  }
}

interface OwnerRow {
  n: number
  id: string
}

async function* listOwners(db: Db, owner: Owner, limit: number): AsyncGenerator<OwnerRow[]> {
  const { table, n, id } = owners[owner]
  for (let after = 0; ;) {
    const query = db.select({ n, id }).from(table as typeof books)
    const slice = await query.where(gt(n, after)).orderBy(asc(n)).limit(limit)
    if (slice.length > 0) yield slice
    if (slice.length < limit) return
    after = slice.at(-1)!.n
  }
}

async function* findOwners(
  db: Db,
  owner: Owner,
  { numbers, limit }: { numbers: readonly number[]; limit: number },
): AsyncGenerator<OwnerRow[]> {
  const { table, n, id } = owners[owner]
  for (let from = 0; from < numbers.length; from += limit) {
    const query = db.select({ n, id }).from(table as typeof books)
    yield await query.where(inNumbers(n, numbers.slice(from, from + limit))).orderBy(asc(n))
  }
}

async function readRowsOf(
  db: Db,
  kind: ExportKind,
  owner: Owner,
  slice: readonly OwnerRow[],
): Promise<Row[]> {
  const { column } = owners[owner]
  const byNumber = !(column in getTableColumns(kind.table))
  const isOfSlice = byNumber
    ? inNumbers(
        getColumn(kind.table, 'n'),
        slice.map(({ n }) => n),
      )
    : inIds(
        getColumn(kind.table, column),
        slice.map(({ id }) => id),
      )
  const keys = listKeyColumns(kind.table).map((name) => asc(getColumn(kind.table, name)))
  const rows = await selectRows(db, kind, and(kind.where?.(), isOfSlice)).orderBy(...keys)
  const groups = Map.groupBy(rows, (row) => row[byNumber ? 'n' : column])
  return slice.flatMap(({ n, id }) => {
    const own = groups.get(byNumber ? n : id) ?? []
    return byNumber ? own.map((row) => ({ ...row, [column]: id })) : own
  })
}

/** Returns the nested rows of each of these rows, keyed by `n` or `id`. */
export async function readNested(db: Db, nested: NestedTable, rows: readonly Row[]) {
  const { table, by, orderBy = [] } = nested
  const column = getColumn(table, by)
  const ids = rows.map((row) => row[getNestedKey(nested)])
  const isOfRows = by === 'n' ? inNumbers(column, ids as number[]) : inIds(column, ids as string[])
  const order = [by, ...orderBy].map((name) => asc(getColumn(table, name)))
  const found = await selectRows(db, nested, and(isOfRows, nested.where?.())).orderBy(...order)
  return Map.groupBy(found, (row) => row[by])
}

export const getNestedKey = ({ by }: NestedTable) => (by === 'n' ? 'n' : 'id')

/** Returns the row numbers of stored books or series, keyed by ID. */
export async function findRowNumbers(db: Db, owner: Owner, ids: readonly string[]) {
  const { table, n, id } = owners[owner]
  const query = db.select({ n, id }).from(table as typeof books)
  const rows = await query.where(inIds(id, ids))
  return new Map(rows.map((row) => [row.id, row.n]))
}

export async function countRecords(db: Db, { table, where }: ExportKind): Promise<number> {
  return db.$count(table, where?.())
}
