/** Reading lists and bookmarks of Stump. */
import type { ForeignBookmark, ForeignList } from '../../neutral-form'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { parseLocator } from '../values/foreign-locator'
import { asId, asInstant, asInteger, asReal, asText, type Value } from '../values/foreign-values'
import { groupIds } from '../values/group-values'

/** Yields reading lists. A list that a rule restricts to some people is not public here. */
export function* readStumpLists(db: ForeignDatabase): Generator<ForeignList> {
  const items = db.rows('reading_list_items', ['reading_list_id', 'media_id'], {
    orderBy: ['display_order', 'media_id'],
  })
  const members = groupIds(items, 'reading_list_id', 'media_id')
  const rules = db.rows('reading_list_rules', ['reading_list_id', 'user_id'])
  const ruled = groupIds(rules, 'reading_list_id', 'user_id')
  const columns = ['id', 'name', 'description', 'visibility', 'creating_user_id'] as const
  for (const row of db.rows('reading_lists', columns, { orderBy: ['id'] })) {
    const [foreignId, ownerId] = [asId(row.id), asId(row.creating_user_id)]
    const name = asText(row.name, 200)?.trim()
    if (foreignId === null || ownerId === null || !name) continue
    const isPublic = asText(row.visibility, 40)?.toUpperCase() === 'PUBLIC'
    yield {
      foreignId,
      kind: 'readlist',
      name,
      summary: asText(row.description)?.trim() || null,
      isOrdered: true,
      ownerId,
      isPublic: isPublic && !ruled.has(foreignId),
      itemIds: members.get(foreignId) ?? [],
    }
  }
}

const columns = [
  'id',
  'user_id',
  'media_id',
  'page',
  'locator',
  'preview_content',
  'created_at',
] as const

export function* readStumpBookmarks(db: ForeignDatabase): Generator<ForeignBookmark> {
  for (const row of db.rows('bookmarks', columns, { orderBy: ['user_id', 'id'] })) {
    const [foreignId, personId, bookId] = [asId(row.id), asId(row.user_id), asId(row.media_id)]
    const place = readPlace(row)
    if (foreignId === null || personId === null || bookId === null || !place) continue
    yield {
      kind: 'bookmark',
      foreignId,
      personId,
      item: { kind: 'book', foreignId: bookId },
      at: asInstant(row.created_at),
      ...place,
      note: asText(row.preview_content, 2000)?.trim() || null,
    }
  }
}

/**
 * Counts bookmarks that are left out, because older versions store no fraction of the book for
 * places in e-books.
 */
export const countPlacesLeftOut = (db: ForeignDatabase): number =>
  [...db.rows('bookmarks', ['page', 'locator'])].filter((row) => !readPlace(row)).length

function readPlace({ page: given, locator: text }: ForeignRow<'page' | 'locator'>) {
  const page = asInteger(given)
  if (page !== null && page >= 1) return { page, locator: null, fraction: null }
  const locator = parseLocator(asText(text) ?? '')
  const fraction = asReal(locator?.locations.totalProgression as Value | undefined)
  return locator && fraction !== null ? { page: null, locator, fraction } : null
}
