/** Collections, which are for everyone, and playlists of Audiobookshelf. Both contain books. */
import type { ForeignList } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { asId, asText } from '../foreign-values'
import { groupIds } from '../group-values'
import type { Ebooks } from './audiobookshelf-books'

const tables = [
  {
    table: 'collections',
    items: 'collectionBooks',
    key: 'collectionId',
    item: 'bookId',
    isOwned: false,
  },
  {
    table: 'playlists',
    items: 'playlistMediaItems',
    key: 'playlistId',
    item: 'mediaItemId',
    isOwned: true,
  },
] as const

/** Lists without an e-book are left out. */
export function* readAudiobookshelfLists(
  db: ForeignDatabase,
  { byId }: Ebooks,
): Generator<ForeignList> {
  for (const { table, items, key, item, isOwned } of tables) {
    const rows = db.rows<string>(items, [key, item], { orderBy: ['order', 'createdAt'] })
    const members = groupIds(rows, key, item)
    const columns = ['id', 'name', 'description', 'userId'] as const
    for (const row of db.rows(table, columns, { orderBy: ['createdAt', 'id'] })) {
      const [foreignId, name] = [asId(row.id), asText(row.name, 200)?.trim()]
      const ownerId = isOwned ? asId(row.userId) : null
      const itemIds = (members.get(foreignId ?? '') ?? []).filter((id) => byId.has(id))
      if (foreignId === null || !name || itemIds.length === 0) continue
      if (isOwned && ownerId === null) continue
      const summary = asText(row.description)?.trim() || null
      const isPublic = !isOwned
      yield {
        foreignId,
        kind: 'readlist',
        name,
        summary,
        isOrdered: true,
        ownerId,
        isPublic,
        itemIds,
      }
    }
  }
}
