/** Words of SQL that the two databases spell differently, each hidden behind one name. */
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { dialect } from './dialect'

/** `column in (ids)` as one parameter, so that the statement is the same for any number of ids. */
export const among = (column: SQLWrapper, ids: readonly string[]): SQL =>
  dialect === 'sqlite'
    ? sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`
    : sql`${column} = any(${`{${ids.join()}}`}::uuid[])`

/** The same for the small numbers `n`. */
export const amongNumbers = (column: SQLWrapper, numbers: readonly number[]): SQL =>
  dialect === 'sqlite'
    ? sql`${column} in (select value from json_each(${JSON.stringify(numbers)}))`
    : sql`${column} = any(${`{${numbers.join()}}`}::bigint[])`

/** What an insert has for a column, by its name in code, where the row is there already. */
export const excluded = (name: string): SQL => sql`excluded.${sql.identifier(inSql(name))}`

/** As the `casing` of both stores spells it. */
const inSql = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Which constraint refused a statement; one answer for all drivers. */
export function violation(error: unknown): 'unique' | 'foreign_key' | undefined {
  const { cause, code } = error as { cause?: { code?: unknown }; code?: unknown }
  const word = String(cause?.code ?? code)
  if (/^(23505|SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY))$/.test(word)) return 'unique'
  if (/^(23503|SQLITE_CONSTRAINT_FOREIGNKEY)$/.test(word)) return 'foreign_key'
  return undefined
}
