/** Adds and removes bookmarks imported from other programs. */
import { and, eq } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import { maxInBook } from './model'
import {
  buildMarkRows,
  type ImportedRow,
  type MarkOutcome,
  planMarks,
  removeUnchanged,
} from './imported-marks'
import { bookmarks } from './schema'

export interface ImportedBookmark {
  bookId: string
  page: number | null
  locator: Record<string, unknown> | null
  fraction: number
  note: string | null
  at: Date
}

type BookmarkPlace = Pick<ImportedBookmark, 'bookId' | 'page' | 'fraction'>

/**
 * `userId` is null for an account that does not exist yet. `given` contains each place only once.
 */
export async function planImportedBookmarks(
  db: Db,
  userId: string | null,
  given: readonly ImportedBookmark[],
): Promise<MarkOutcome[]> {
  const bookIds = [...new Set(given.map(({ bookId }) => bookId))]
  const known = userId === null ? [] : await listOfBooks(db, userId, bookIds)
  return planMarks<BookmarkPlace>(given, { known, buildKey: buildBookmarkKey, maxInBook })
}

const listOfBooks = (db: Db, userId: string, bookIds: readonly string[]) =>
  db
    .select({ bookId: bookmarks.bookId, page: bookmarks.page, fraction: bookmarks.fraction })
    .from(bookmarks)
    .where(and(eq(bookmarks.userId, userId), inIds(bookmarks.bookId, bookIds)))

/** Two bookmarks are the same if they are on the same page, or at the same place in a text. */
export const buildBookmarkKey = ({ bookId, page, fraction }: BookmarkPlace) =>
  page === null ? `${bookId} at ${fraction.toFixed(6)}` : `${bookId} page ${page}`

/** Returns the IDs of the new bookmarks. */
export async function storeImportedBookmarks(
  tx: Tx,
  userId: string,
  given: readonly ImportedBookmark[],
): Promise<string[]> {
  if (given.length === 0) return []
  const rows = buildMarkRows(userId, given)
  await tx.insert(bookmarks).values(rows)
  return rows.map(({ id }) => id)
}

/** Returns the number of bookmarks that were kept because their user changed them. */
export const removeImportedBookmarks = (
  tx: Tx,
  userId: string,
  removed: readonly ImportedRow[],
): Promise<number> => removeUnchanged(tx, bookmarks, { userId, removed })
