/** Many rows at once, each inserted or put in the place of the one that is there. */
import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { dialect } from './dialect'
import { giveWay } from './give-way'
import type { Tx } from './store'

/**
 * Every row names every column. `key` decides which row is replaced; it and the columns in `kept` are
 * not written into a row that is there.
 */
export async function upsertRows<T extends PgTable>(
  tx: Tx,
  table: T,
  { key, kept = [], rows }: { key: string; kept?: readonly string[]; rows: T['$inferInsert'][] },
) {
  if (rows.length === 0) return
  const columns = getTableColumns(table) as Record<string, Column>
  const changing = Object.keys(columns).filter((name) => name !== key && !kept.includes(name))
  const onConflict = {
    target: columns[key] as never,
    set: Object.fromEntries(changing.map((name) => [name, excluded(name)])) as never,
  }
  if (dialect === 'postgres') {
    await tx
      .insert(table)
      .values(rows as never)
      .onConflictDoUpdate(onConflict)
    return
  }
  // One short statement, prepared once, beats building one with thousands of parameters many times.
  const values = Object.fromEntries(
    Object.keys(columns).map((name) => [name, sql`${sql.placeholder(name)}`]),
  )
  const insert = tx
    .insert(table)
    .values(values as never)
    .onConflictDoUpdate(onConflict)
  const statement = insert.prepare('upsert')
  for (const row of rows) {
    await statement.execute(encoded(columns, row))
    await giveWay()
  }
}

const excluded = (name: string): SQL => sql`excluded.${sql.identifier(inSql(name))}`

/** As the `casing` of both stores does it. */
const inSql = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function encoded(columns: Record<string, Column>, row: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => {
      const value = row[name] ?? null
      return [name, value === null ? null : column.mapToDriverValue(value)]
    }),
  )
}
