/** Finds and restores user data of books and series, other than reading data. */
import { and, ne } from 'drizzle-orm'
import { collectionTables } from '../../../catalog/collections/schema'
import {
  type ListEntry,
  restoreMembership,
} from '../../../catalog/item-lists/entries/merge-membership'
import { readingListTables } from '../../../catalog/reading-lists/schema'
import { inIds } from '../../../platform/db/sql'
import { addBookmarks, type BookmarkRow } from '../../../reading/bookmarks/merge-bookmarks'
import { bookmarks } from '../../../reading/bookmarks/schema'
import { addHighlights, type HighlightRow } from '../../../reading/highlights/merge-highlights'
import { highlights } from '../../../reading/highlights/schema'
import { addPreferences, type PreferenceRow } from '../../../reading/preferences/merge-preferences'
import { preferences } from '../../../reading/preferences/schema'
import {
  addSeriesCompletions,
  type SeriesCompletionRow,
} from '../../../reading/progress/copies/merge-reading'
import { seriesCompletions } from '../../../reading/progress/schema'
import {
  type HiddenBook,
  hideAgain,
  listHiddenBooks,
} from '../../../reading/progress/shelves/hidden-books'
import { addRatings, type RatingRow } from '../../../reading/ratings/merge-ratings'
import { ratings } from '../../../reading/ratings/schema'
import {
  addMeasuredSessions,
  type MeasuredSession,
} from '../../../reading/statistics/sessions/measured-sessions'
import { readingSessions } from '../../../reading/statistics/schema'
import { addWanted, type WantedRow } from '../../../reading/want-to-read/merge-wanted'
import { wantToRead } from '../../../reading/want-to-read/schema'
import { editKinds } from './edit-kinds'
import type { FoundRow, ItemKind, Owner } from './item-kind'

const found =
  <Row extends { userId: string }>(getItemId: (row: Row) => string | null) =>
  (rows: readonly Row[]): FoundRow[] =>
    rows.map((row) => ({ itemId: getItemId(row)!, userId: row.userId, row }))

const byItem = found<{ userId: string; bookId: string | null; seriesId: string | null }>(
  ({ bookId, seriesId }) => bookId ?? seriesId,
)
const byBook = found<{ userId: string; bookId: string }>(({ bookId }) => bookId)
const bySeries = found<{ userId: string; seriesId: string }>(({ seriesId }) => seriesId)

const isMeasuredIn = (bookIds: readonly string[]) =>
  and(inIds(readingSessions.bookId, bookIds), ne(readingSessions.origin, 'events'))

/** Builds `find` for a table whose rows belong to either a book or a series. */
const findOfEither =
  (table: typeof ratings | typeof wantToRead | typeof preferences): ItemKind['find'] =>
  async (tx, owner, ids) => {
    const column = owner === 'book' ? table.bookId : table.seriesId
    return byItem(await tx.select().from(table).where(inIds(column, ids)))
  }

const both: readonly Owner[] = ['book', 'series']

export const itemKinds: readonly ItemKind[] = [
  {
    kind: 'bookmark',
    of: ['book'],
    find: async (tx, _, ids) =>
      byBook(await tx.select().from(bookmarks).where(inIds(bookmarks.bookId, ids))),
    putBack: (_, tx, { id }, rows) => addBookmarks(tx, id, rows as BookmarkRow[]),
  },
  {
    kind: 'highlight',
    of: ['book'],
    find: async (tx, _, ids) =>
      byBook(await tx.select().from(highlights).where(inIds(highlights.bookId, ids))),
    putBack: (_, tx, { id }, rows) => addHighlights(tx, id, rows as HighlightRow[]),
  },
  {
    kind: 'session',
    of: ['book'],
    find: async (tx, _, ids) =>
      byBook(await tx.select().from(readingSessions).where(isMeasuredIn(ids))),
    putBack: (_, tx, { id }, rows) => addMeasuredSessions(tx, id, rows as MeasuredSession[]),
  },
  {
    kind: 'rating',
    of: both,
    find: findOfEither(ratings),
    putBack: (_, tx, item, rows) => addRatings(tx, item, rows as RatingRow[]),
  },
  {
    kind: 'wanted',
    of: both,
    find: findOfEither(wantToRead),
    putBack: (_, tx, item, rows) => addWanted(tx, item, rows as WantedRow[]),
  },
  {
    kind: 'preference',
    of: both,
    find: findOfEither(preferences),
    putBack: (_, tx, item, rows) => addPreferences(tx, item, rows as PreferenceRow[]),
  },
  {
    kind: 'seriesCompletion',
    of: ['series'],
    find: async (tx, _, ids) =>
      bySeries(
        await tx.select().from(seriesCompletions).where(inIds(seriesCompletions.seriesId, ids)),
      ),
    putBack: (_, tx, { id }, rows) => addSeriesCompletions(tx, id, rows as SeriesCompletionRow[]),
  },
  {
    kind: 'listEntry',
    of: both,
    find: async (tx, owner, ids) => {
      const { items } = getListTables(owner)
      const entries = await tx.select().from(items).where(inIds(items.itemId, ids))
      return entries.map((row) => ({ itemId: row.itemId, userId: null, row }))
    },
    putBack: (_, tx, { kind, id }, rows) =>
      restoreMembership(tx, getListTables(kind), id, rows as ListEntry[]),
  },
  {
    kind: 'hidden',
    of: ['book'],
    find: async (tx, _, ids) => byBook(await listHiddenBooks(tx, ids)),
    putBack: (_, tx, { id }, rows) => hideAgain(tx, id, rows as HiddenBook[]),
  },
  ...editKinds,
]

const getListTables = (owner: Owner) => (owner === 'book' ? readingListTables : collectionTables)
