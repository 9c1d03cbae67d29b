/** Groups rows of join tables. */
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { asId, asText } from './foreign-values'
import { asShortText } from '../locked-fields'

/** Groups the texts in one column by the ID in another column. */
export function groupValues<Key extends string, Name extends string>(
  rows: Iterable<ForeignRow<Key | Name>>,
  key: Key,
  name: Name,
): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const row of rows) push(groups, asId(row[key]), asText(row[name], 1000))
  return groups
}

/** Groups the IDs in one column by the ID in another column. */
export function groupIds<Key extends string, Name extends string>(
  rows: Iterable<ForeignRow<Key | Name>>,
  key: Key,
  name: Name,
): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const row of rows) push(groups, asId(row[key]), asId(row[name]))
  return groups
}

function push(groups: Map<string, string[]>, id: string | null, text: string | null) {
  if (id === null || text === null || text === '') return
  const known = groups.get(id)
  if (known) known.push(text)
  else groups.set(id, [text])
}

export type Pair = readonly [label: string, value: string]

/** Groups pairs of texts by the ID in the first column. */
export function groupPairs(
  db: ForeignDatabase,
  table: string,
  columns: readonly [key: string, label: string, value: string],
): Map<string, Pair[]> {
  const pairs = new Map<string, Pair[]>()
  for (const row of db.rows(table, columns)) {
    const [id, label, value] = [
      asId(row[columns[0]]),
      asShortText(row[columns[1]] ?? null),
      asShortText(row[columns[2]] ?? null),
    ]
    if (id === null || label === null || value === null) continue
    const known = pairs.get(id)
    if (known) known.push([label, value])
    else pairs.set(id, [[label, value]])
  }
  return pairs
}
