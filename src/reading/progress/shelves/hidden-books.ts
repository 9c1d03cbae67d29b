/** Books that users have removed from "In progress". */
import { and, eq } from 'drizzle-orm'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { bookProgress } from '../schema'

export interface HiddenBook {
  userId: string
  bookId: string
  /** Time of the position that the user had when hiding the book. */
  positionAt: Date | string
}

export const listHiddenBooks = (tx: Tx, bookIds: readonly string[]): Promise<HiddenBook[]> =>
  tx
    .select({
      userId: bookProgress.userId,
      bookId: bookProgress.bookId,
      positionAt: bookProgress.positionAt,
    })
    .from(bookProgress)
    .where(and(inIds(bookProgress.bookId, bookIds), eq(bookProgress.hidden, true)))

/** Hides a book again for users who have not read it since. */
export async function hideAgain(tx: Tx, bookId: string, rows: readonly HiddenBook[]) {
  const hiddenAt = new Map(rows.map((row) => [row.userId, new Date(row.positionAt)]))
  const present = await tx
    .select({ userId: bookProgress.userId, positionAt: bookProgress.positionAt })
    .from(bookProgress)
    .where(eq(bookProgress.bookId, bookId))
  const userIds = present
    .filter(({ userId, positionAt }) => positionAt <= (hiddenAt.get(userId) ?? never))
    .map(({ userId }) => userId)
  for (const slice of splitIntoSlices(userIds, usersAtOnce))
    await tx
      .update(bookProgress)
      .set({ hidden: true })
      .where(and(eq(bookProgress.bookId, bookId), inIds(bookProgress.userId, slice)))
}

const never = new Date(-1)
const usersAtOnce = 500
