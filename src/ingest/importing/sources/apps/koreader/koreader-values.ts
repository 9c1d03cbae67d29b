/** Reads values from the Lua tables that KOReader writes. */
import { asInteger, asText } from '../../values/foreign-values'
import type { LuaTable, LuaValue } from './lua-table'

export const toValue = (value: LuaValue | undefined) =>
  typeof value === 'string' || typeof value === 'number' ? value : null

export const getText = (table: LuaTable | null, key: string): string | null => {
  const value = table?.get(key)
  return typeof value === 'string' ? asText(value) : null
}

export function getTable(table: LuaTable | null, key: string): LuaTable | null {
  const value = table?.get(key)
  return value instanceof Map ? value : null
}

const maxPage = 1_000_000

export function parsePageField(table: LuaTable, key: string): number | null {
  const value = asInteger(toValue(table.get(key)))
  return value !== null && value >= 1 && value <= maxPage ? value : null
}

/** Returns null for a place in reflowable text. */
export function getPageNumber(table: LuaTable, key: string): number | null {
  const value = table.get(key)
  if (typeof value !== 'number' || !(value >= 1 && value <= maxPage)) return null
  return Math.trunc(value)
}
