/** Adds highlights of other programs. */
import { and, eq } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import { type ImportedRow, removeUnchanged } from '../bookmarks/remove-unchanged'
import { type HighlightColor, maxInBook } from './model'
import { highlights } from './schema'

export interface ImportedHighlight {
  bookId: string
  locator: Record<string, unknown>
  passage: string
  fraction: number
  color: HighlightColor
  note: string | null
  at: Date
}

export type HighlightOutcome = 'new' | 'same' | 'not_possible'

/** `userId`: null for an account that does not exist yet. Each passage is there once. */
export async function planImportedHighlights(
  db: Db,
  userId: string | null,
  given: readonly ImportedHighlight[],
): Promise<HighlightOutcome[]> {
  const bookIds = [...new Set(given.map(({ bookId }) => bookId))]
  const rows = userId === null ? [] : await listOfBooks(db, userId, bookIds)
  const known = new Set(rows.map(buildHighlightKey))
  const counts = new Map<string, number>()
  for (const { bookId } of rows) counts.set(bookId, (counts.get(bookId) ?? 0) + 1)
  return given.map((one) => {
    if (known.has(buildHighlightKey(one))) return 'same'
    const count = counts.get(one.bookId) ?? 0
    counts.set(one.bookId, count + 1)
    return count < maxInBook ? 'new' : 'not_possible'
  })
}

const listOfBooks = (db: Db, userId: string, bookIds: readonly string[]) =>
  db
    .select({
      bookId: highlights.bookId,
      passage: highlights.passage,
      fraction: highlights.fraction,
    })
    .from(highlights)
    .where(and(eq(highlights.userId, userId), inIds(highlights.bookId, bookIds)))

/** Two highlights are the same if they have the same text at the same place. */
export const buildHighlightKey = ({
  bookId,
  passage,
  fraction,
}: Pick<ImportedHighlight, 'bookId' | 'passage' | 'fraction'>) =>
  `${bookId} ${fraction.toFixed(6)} ${passage}`

/** Returns the IDs of the highlights. */
export async function storeImportedHighlights(
  tx: Tx,
  userId: string,
  given: readonly ImportedHighlight[],
): Promise<string[]> {
  if (given.length === 0) return []
  const rows = given.map(({ at, ...one }) => ({
    ...one,
    id: Bun.randomUUIDv7(),
    userId,
    createdAt: at,
    updatedAt: at,
  }))
  await tx.insert(highlights).values(rows)
  return rows.map(({ id }) => id)
}

/** Returns how many highlights someone changed. They stay. */
export const removeImportedHighlights = (
  tx: Tx,
  userId: string,
  removed: readonly ImportedRow[],
): Promise<number> => removeUnchanged(tx, highlights, { userId, removed })
