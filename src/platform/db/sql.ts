/**
 * SQL that differs between the two databases, a helper for upserts, and the constraint errors of
 * both databases.
 */
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { dialect } from './dialect'

/**
 * Builds `column in (ids)` with a single parameter, so that the statement is the same for any
 * number of IDs.
 */
export const inIds = (column: SQLWrapper, ids: readonly string[]): SQL =>
  dialect === 'sqlite'
    ? sql`${column} in (select value from json_each(${encodeIds(ids)}))`
    : sql`${column} = any(${encodeIds(ids)}::uuid[])`

/**
 * Builds `column in (ids)` for a prepared statement. `encodeIds` creates the value of the
 * placeholder.
 */
export const inIdsPlaceholder = (column: SQLWrapper, name: string): SQL =>
  dialect === 'sqlite'
    ? sql`${column} in (select value from json_each(${sql.placeholder(name)}))`
    : sql`${column} = any(${sql.placeholder(name)}::uuid[])`

export const encodeIds = (ids: readonly string[]): string =>
  dialect === 'sqlite' ? JSON.stringify(ids) : `{${ids.join()}}`

/** Like `inIds`, but for row numbers (`n`). */
export const inNumbers = (column: SQLWrapper, numbers: readonly number[]): SQL =>
  dialect === 'sqlite'
    ? sql`${column} in (select value from json_each(${JSON.stringify(numbers)}))`
    : sql`${column} = any(${`{${numbers.join()}}`}::bigint[])`

/** Converts a timestamp to milliseconds since 1970, as an integer. */
export const getEpochMs = (instant: SQLWrapper): SQL =>
  dialect === 'sqlite'
    ? sql`${instant}`
    : sql`cast(round(extract(epoch from ${instant}) * 1000) as bigint)`

/**
 * For upserts: returns the value that the insert proposed for a column. `name` is the column's name
 * in code.
 */
export const excludedColumn = (name: string): SQL =>
  sql`excluded.${sql.identifier(toSnakeCase(name))}`

/** Converts column names in the same way as the `casing` option of both stores. */
const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Returns the kind of constraint that a statement violated, for any driver. Returns undefined for
 * all other errors.
 */
export function getViolation(error: unknown): 'unique' | 'foreign_key' | undefined {
  const { cause, code } = error as { cause?: { code?: unknown }; code?: unknown }
  const word = String(cause?.code ?? code)
  if (/^(23505|SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY))$/.test(word)) return 'unique'
  if (/^(23503|SQLITE_CONSTRAINT_FOREIGNKEY)$/.test(word)) return 'foreign_key'
  return undefined
}

/** Exposes the strings of a JSON list column as the table `texts` with the column `value`. */
export const unnestTexts = (column: SQLWrapper): SQL =>
  dialect === 'sqlite'
    ? sql`json_each(${column}) as texts`
    : sql`jsonb_array_elements_text(${column}) as texts(value)`
