/** Inserts or replaces many rows. On SQLite, the statement is built only once. */
import { type Column, getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { dialect } from './dialect'
import { type Preparable, prepareStatement } from './prepared'
import { excludedColumn } from './sql'
import type { Tx } from './store'

/**
 * `build` creates the statement for the given rows. On SQLite, one short prepared statement is run
 * for each row, which is faster than building a statement with thousands of parameters.
 */
export function prepareInsert<T extends PgTable, Answer>(
  table: T,
  build: (tx: Tx, rows: T['$inferInsert'][]) => Preparable<Answer> & PromiseLike<Answer>,
) {
  const columns = Object.entries(getTableColumns(table) as Record<string, Column>)
  const placeholders = Object.fromEntries(
    columns.map(([name]) => [name, sql`${sql.placeholder(name)}`]),
  ) as T['$inferInsert']
  const insert = prepareStatement('insert', (tx: Tx) => build(tx, [placeholders]))
  return async (tx: Tx, rows: T['$inferInsert'][]): Promise<RowOf<Answer>[]> => {
    if (rows.length === 0) return []
    if (dialect === 'postgres') return getRows(await build(tx, rows))
    const inserted: RowOf<Answer>[] = []
    for (const row of rows) {
      inserted.push(...getRows(await insert(tx, encodeRow(columns, row))))
    }
    return inserted
  }
}

type RowOf<Answer> = Answer extends readonly (infer Row)[] ? Row : never

/** Without `returning`, each driver returns a different value, which is ignored. */
const getRows = <Answer>(answer: Answer) => (Array.isArray(answer) ? answer : []) as RowOf<Answer>[]

/**
 * Returns a function that inserts each row, or replaces the existing one. Each row contains all
 * columns. `key` identifies the row to replace. The columns in `key` and `kept` are not
 * overwritten.
 */
export function prepareUpsert<T extends PgTable>(
  table: T,
  { key, kept = [] }: { key: string; kept?: readonly string[] },
) {
  const names = Object.keys(getTableColumns(table))
  const changing = names.filter((name) => name !== key && !kept.includes(name))
  const onConflict = {
    target: table[key as keyof T] as never,
    set: Object.fromEntries(changing.map((name) => [name, excludedColumn(name)])) as never,
  }
  return prepareInsert(table, (tx, rows) =>
    tx
      .insert(table)
      .values(rows as never)
      .onConflictDoUpdate(onConflict),
  )
}

function encodeRow(columns: readonly [string, Column][], row: Record<string, unknown>) {
  const values: Record<string, unknown> = {}
  for (const [name, column] of columns) {
    const value = row[name] === undefined ? getDefaultValue(column) : row[name]
    values[name] = value === null ? null : column.mapToDriverValue(value)
  }
  return values
}

const getDefaultValue = ({ defaultFn, default: fixed }: Column): unknown =>
  defaultFn?.() ?? fixed ?? null
