/** Fits reading positions to files that were replaced by others with another number of pages. */
import { and, eq, gt } from 'drizzle-orm'
import type { Tx } from '../../platform/db/store'
import { bookProgress } from './schema'

interface ChangedLength {
  bookId: string
  /** Numbers of pages; 0 when unknown. */
  before: number
  after: number
}

/**
 * Keeps the fraction and moves the page to it. The former position is kept for display. The log of events
 * stays as it is. If the former number of pages is unknown, because the file was damaged for a while, only
 * pages past the end move.
 */
export async function fitProgress(tx: Tx, changed: readonly ChangedLength[], now: Date) {
  for (const { bookId, before, after } of changed) {
    if (after === 0 || before === after) continue
    const isOfBook = eq(bookProgress.bookId, bookId)
    const rows = await tx
      .select({
        userId: bookProgress.userId,
        page: bookProgress.page,
        fraction: bookProgress.fraction,
      })
      .from(bookProgress)
      .where(and(isOfBook, gt(bookProgress.page, before === 0 ? after : 0)))
    for (const { userId, page, fraction } of rows) {
      const pageCount = before === 0 ? Math.max(page, Math.round(page / (fraction || 1))) : before
      await tx
        .update(bookProgress)
        .set({
          page: fitPage(fraction, after),
          movedFrom: { currentPage: page, pageCount },
          updatedAt: now,
        })
        .where(and(isOfBook, eq(bookProgress.userId, userId)))
    }
  }
}

/** Rounds down, so that no unfinished book lands on its last page. 0.29 of 100 is page 29 all the same. */
const fitPage = (fraction: number, pageCount: number) =>
  Math.min(Math.max(Math.floor(fraction * pageCount + 1e-6), 1), pageCount)
