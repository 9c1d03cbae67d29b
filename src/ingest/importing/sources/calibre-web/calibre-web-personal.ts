/** Shelves of Calibre-Web, and the pages that its readers bookmark. */
import type { ForeignBookmark, ForeignList } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { asBoolean, asId, asInteger, asText } from '../values/foreign-values'
import { groupIds } from '../values/group-values'
import { type CalibreFiles, findFileId } from '../calibre/calibre-files'

export function* readShelves(db: ForeignDatabase, files: CalibreFiles): Generator<ForeignList> {
  const links = db.rows('book_shelf_link', ['shelf', 'book_id'], {
    orderBy: ['order', 'date_added', 'id'],
  })
  const members = groupIds(links, 'shelf', 'book_id')
  const columns = ['id', 'name', 'is_public', 'user_id'] as const
  for (const row of db.rows('shelf', columns, { orderBy: ['id'] })) {
    const [foreignId, ownerId] = [asId(row.id), asId(row.user_id)]
    const name = asText(row.name, 200)?.trim()
    if (foreignId === null || ownerId === null || !name) continue
    yield {
      foreignId,
      kind: 'readlist',
      name,
      summary: null,
      isOrdered: true,
      ownerId,
      isPublic: asBoolean(row.is_public),
      itemIds: (members.get(foreignId) ?? []).flatMap((id) => findFileId(files, id) ?? []),
    }
  }
}

/**
 * Reads page bookmarks. Page numbers start at 0 in Calibre-Web. Places in e-books are left out,
 * because they have no fraction.
 */
export function* readPageBookmarks(
  db: ForeignDatabase,
  files: CalibreFiles,
): Generator<ForeignBookmark> {
  const columns = ['id', 'user_id', 'book_id', 'format', 'bookmark_key'] as const
  for (const row of db.rows('bookmark', columns, { orderBy: ['user_id', 'id'] })) {
    const [id, personId, bookId] = [asId(row.id), asId(row.user_id), asId(row.book_id)]
    const fileId = findFileId(files, bookId, asText(row.format, 20))
    const page = toPage(asText(row.bookmark_key, 40))
    if (id === null || personId === null || fileId === undefined || page === null) continue
    yield {
      kind: 'bookmark',
      foreignId: id,
      personId,
      item: { kind: 'book', foreignId: fileId },
      at: null,
      page,
      locator: null,
      fraction: null,
      note: null,
    }
  }
}

export function countTextBookmarks(db: ForeignDatabase): number {
  const rows = [...db.rows('bookmark', ['bookmark_key'])]
  return rows.filter((row) => toPage(asText(row.bookmark_key, 40)) === null).length
}

function toPage(key: string | null): number | null {
  const index = /^\d{1,10}$/.test(key ?? '') ? asInteger(key) : null
  return index === null ? null : index + 1
}
