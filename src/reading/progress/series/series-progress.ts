/**
 * Recomputes users' progress in whole series from the progress in their books. Call this in the
 * same transaction that changes the books or the progress.
 *
 * The read count of a series is the minimum number of completions among its books. Books with
 * missing files count until they are purged. Completion n is recorded only when reading raises the
 * count to n. Its time is the time at which the last of the books was completed for the nth time.
 * It is not recorded if this or a later pass already has the same or a later time. Scans, moves and
 * purges do not record completions. If they raise the read count of a series without a recorded
 * completion, `lastCompletedAt` is the time at which its books were completed.
 */
import { splitIntoSlices } from '../../../platform/lib/slices'
import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import type { Viewer } from '../../../accounts/permissions/model'
import { bookProgress, seriesProgress } from '../schema'
import {
  addUnrecorded,
  findLastCompleted,
  formatPair,
  isRequired,
  matchesScope,
  parsePair,
  recordCompletions,
  type Scope,
} from './series-completions'

const rowsAtOnce = 200

interface SeriesState {
  booksRead: number
  booksInProgress: number
  readCount: number
  lastReadAt: Date | null
  lastCompletedAt: Date | null
}

/**
 * Pass `userId` if that user has read something, because completions are recorded only then. If a
 * book was moved to another series, pass both series, because its progress moves along.
 */
export async function refreshSeriesProgress(
  tx: Tx,
  seriesIds: readonly string[],
  userId?: string,
): Promise<void> {
  if (seriesIds.length === 0) return
  const scope = { seriesIds, userId }
  if (userId === undefined) await updateMovedBooks(tx, seriesIds)

  const stored = await findStoredStates(tx, scope)
  const derived = await deriveStates(tx, scope)
  const pairs = new Set([...stored.keys(), ...derived.keys()])
  // There are usually no pairs of user and series during a first scan.
  if (pairs.size === 0) return
  if (userId !== undefined) {
    const increased = [...derived].filter(
      ([pair, now]) => now.readCount > (stored.get(pair)?.readCount ?? 0),
    )
    await recordCompletions(tx, increased, stored)
  }
  const completed = await findLastCompleted(tx, scope)
  await addUnrecorded(tx, derived, completed)
  const changed = [...pairs].flatMap((pair) => {
    const lastCompletedAt = completed.get(pair) ?? null
    const now = { ...(derived.get(pair) ?? emptyState), lastCompletedAt }
    return isSame(stored.get(pair), now)
      ? []
      : [{ ...parsePair(pair), ...now, updatedAt: new Date() }]
  })
  await storeStates(tx, changed)
}

/**
 * Updates the series ID in the progress rows of books that were moved to these series. The rows
 * contain a copy of the ID, because an index needs it.
 */
async function updateMovedBooks(tx: Tx, seriesIds: readonly string[]) {
  const home = sql`(select ${books.seriesId} from ${books} where ${books.id} = ${bookProgress.bookId})`
  const booksInSeries = sql`select ${books.id} from ${books} where ${inIds(books.seriesId, seriesIds)}`
  await tx
    .update(bookProgress)
    .set({ seriesId: home })
    .where(
      sql`${bookProgress.bookId} in (${booksInSeries}) and ${bookProgress.seriesId} <> ${home}`,
    )
}

async function findStoredStates(tx: Tx, scope: Scope) {
  const rows = await tx
    .select({
      userId: seriesProgress.userId,
      seriesId: seriesProgress.seriesId,
      booksRead: seriesProgress.booksRead,
      booksInProgress: seriesProgress.booksInProgress,
      readCount: seriesProgress.readCount,
      lastReadAt: seriesProgress.lastReadAt,
      lastCompletedAt: seriesProgress.lastCompletedAt,
    })
    .from(seriesProgress)
    .where(matchesScope(scope, seriesProgress))
  return new Map(
    rows.map(({ userId, seriesId, ...standing }) => [formatPair({ userId, seriesId }), standing]),
  )
}

async function deriveStates(tx: Tx, scope: Scope) {
  const isPresent = sql`${books.trashedAt} is null`
  const readAt = sql`case when ${bookProgress.started} or ${bookProgress.completed}
    then ${bookProgress.positionAt} else ${bookProgress.lastCompletedAt} end`
  const rows = await tx
    .select({
      userId: bookProgress.userId,
      seriesId: bookProgress.seriesId,
      booksRead: countWhere(sql`${isPresent} and ${bookProgress.completed}`),
      booksInProgress: countWhere(
        sql`${isPresent} and ${bookProgress.started} and not ${bookProgress.completed}`,
      ),
      finished: countWhere(sql`${isRequired} and ${bookProgress.completions} > 0`),
      least: sql<number | null>`min(case when ${isRequired} and ${bookProgress.completions} > 0
        then ${bookProgress.completions} end)`,
      lastReadAt: sql<Date | null>`max(${readAt})`.mapWith(bookProgress.positionAt),
    })
    .from(bookProgress)
    .innerJoin(books, eq(books.id, bookProgress.bookId))
    .where(matchesScope(scope, bookProgress))
    .groupBy(bookProgress.userId, bookProgress.seriesId)
  if (rows.length === 0) return new Map<string, Omit<SeriesState, 'lastCompletedAt'>>()
  const required = await countRequiredBooks(tx, scope.seriesIds)
  return new Map(
    rows.map(({ userId, seriesId, finished, least, ...standing }) => {
      const readCount = finished === (required.get(seriesId) ?? 0) ? (least ?? 0) : 0
      return [formatPair({ userId, seriesId }), { ...standing, readCount: Number(readCount) }]
    }),
  )
}

async function countRequiredBooks(tx: Tx, seriesIds: readonly string[]) {
  const rows = await tx
    .select({ seriesId: books.seriesId, required: count() })
    .from(books)
    .where(and(inIds(books.seriesId, seriesIds), isRequired))
    .groupBy(books.seriesId)
  return new Map(rows.map(({ seriesId, required }) => [seriesId, required]))
}

async function storeStates(tx: Tx, rows: (typeof seriesProgress.$inferInsert)[]) {
  for (const slice of splitIntoSlices(rows, rowsAtOnce)) {
    await tx
      .insert(seriesProgress)
      .values(slice)
      .onConflictDoUpdate({
        target: [seriesProgress.userId, seriesProgress.seriesId],
        set: {
          booksRead: sql`excluded.books_read`,
          booksInProgress: sql`excluded.books_in_progress`,
          readCount: sql`excluded.read_count`,
          lastReadAt: sql`excluded.last_read_at`,
          lastCompletedAt: sql`excluded.last_completed_at`,
          updatedAt: sql`excluded.updated_at`,
        },
      })
  }
}

const emptyState = { booksRead: 0, booksInProgress: 0, readCount: 0, lastReadAt: null }

const isSame = (known: SeriesState | undefined, now: SeriesState) =>
  known !== undefined &&
  known.booksRead === now.booksRead &&
  known.booksInProgress === now.booksInProgress &&
  known.readCount === now.readCount &&
  known.lastReadAt?.getTime() === now.lastReadAt?.getTime() &&
  known.lastCompletedAt?.getTime() === now.lastCompletedAt?.getTime()

const countWhere = (condition: SQL) =>
  sql<number>`count(*) filter (where ${condition})`.mapWith(Number)

/**
 * Counts the books that the viewer has started but not completed, keyed by series. Series without
 * progress are absent.
 */
export async function countBooksInProgress(
  db: Db,
  { userId }: Viewer,
  seriesIds: readonly string[],
): Promise<Map<string, number>> {
  if (seriesIds.length === 0) return new Map()
  const rows = await db
    .select({ id: seriesProgress.seriesId, begun: seriesProgress.booksInProgress })
    .from(seriesProgress)
    .where(and(eq(seriesProgress.userId, userId), inIds(seriesProgress.seriesId, seriesIds)))
  return new Map(rows.map(({ id, begun }) => [id, begun]))
}
