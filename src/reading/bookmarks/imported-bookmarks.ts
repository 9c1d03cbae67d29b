/** Adds bookmarks of other programs. */
import { and, eq } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import { maxInBook } from './model'
import { type ImportedRow, removeUnchanged } from './remove-unchanged'
import { bookmarks } from './schema'

export interface ImportedBookmark {
  bookId: string
  page: number | null
  locator: Record<string, unknown> | null
  fraction: number
  note: string | null
  at: Date
}

export type BookmarkOutcome = 'new' | 'same' | 'not_possible'

/** `userId`: null for an account that does not exist yet. Each place is there once. */
export async function planImportedBookmarks(
  db: Db,
  userId: string | null,
  given: readonly ImportedBookmark[],
): Promise<BookmarkOutcome[]> {
  const bookIds = [...new Set(given.map(({ bookId }) => bookId))]
  const rows = userId === null ? [] : await listOfBooks(db, userId, bookIds)
  const known = new Set(rows.map(buildBookmarkKey))
  const counts = new Map<string, number>()
  for (const { bookId } of rows) counts.set(bookId, (counts.get(bookId) ?? 0) + 1)
  return given.map((one) => {
    if (known.has(buildBookmarkKey(one))) return 'same'
    const count = counts.get(one.bookId) ?? 0
    counts.set(one.bookId, count + 1)
    return count < maxInBook ? 'new' : 'not_possible'
  })
}

const listOfBooks = (db: Db, userId: string, bookIds: readonly string[]) =>
  db
    .select({ bookId: bookmarks.bookId, page: bookmarks.page, fraction: bookmarks.fraction })
    .from(bookmarks)
    .where(and(eq(bookmarks.userId, userId), inIds(bookmarks.bookId, bookIds)))

/** Two bookmarks are the same if they are on the same page, or at the same place of a text. */
export const buildBookmarkKey = ({
  bookId,
  page,
  fraction,
}: Pick<ImportedBookmark, 'bookId' | 'page' | 'fraction'>) =>
  page === null ? `${bookId} at ${fraction.toFixed(6)}` : `${bookId} page ${page}`

/** Returns the IDs of the bookmarks. */
export async function storeImportedBookmarks(
  tx: Tx,
  userId: string,
  given: readonly ImportedBookmark[],
): Promise<string[]> {
  if (given.length === 0) return []
  const rows = given.map(({ at, ...one }) => ({
    ...one,
    id: Bun.randomUUIDv7(),
    userId,
    createdAt: at,
    updatedAt: at,
  }))
  await tx.insert(bookmarks).values(rows)
  return rows.map(({ id }) => id)
}

/** Returns how many bookmarks someone changed. They stay. */
export const removeImportedBookmarks = (
  tx: Tx,
  userId: string,
  removed: readonly ImportedRow[],
): Promise<number> => removeUnchanged(tx, bookmarks, { userId, removed })
