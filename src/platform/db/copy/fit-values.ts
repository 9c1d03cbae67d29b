/**
 * Converts values so that both databases can store them. SQLite accepts any value in any column,
 * but PostgreSQL does not. A value that only SQLite can hold is replaced by the nearest valid value
 * or by null, and the change is reported. If neither is possible, the copy is refused.
 */
import type { CopiedRow, CopiedValue, StoredRow } from './copy-sides'
import { CopyRefused } from './copy-state'
import type { ColumnKind, ColumnShape, TableShape } from './table-shapes'

const maxInteger = 2 ** 31 - 1
/** The earliest timestamp that PostgreSQL can store, in 4714 BC. */
const minInstantMs = -210_866_803_200_000
/** The latest time that JavaScript can represent. */
const maxInstantMs = 8_640_000_000_000_000
const replacement = '\ufffd'
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns undefined if the column has no similar valid value. */
type Fit = (stored: unknown) => CopiedValue | undefined

const fits: Readonly<Record<ColumnKind, Fit>> = {
  uuid: fitUuid,
  text: (stored) => (typeof stored === 'string' ? cleanText(stored) : undefined),
  json: fitJson,
  boolean: (stored) => (typeof stored === 'number' ? stored === 1 : takeBoolean(stored)),
  integer: (stored) => fitNumber(stored, -maxInteger - 1, maxInteger),
  long: (stored) => fitNumber(stored, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  real: (stored) => (typeof stored === 'number' && !Number.isNaN(stored) ? stored : undefined),
  instant: (stored) => fitNumber(stored, minInstantMs, maxInstantMs),
}

function fitUuid(stored: unknown) {
  if (typeof stored !== 'string') return undefined
  if (uuidPattern.test(stored)) return stored
  const lower = stored.toLowerCase()
  return uuidPattern.test(lower) ? lower : undefined
}

const cleanText = (text: string) =>
  text.includes('\0') || !text.isWellFormed()
    ? text.toWellFormed().replaceAll('\0', replacement)
    : text

/**
 * Parses only JSON with escape sequences, because only these can represent characters that
 * PostgreSQL cannot store.
 */
function fitJson(stored: unknown) {
  if (typeof stored !== 'string') return undefined
  if (!stored.includes('\\u')) return stored
  let isChanged = false
  const clean = (text: string) => {
    const cleaned = cleanText(text)
    isChanged ||= cleaned !== text
    return cleaned
  }
  const cleaned = JSON.stringify(mapTexts(JSON.parse(stored), clean))
  return isChanged ? cleaned : stored
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [map(name), mapTexts(one, map)]),
  )
}

const takeBoolean = (stored: unknown) => (typeof stored === 'boolean' ? stored : undefined)

function fitNumber(stored: unknown, min: number, max: number) {
  if (typeof stored !== 'number' || Number.isNaN(stored)) return undefined
  return Math.min(Math.max(Math.trunc(stored), min), max)
}

/** Values of a column that were changed to fit the target. */
export interface ChangedColumn {
  /** Table and column name. */
  name: string
  count: number
  /** The first changed value, before and after. */
  from: string
  to: string
}

/** Changed values by table. If a table is read again, its count starts again. */
export type ChangedValues = Map<string, Map<string, ChangedColumn>>

export function fitRows(
  table: TableShape,
  rows: readonly StoredRow[],
  changed: ChangedValues,
): CopiedRow[] {
  return rows.map((row) =>
    table.columns.map((column, place) => {
      const stored = row[place]
      if (stored === null) return null
      const value = fitValue(table, column, stored)
      if (value !== stored) report(changed, table, column, { stored, value })
      return value
    }),
  )
}

function fitValue(table: TableShape, column: ColumnShape, stored: unknown): CopiedValue {
  const fitted = tryFit(column, stored)
  if (fitted !== undefined) return fitted
  if (column.isNullable) return null
  throw new CopyRefused(
    `The table ${table.name} has a value in the column ${column.name} that the other database ` +
      `cannot store: ${shorten(stored)}. Nothing was changed in this database. ` +
      `Restore a backup from before the value came there, or report this as a bug.`,
  )
}

function tryFit({ kind }: ColumnShape, stored: unknown) {
  try {
    return fits[kind](stored)
  } catch (error) {
    // The JSON cannot be parsed.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function report(
  changed: ChangedValues,
  table: TableShape,
  column: ColumnShape,
  { stored, value }: { stored: unknown; value: CopiedValue },
) {
  const columns = changed.get(table.name) ?? new Map<string, ChangedColumn>()
  changed.set(table.name, columns)
  const name = `${table.name}.${column.name}`
  const known = columns.get(name)
  if (known) known.count++
  else columns.set(name, { name, count: 1, from: shorten(stored), to: shorten(value) })
}

const maxShown = 60

/**
 * Formats a value for messages: quoted, with escape sequences for characters that a terminal cannot
 * show.
 */
const shorten = (value: unknown): string => {
  const text = value instanceof Uint8Array ? `${value.length} bytes` : JSON.stringify(value)
  return text.length > maxShown ? `${text.slice(0, maxShown).toWellFormed()}…` : text
}
