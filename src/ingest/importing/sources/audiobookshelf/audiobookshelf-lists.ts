/** Collections, which are for everyone, and playlists of Audiobookshelf. Both contain books. */
import type { ForeignList } from '../../neutral-form'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { asId, asText } from '../values/foreign-values'
import { groupIds } from '../values/group-values'
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

const columns = ['id', 'name', 'description', 'userId'] as const

/** Yields the lists that contain an e-book. */
export function* readAudiobookshelfLists(
  db: ForeignDatabase,
  { byId }: Ebooks,
): Generator<ForeignList> {
  for (const { table, items, key, item, isOwned } of tables) {
    const rows = db.rows<string>(items, [key, item], { orderBy: ['order', 'createdAt'] })
    const members = groupIds(rows, key, item)
    for (const row of db.rows(table, columns, { orderBy: ['createdAt', 'id'] })) {
      const list = readList(row, isOwned)
      const itemIds = (members.get(list?.foreignId ?? '') ?? []).filter((id) => byId.has(id))
      if (list && itemIds.length > 0) yield { ...list, itemIds }
    }
  }
}

function readList(row: ForeignRow<(typeof columns)[number]>, isOwned: boolean) {
  const [foreignId, name] = [asId(row.id), asText(row.name, 200)?.trim()]
  const ownerId = isOwned ? asId(row.userId) : null
  if (foreignId === null || !name || (isOwned && ownerId === null)) return undefined
  const summary = asText(row.description)?.trim() || null
  const kind = 'readlist' as const
  return { foreignId, kind, name, summary, isOrdered: true, ownerId, isPublic: !isOwned }
}
