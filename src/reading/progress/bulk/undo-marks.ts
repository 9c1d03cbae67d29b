/**
 * Keeps the previous progress of books that were marked in one request, so that the user can undo
 * the request for an hour. Only the newest rows of each user are kept.
 */
import { and, asc, desc, eq, inArray, lt } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import type { Tx } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { withText } from '../../../platform/messages/message'
import { undoReadings, type UndoableReading } from '../adjustments/undoable-readings'
import { progressMessages } from '../messages'
import { readingMarks } from './schema'

const booksPerRow = 200
const maxRows = 50
const maxAgeMs = 3_600_000
/** If more books are marked in one request, it cannot be undone. */
export const maxUndoableBooks = booksPerRow * maxRows

/** Stores the changes. Returns the ID for undoing them, or null if there are none or too many. */
export async function saveMark(
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  { userId }: Viewer,
  changes: readonly UndoableReading[],
): Promise<string | null> {
  if (changes.length === 0 || changes.length > maxUndoableBooks) return null
  const now = ctx.clock.now()
  const slices = [...splitIntoSlices(changes, booksPerRow)]
  await deleteOldMarks(tx, userId, now, maxRows - slices.length)
  const markId = Bun.randomUUIDv7()
  for (const slice of slices) {
    await tx.insert(readingMarks).values({ markId, userId, changes: slice, createdAt: now })
  }
  return markId
}

async function deleteOldMarks(tx: Tx, userId: string, now: Date, kept: number) {
  const isOfUser = eq(readingMarks.userId, userId)
  const isOld = lt(readingMarks.createdAt, new Date(now.getTime() - maxAgeMs))
  await tx.delete(readingMarks).where(and(isOfUser, isOld))
  const rows = await tx
    .select({ markId: readingMarks.markId })
    .from(readingMarks)
    .where(isOfUser)
    .orderBy(desc(readingMarks.createdAt), desc(readingMarks.id))
  const surplus = [...new Set(rows.slice(kept).map(({ markId }) => markId))]
  if (surplus.length === 0) return
  await tx.delete(readingMarks).where(and(isOfUser, inArray(readingMarks.markId, surplus)))
}

/** Restores the previous progress. Books that were read or marked again since are not changed. */
export async function undoMark(ctx: Context, { userId }: Viewer, markId: string) {
  return ctx.writeForUser(userId, async (tx) => {
    const isMark = and(eq(readingMarks.userId, userId), eq(readingMarks.markId, markId))
    const rows = await tx.select().from(readingMarks).where(isMark).orderBy(asc(readingMarks.id))
    const since = ctx.clock.now().getTime() - maxAgeMs
    const changes = rows
      .filter(({ createdAt }) => createdAt.getTime() >= since)
      .flatMap((row) => row.changes)
    if (changes.length === 0) throw notFound(progressMessages.mark_not_found())
    await tx.delete(readingMarks).where(isMark)
    const count = await undoReadings(ctx, tx, { userId, changes })
    const kept = changes.length - count
    return { count, kept, ...withText(progressMessages.mark_undone({ count })) }
  })
}

/** Called when the history is cleared, because undoing a request must not restore it. */
export async function deleteMarks(tx: Tx, userId: string) {
  await tx.delete(readingMarks).where(eq(readingMarks.userId, userId))
}
