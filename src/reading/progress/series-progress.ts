/**
 * Recomputes the progress of users in whole series from the progress in their books. Call this in the
 * transaction that changed the books or the progress.
 *
 * A series is completed when the minimum of completions over its present books rises. The time of the nth
 * completion is the latest nth completion of those books. So a scan never creates a completion dated "now":
 * when the last unread book moves to the trash, the completion has the date on which the others were
 * completed. A completion is not recorded again if the same or a later pass exists with that time or later.
 */
import { splitIntoSlices } from '../../platform/lib/slices'
import { and, count, eq, isNull, max, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { books } from '../../catalog/books/schema'
import { inIds } from '../../platform/db/sql'
import type { Tx } from '../../platform/db/store'
import { bookCompletions, bookProgress, seriesCompletions, seriesProgress } from './schema'

const rowsAtOnce = 200

interface SeriesState {
  booksRead: number
  booksInProgress: number
  readCount: number
  lastReadAt: Date | null
  lastCompletedAt: Date | null
}

interface SeriesCompletion {
  userId: string
  seriesId: string
  pass: number
  completedAt: Date
}

/** `userId` undefined stands for all users. */
interface Scope {
  seriesIds: readonly string[]
  userId: string | undefined
}

/** For a book that moved between series, pass both series: its progress moves along. */
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
  // The usual case in a first scan.
  if (pairs.size === 0) return
  const increased = [...derived].filter(
    ([pair, now]) => now.readCount > (stored.get(pair)?.readCount ?? 0),
  )
  await recordCompletions(tx, increased, stored)
  const completed = await findLastCompleted(tx, scope)
  const changed = [...pairs].flatMap((pair) => {
    const lastCompletedAt = completed.get(pair) ?? null
    const now = { ...(derived.get(pair) ?? emptyState), lastCompletedAt }
    return isSame(stored.get(pair), now)
      ? []
      : [{ ...parsePair(pair), ...now, updatedAt: new Date() }]
  })
  await storeStates(tx, changed)
}

/** Progress rows repeat the series of the book for an index. */
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
      finished: countWhere(sql`${isPresent} and ${bookProgress.completions} > 0`),
      least: sql<number | null>`min(case when ${isPresent} and ${bookProgress.completions} > 0
        then ${bookProgress.completions} end)`,
      lastReadAt: sql<Date | null>`max(${readAt})`.mapWith(bookProgress.positionAt),
    })
    .from(bookProgress)
    .innerJoin(books, eq(books.id, bookProgress.bookId))
    .where(matchesScope(scope, bookProgress))
    .groupBy(bookProgress.userId, bookProgress.seriesId)
  if (rows.length === 0) return new Map<string, Omit<SeriesState, 'lastCompletedAt'>>()
  const present = await countPresentBooks(tx, scope.seriesIds)
  return new Map(
    rows.map(({ userId, seriesId, finished, least, ...standing }) => {
      const readCount = finished === (present.get(seriesId) ?? 0) ? (least ?? 0) : 0
      return [formatPair({ userId, seriesId }), { ...standing, readCount: Number(readCount) }]
    }),
  )
}

async function countPresentBooks(tx: Tx, seriesIds: readonly string[]) {
  const rows = await tx
    .select({ seriesId: books.seriesId, present: count() })
    .from(books)
    .where(and(inIds(books.seriesId, seriesIds), isNull(books.trashedAt)))
    .groupBy(books.seriesId)
  return new Map(rows.map(({ seriesId, present }) => [seriesId, present]))
}

/** Inserts a completion for each pass that is newly complete. */
async function recordCompletions(
  tx: Tx,
  risen: [string, { readCount: number }][],
  known: Map<string, { readCount: number }>,
) {
  if (risen.length === 0) return
  const pairs = risen.map(([pair]) => parsePair(pair))
  const target = new Map(risen)
  const passes = (await findPasses(tx, pairs)).filter((reached) => {
    const { readCount = 0 } = target.get(formatPair(reached)) ?? {}
    return (
      reached.pass <= readCount && reached.pass > (known.get(formatPair(reached))?.readCount ?? 0)
    )
  })
  const recorded = await findRecorded(tx, pairs)
  const fresh = passes.filter(
    (reached) => !isRecorded(recorded.get(formatPair(reached)) ?? [], reached),
  )
  for (const slice of splitIntoSlices(fresh, rowsAtOnce)) {
    await tx.insert(seriesCompletions).values(slice)
  }
}

const isRecorded = (recorded: SeriesCompletion[], reached: SeriesCompletion) =>
  recorded.some(
    ({ pass, completedAt }) => pass >= reached.pass && completedAt >= reached.completedAt,
  )

/** For each pair and pass the time at which the last present book completed it. */
async function findPasses(tx: Tx, pairs: { userId: string; seriesId: string }[]) {
  const ranked = tx.$with('ranked').as(
    tx
      .select({
        userId: sql`${bookCompletions.userId}`.as('reader_id'),
        seriesId: sql`${books.seriesId}`.as('read_series_id'),
        completedAt: sql`${bookCompletions.completedAt}`.as('finished_at'),
        pass: sql`row_number() over (
          partition by ${bookCompletions.userId}, ${bookCompletions.bookId}
          order by ${bookCompletions.completedAt}, ${bookCompletions.pass})`.as('reading'),
      })
      .from(bookCompletions)
      .innerJoin(books, eq(books.id, bookCompletions.bookId))
      .where(isAmongPairs(pairs, bookCompletions.userId, books.seriesId, isNull(books.trashedAt))),
  )
  return tx
    .with(ranked)
    .select({
      userId: sql<string>`${ranked.userId}`,
      seriesId: sql<string>`${ranked.seriesId}`,
      pass: sql<number>`${ranked.pass}`.mapWith(Number),
      completedAt: sql<Date>`max(${ranked.completedAt})`.mapWith(bookCompletions.completedAt),
    })
    .from(ranked)
    .groupBy(ranked.userId, ranked.seriesId, ranked.pass)
}

async function findRecorded(tx: Tx, pairs: { userId: string; seriesId: string }[]) {
  const rows = await tx
    .select({
      userId: seriesCompletions.userId,
      seriesId: seriesCompletions.seriesId,
      pass: seriesCompletions.pass,
      completedAt: seriesCompletions.completedAt,
    })
    .from(seriesCompletions)
    .where(isAmongPairs(pairs, seriesCompletions.userId, seriesCompletions.seriesId))
  return Map.groupBy(rows, formatPair)
}

async function findLastCompleted(tx: Tx, scope: Scope) {
  const rows = await tx
    .select({
      userId: seriesCompletions.userId,
      seriesId: seriesCompletions.seriesId,
      at: max(seriesCompletions.completedAt),
    })
    .from(seriesCompletions)
    .where(matchesScope(scope, seriesCompletions))
    .groupBy(seriesCompletions.userId, seriesCompletions.seriesId)
  return new Map(rows.map((row) => [formatPair(row), row.at]))
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

const formatPair = ({ userId, seriesId }: { userId: string; seriesId: string }) =>
  `${userId}/${seriesId}`

function parsePair(pair: string) {
  const [userId = '', seriesId = ''] = pair.split('/')
  return { userId, seriesId }
}

const countWhere = (condition: SQL) =>
  sql<number>`count(*) filter (where ${condition})`.mapWith(Number)

const matchesScope = (
  { seriesIds, userId }: Scope,
  columns: { userId: SQLWrapper; seriesId: SQLWrapper },
) => and(isInSeries(columns.seriesId, seriesIds), isUser(columns.userId, userId))

const isUser = (column: SQLWrapper, userId: string | undefined) =>
  userId === undefined ? undefined : sql`${column} = ${userId}`

/** Without statistics SQLite uses the better index only for a plain comparison. */
const isInSeries = (column: SQLWrapper, ids: readonly string[]) =>
  ids.length === 1 ? sql`${column} = ${ids[0]}` : inIds(column, ids)

/** Matches the cross product of users and series; the caller drops the extra pairs. */
function isAmongPairs(
  pairs: { userId: string; seriesId: string }[],
  userId: SQLWrapper,
  seriesId: SQLWrapper,
  more?: SQL,
) {
  const users = [...new Set(pairs.map((pair) => pair.userId))]
  const seriesIds = [...new Set(pairs.map((pair) => pair.seriesId))]
  return and(inIds(userId, users), inIds(seriesId, seriesIds), more)
}
