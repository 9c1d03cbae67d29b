/**
 * Removes series completions that are no longer valid because completions of books were removed.
 */
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/store'
import { bookCompletions, seriesCompletions } from '../schema'

export async function listCompletionTimes(tx: Tx, userId: string, bookId: string) {
  const rows = await tx
    .select({ at: bookCompletions.completedAt })
    .from(bookCompletions)
    .where(and(eq(bookCompletions.userId, userId), eq(bookCompletions.bookId, bookId)))
  return rows.map(({ at }) => at.getTime())
}

const countUntil = (times: readonly number[], at: Date) =>
  times.filter((time) => time <= at.getTime()).length

interface ReducedBook {
  userId: string
  bookId: string
  seriesId: string
  /** Completion times of the book before some completions were removed. */
  before: readonly number[]
}

/** Removes series completions that this book no longer supports. */
export async function removeUnsupported(tx: Tx, { before, ...book }: ReducedBook) {
  const after = await listCompletionTimes(tx, book.userId, book.bookId)
  await removeUnsupportedBySome(tx, book, [{ before, after }])
}

/**
 * Removes completions of a series that one of its books no longer supports. Pass n requires that
 * each book had been completed at least n times by then.
 */
export async function removeUnsupportedBySome(
  tx: Tx,
  { userId, seriesId }: { userId: string; seriesId: string },
  reduced: readonly { before: readonly number[]; after: readonly number[] }[],
) {
  const isOfUser = eq(seriesCompletions.userId, userId)
  const recorded = await tx
    .select()
    .from(seriesCompletions)
    .where(and(isOfUser, eq(seriesCompletions.seriesId, seriesId)))
  for (const { id, pass, completedAt } of recorded) {
    const isUnsupported = reduced.some(
      ({ before, after }) =>
        countUntil(before, completedAt) >= pass && countUntil(after, completedAt) < pass,
    )
    if (!isUnsupported) continue
    await tx.delete(seriesCompletions).where(and(isOfUser, eq(seriesCompletions.id, id)))
  }
}
