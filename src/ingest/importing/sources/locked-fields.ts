/** Fields that people locked in another program. */
import type { ForeignRow } from './foreign-database'
import { asBoolean, asText, type Value } from './values/foreign-values'

/** Column in the other program, field in Quire, and how the value is read. */
export type LockedField = readonly [string, string, (value: Value) => unknown]

export const asShortText = (value: Value) => asText(value, 500)?.trim() || null
export const asLongText = (value: Value) => asText(value)?.trim() || null

/** Omits a locked field without a value, because it would clear the field here. */
export function readLocked(row: ForeignRow, fields: readonly LockedField[], lockSuffix: string) {
  const locked = fields.flatMap(([column, field, read]) => {
    const value = asBoolean(row[`${column}${lockSuffix}`]) ? read(row[column] ?? null) : null
    return value === null ? [] : [[field, value] as const]
  })
  return Object.fromEntries(locked)
}
