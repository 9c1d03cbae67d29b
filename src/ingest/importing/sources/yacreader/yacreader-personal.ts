/** Ratings, bookmarks, labels, favorites and reading lists of YACReaderLibrary. */
import type { ForeignBookmark, ForeignList, ForeignRating } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { asId, asInteger, asReal, asText, type Value } from '../values/foreign-values'
import { groupIds } from '../values/group-values'
import { readInfoRows, type YacreaderFiles } from './yacreader-books'
import { readerId } from './yacreader-readings'

const bookmarkColumns = ['bookmark1', 'bookmark2', 'bookmark3'] as const
const columns = ['rating', 'review', ...bookmarkColumns] as const

export function* readYacreaderPersonal(
  db: ForeignDatabase,
  files: YacreaderFiles,
): Generator<ForeignRating | ForeignBookmark> {
  for (const [id, row] of readInfoRows(db, columns)) {
    const rating = readStars(row.rating)
    const note = asText(row.review)?.trim() || null
    const pages = new Set(bookmarkColumns.flatMap((name) => readBookmark(row[name])))
    for (const bookId of files.get(id) ?? []) {
      const common = {
        personId: readerId,
        item: { kind: 'book' as const, foreignId: bookId },
        at: null,
      }
      if (rating !== null || note !== null) {
        yield { ...common, kind: 'rating', foreignId: bookId, rating, note }
      }
      for (const page of pages) {
        const place = { page, locator: null, fraction: null, note: null }
        yield { ...common, kind: 'bookmark', foreignId: `${bookId}/${page}`, ...place }
      }
    }
  }
}

/** Reads up to 5 stars, including fractions of a star. */
function readStars(value: Value): number | null {
  const stars = asReal(value)
  return stars === null || stars <= 0 || stars > 5 ? null : Math.max(Math.round(stars * 20), 1)
}

/** Reads a bookmarked page. Pages start at 0, and -1 means no bookmark. */
function readBookmark(value: Value): number[] {
  const index = asInteger(value)
  return index === null || index < 0 ? [] : [index + 1]
}

interface ListTable {
  table: string
  link: string
  key: string
  isOrdered: boolean
}

const tables: readonly ListTable[] = [
  { table: 'label', link: 'comic_label', key: 'label_id', isOrdered: false },
  {
    table: 'reading_list',
    link: 'comic_reading_list',
    key: 'reading_list_id',
    isOrdered: true,
  },
  {
    table: 'default_reading_list',
    link: 'comic_default_reading_list',
    key: 'default_reading_list_id',
    isOrdered: false,
  },
]

export function* readYacreaderLists(db: ForeignDatabase): Generator<ForeignList> {
  for (const { table, link, key, isOrdered } of tables) {
    const rows = db.rows(link, [key, 'comic_id'], { orderBy: [key, 'ordering', 'comic_id'] })
    const members = groupIds(rows, key, 'comic_id')
    for (const row of db.rows(table, ['id', 'name'], { orderBy: ['id'] })) {
      const [id, name] = [asId(row.id), asText(row.name, 200)?.trim()]
      const itemIds = members.get(id ?? '') ?? []
      // Skips lists without comics: unused favorites, and folders, which contain only other lists.
      if (id === null || !name || itemIds.length === 0) continue
      yield {
        foreignId: `${table} ${id}`,
        kind: 'readlist',
        name,
        summary: null,
        isOrdered,
        ownerId: readerId,
        isPublic: false,
        itemIds,
      }
    }
  }
}
