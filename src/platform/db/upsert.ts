/** Many rows at once, written with a statement that is put into words once. */
import { type Column, getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { dialect } from './dialect'
import { giveWay } from './yield'
import { type Preparable, prepared } from './prepared'
import { excluded } from './sql'
import type { Tx } from './store'

/**
 * `build` makes the statement for some rows. SQLite gets one short statement for each row, prepared
 * once: that beats building one with thousands of parameters many times.
 */
export function insertInto<T extends PgTable, Answer>(
  table: T,
  build: (tx: Tx, rows: T['$inferInsert'][]) => Preparable<Answer> & PromiseLike<Answer>,
) {
  const columns = Object.entries(getTableColumns(table) as Record<string, Column>)
  const places = Object.fromEntries(
    columns.map(([name]) => [name, sql`${sql.placeholder(name)}`]),
  ) as T['$inferInsert']
  const insert = prepared('insert', (tx: Tx) => build(tx, [places]))
  return async (tx: Tx, rows: T['$inferInsert'][]): Promise<RowOf<Answer>[]> => {
    if (rows.length === 0) return []
    if (dialect === 'postgres') return rowsOf(await build(tx, rows))
    const told: RowOf<Answer>[] = []
    for (const row of rows) {
      told.push(...rowsOf(await insert(tx, encoded(columns, row))))
      await giveWay()
    }
    return told
  }
}

type RowOf<Answer> = Answer extends readonly (infer Row)[] ? Row : never

/** Without `returning` the drivers answer something of their own. */
const rowsOf = <Answer>(answer: Answer) => (Array.isArray(answer) ? answer : []) as RowOf<Answer>[]

/**
 * Each row is inserted or put in the place of the one that is there. Every row names every column.
 * `key` decides which row is replaced; it and the columns in `kept` are not written into a row that is
 * there.
 */
export function upsertInto<T extends PgTable>(
  table: T,
  { key, kept = [] }: { key: string; kept?: readonly string[] },
) {
  const names = Object.keys(getTableColumns(table))
  const changing = names.filter((name) => name !== key && !kept.includes(name))
  const onConflict = {
    target: table[key as keyof T] as never,
    set: Object.fromEntries(changing.map((name) => [name, excluded(name)])) as never,
  }
  return insertInto(table, (tx, rows) =>
    tx
      .insert(table)
      .values(rows as never)
      .onConflictDoUpdate(onConflict),
  )
}

function encoded(columns: readonly [string, Column][], row: Record<string, unknown>) {
  const values: Record<string, unknown> = {}
  for (const [name, column] of columns) {
    const value = row[name] === undefined ? usual(column) : row[name]
    values[name] = value === null ? null : column.mapToDriverValue(value)
  }
  return values
}

const usual = ({ defaultFn, default: fixed }: Column): unknown => defaultFn?.() ?? fixed ?? null
