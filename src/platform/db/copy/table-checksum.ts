/** Row count and checksum of a table. Neither depends on the order of rows. */
import type { CopiedRow } from './copy-sides'
import { CopyRefused } from './copy-state'
import type { TableShape } from './table-shapes'

export interface TableChecksum {
  rows: number
  /** Sum of the hashes of all rows, modulo 2^64. */
  sum: bigint
}

export const emptyChecksum: TableChecksum = { rows: 0, sum: 0n }

export function addToChecksum(
  { rows: count, sum: start }: TableChecksum,
  table: TableShape,
  rows: readonly CopiedRow[],
): TableChecksum {
  const places = table.columns.flatMap(({ kind }, place) => (kind === 'json' ? [place] : []))
  let sum = start
  for (const row of rows)
    sum += Bun.hash.xxHash3(JSON.stringify(buildHashedRow(table, row, places)))
  return { rows: count + rows.length, sum: BigInt.asUintN(64, sum) }
}

/**
 * Replaces JSON values with a form that is the same on both databases. PostgreSQL preserves neither
 * the order of JSON members nor the spaces between them.
 */
function buildHashedRow(table: TableShape, row: CopiedRow, jsonPlaces: readonly number[]) {
  if (jsonPlaces.length === 0) return row
  const copy = [...row]
  for (const place of jsonPlaces) {
    const text = row[place]
    if (typeof text !== 'string') continue
    copy[place] = JSON.stringify(
      sortMembers(parseJson(text, `${table.name}.${table.columns[place]!.name}`)),
    )
  }
  return copy
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CopyRefused(
      `A value in ${where} is not valid JSON (${(error as Error).message}), which the other ` +
        `database cannot store. Nothing was changed in this database. Restore a backup from ` +
        `before the value came there, or report this as a bug.`,
    )
  }
}

/**
 * Sorts the members. Each object and array becomes an array that begins with its kind. Books have
 * hundreds of pages, so sorting takes most of the time of a checksum.
 */
function sortMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return ['[', ...value.map(sortMembers)]
  const sorted: unknown[] = ['{']
  const members = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(members).toSorted()) sorted.push(name, sortMembers(members[name]))
  return sorted
}
