/** Groups rows of a table that connects two others. */
import type { ForeignRow } from './foreign-database'
import { asId, asText } from './foreign-values'

/** Returns the texts of one column by the ID in another. */
export function groupValues<Key extends string, Name extends string>(
  rows: Iterable<ForeignRow<Key | Name>>,
  key: Key,
  name: Name,
): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const row of rows) {
    const id = asId(row[key])
    const text = asText(row[name], 1000)
    if (id === null || text === null || text === '') continue
    const known = groups.get(id)
    if (known) known.push(text)
    else groups.set(id, [text])
  }
  return groups
}
