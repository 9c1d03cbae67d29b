/** Adds and removes highlights imported from other programs. */
import { and, eq } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import {
  buildMarkRows,
  type ImportedRow,
  type MarkOutcome,
  planMarks,
  removeUnchanged,
} from '../bookmarks/imported-marks'
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

type HighlightPlace = Pick<ImportedHighlight, 'bookId' | 'passage' | 'fraction'>

/**
 * `userId` is null for an account that does not exist yet. `given` contains each passage only once.
 */
export async function planImportedHighlights(
  db: Db,
  userId: string | null,
  given: readonly ImportedHighlight[],
): Promise<MarkOutcome[]> {
  const bookIds = [...new Set(given.map(({ bookId }) => bookId))]
  const known = userId === null ? [] : await listOfBooks(db, userId, bookIds)
  return planMarks<HighlightPlace>(given, { known, buildKey: buildHighlightKey, maxInBook })
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
export const buildHighlightKey = ({ bookId, passage, fraction }: HighlightPlace) =>
  `${bookId} ${fraction.toFixed(6)} ${passage}`

/** Returns the IDs of the new highlights. */
export async function storeImportedHighlights(
  tx: Tx,
  userId: string,
  given: readonly ImportedHighlight[],
): Promise<string[]> {
  if (given.length === 0) return []
  const rows = buildMarkRows(userId, given)
  await tx.insert(highlights).values(rows)
  return rows.map(({ id }) => id)
}

/** Returns the number of highlights that were kept because their user changed them. */
export const removeImportedHighlights = (
  tx: Tx,
  userId: string,
  removed: readonly ImportedRow[],
): Promise<number> => removeUnchanged(tx, highlights, { userId, removed })
