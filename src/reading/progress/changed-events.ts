/**
 * Marks books whose events have changed, in the transaction that changes them. Statistics then
 * derive sessions from these events again and remove the marks.
 */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/store'
import { splitIntoSlices } from '../../platform/lib/slices'
import { readingChanges } from './schema'

interface ChangedEvent {
  userId: string
  bookId: string
  happenedAt: Date
}

const rowsAtOnce = 200

export async function markChanged(tx: Tx, events: readonly ChangedEvent[]) {
  const earliest = new Map<string, typeof readingChanges.$inferInsert>()
  for (const { userId, bookId, happenedAt } of events) {
    const key = `${userId} ${bookId}`
    const known = earliest.get(key)
    if (!known || happenedAt < known.since) earliest.set(key, { userId, bookId, since: happenedAt })
  }
  for (const slice of splitIntoSlices([...earliest.values()], rowsAtOnce)) {
    await tx
      .insert(readingChanges)
      .values(slice)
      .onConflictDoUpdate({
        target: [readingChanges.userId, readingChanges.bookId],
        set: {
          since: sql`case when excluded.since < ${readingChanges.since} then excluded.since
            else ${readingChanges.since} end`,
        },
      })
  }
}

export type ReadingChange = typeof readingChanges.$inferSelect

export const listReadingChanges = (
  db: Db,
  userId: string,
  limit: number,
): Promise<ReadingChange[]> =>
  db
    .select()
    .from(readingChanges)
    .where(eq(readingChanges.userId, userId))
    .orderBy(asc(readingChanges.bookId))
    .limit(limit)

export async function listChangedUsers(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: readingChanges.userId })
    .from(readingChanges)
    .limit(limit)
  return rows.map(({ userId }) => userId)
}

const isOf = ({ userId, bookId }: Pick<ReadingChange, 'userId' | 'bookId'>) =>
  and(eq(readingChanges.userId, userId), eq(readingChanges.bookId, bookId))

/**
 * Finds the mark of a book, in the transaction that processes it. Returns undefined if another
 * transaction has already processed it.
 */
export async function findChange(tx: Tx, book: Pick<ReadingChange, 'userId' | 'bookId'>) {
  const [row] = await tx.select().from(readingChanges).where(isOf(book))
  return row
}

export async function removeChange(tx: Tx, book: Pick<ReadingChange, 'userId' | 'bookId'>) {
  await tx.delete(readingChanges).where(isOf(book))
}
