/** Adjusts reading positions when a file is replaced by one with a different page count. */
import { and, eq, gt, isNotNull, or } from 'drizzle-orm'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { bookProgress } from '../schema'

interface ChangedLength {
  bookId: string
  /** Page counts, or 0 if unknown. */
  before: number
  after: number
}

/**
 * Keeps the fraction of each position and moves the page accordingly. The last position that the
 * reader chose is kept for display, and restored if the file gets its former length back, for
 * example when a slow copy is complete. The event log does not change. If the former page count is
 * unknown because the file was temporarily damaged, only pages past the end are moved.
 */
export async function fitProgress(tx: Tx, changed: readonly ChangedLength[], now: Date) {
  const changeOf = new Map(
    changed
      .filter(({ before, after }) => after !== 0 && before !== after)
      .map((change) => [change.bookId, change]),
  )
  if (changeOf.size === 0) return
  const lastUnaffectedPage = Math.min(...[...changeOf.values()].map(getLastUnaffectedPage))
  const rows = await tx
    .select({
      bookId: bookProgress.bookId,
      userId: bookProgress.userId,
      page: bookProgress.page,
      fraction: bookProgress.fraction,
      movedFrom: bookProgress.movedFrom,
    })
    .from(bookProgress)
    .where(
      and(
        inIds(bookProgress.bookId, [...changeOf.keys()]),
        or(isNotNull(bookProgress.movedFrom), gt(bookProgress.page, lastUnaffectedPage)),
      ),
    )
  for (const { bookId, userId, ...position } of rows) {
    const change = changeOf.get(bookId)!
    const { page, movedFrom } = position
    if (movedFrom === null && page <= getLastUnaffectedPage(change)) continue
    await tx
      .update(bookProgress)
      .set({ ...fitPosition(position, change), updatedAt: now })
      .where(and(eq(bookProgress.bookId, bookId), eq(bookProgress.userId, userId)))
  }
}

const getLastUnaffectedPage = ({ before, after }: ChangedLength) => (before === 0 ? after : 0)

type Position = Pick<typeof bookProgress.$inferSelect, 'page' | 'fraction' | 'movedFrom'>

function fitPosition({ page, fraction, movedFrom }: Position, { before, after }: ChangedLength) {
  const pageCount = before === 0 ? Math.max(page, Math.round(page / (fraction || 1))) : before
  const chosen = movedFrom ?? { currentPage: page, pageCount }
  if (chosen.pageCount === after) return { page: chosen.currentPage, movedFrom: null }
  return { page: fitPage(fraction, after), movedFrom: chosen }
}

/**
 * Rounds down, so that no unfinished book ends up on its last page. Tolerates rounding errors: 0.29
 * of 100 is page 29.
 */
const fitPage = (fraction: number, pageCount: number) =>
  Math.min(Math.max(Math.floor(fraction * pageCount + 1e-6), 1), pageCount)
