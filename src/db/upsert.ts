/** Many rows at once, each inserted or put in the place of the one that is there. */
import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { dialect } from './dialect'
import { giveWay } from './give-way'
import { prepared } from './prepared'
import type { Tx } from './store'

/**
 * Every row names every column. `key` decides which row is replaced; it and the columns in `kept` are
 * not written into a row that is there.
 */
export function upsertInto<T extends PgTable>(
  table: T,
  { key, kept = [] }: { key: string; kept?: readonly string[] },
) {
  const columns = Object.entries(getTableColumns(table) as Record<string, Column>)
  const names = columns.map(([name]) => name)
  const changing = names.filter((name) => name !== key && !kept.includes(name))
  const onConflict = {
    target: table[key as keyof T] as never,
    set: Object.fromEntries(changing.map((name) => [name, excluded(name)])) as never,
  }
  // One short statement, prepared once, beats building one with thousands of parameters many times.
  const places = Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`]))
  const put = prepared('upsert', (tx: Tx) =>
    tx
      .insert(table)
      .values(places as never)
      .onConflictDoUpdate(onConflict),
  )
  return async (tx: Tx, rows: T['$inferInsert'][]): Promise<void> => {
    if (rows.length === 0) return
    if (dialect === 'postgres') {
      await tx
        .insert(table)
        .values(rows as never)
        .onConflictDoUpdate(onConflict)
      return
    }
    for (const row of rows) {
      await put(tx, encoded(columns, row))
      await giveWay()
    }
  }
}

const excluded = (name: string): SQL => sql`excluded.${sql.identifier(inSql(name))}`

/** As the `casing` of both stores does it. */
const inSql = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function encoded(columns: readonly [string, Column][], row: Record<string, unknown>) {
  const values: Record<string, unknown> = {}
  for (const [name, column] of columns) {
    const value = row[name] ?? null
    values[name] = value === null ? null : column.mapToDriverValue(value)
  }
  return values
}
