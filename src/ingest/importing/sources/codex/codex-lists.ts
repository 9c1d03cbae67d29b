/** Collections and reading lists of Codex. They have no owner. */
import type { ForeignList } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { asBoolean, asId, asText } from '../values/foreign-values'
import { groupIds } from '../values/group-values'

const kinds = [
  {
    kind: 'collection',
    table: 'collections',
    items: 'collection_series',
    key: 'collection_id',
    item: 'series_id',
  },
  {
    kind: 'readlist',
    table: 'read_lists',
    items: 'read_list_books',
    key: 'read_list_id',
    item: 'book_id',
  },
] as const

const columns = ['id', 'name', 'summary', 'ordered', 'condition'] as const

export function* readCodexLists(db: ForeignDatabase): Generator<ForeignList> {
  for (const { kind, table, items, key, item } of kinds) {
    const rows = db.rows<string>(items, [key, item], { orderBy: ['position', 'created_at'] })
    const members = groupIds(rows, key, item)
    for (const row of db.rows(table, columns, { orderBy: ['created_at', 'id'] })) {
      const [foreignId, name] = [asId(row.id), asText(row.name, 200)?.trim()]
      if (foreignId === null || !name || isSmart(row.condition)) continue
      yield {
        foreignId,
        kind,
        name,
        summary: asText(row.summary)?.trim() || null,
        isOrdered: asBoolean(row.ordered),
        ownerId: null,
        isPublic: true,
        itemIds: members.get(foreignId) ?? [],
      }
    }
  }
}

/**
 * Returns true for a list with a condition. JSON columns may hold the word `null` instead of no
 * value.
 */
const isSmart = (condition: Parameters<typeof asText>[0]) => {
  const text = asText(condition)?.trim() ?? ''
  return text !== '' && text !== 'null'
}

export const countSmartCollections = (db: ForeignDatabase): number =>
  [...db.rows('collections', ['condition'])].filter(({ condition }) => isSmart(condition)).length
