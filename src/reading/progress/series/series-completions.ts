/** Series completions by users, and the books that count toward them. See series-progress.ts. */
import { and, eq, max, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { bookCompletions, seriesCompletions } from '../schema'

const rowsAtOnce = 200

/**
 * Condition for the books that must be read to complete a series, which are the present and the
 * missing ones. Books that a user removed do not count, nor do missing files whose content is also
 * present in the series.
 */
export const isRequired = sql`(${books.trashedAt} is null or (${books.trashedAt} = ${books.missingSince}
  and not exists (select 1 from books as copy where copy.series_id = ${books.seriesId}
    and copy.trashed_at is null and copy.content_hash = ${books.contentHash})))`

interface SeriesCompletion {
  userId: string
  seriesId: string
  pass: number
  completedAt: Date
}

/**
 * The series, and the user whose completions are considered. If `userId` is undefined, all users
 * are included.
 */
export interface Scope {
  seriesIds: readonly string[]
  userId: string | undefined
}

/** Inserts a completion for each newly completed pass. */
export async function recordCompletions(
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

/** Finds the time at which the last required book was completed, for each user, series and pass. */
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
      .where(isAmongPairs(pairs, bookCompletions.userId, books.seriesId, isRequired)),
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

export async function findLastCompleted(tx: Tx, scope: Scope) {
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

/**
 * Adds to `completed` the pairs of user and series that have a read count but no recorded
 * completion, with the time at which the last required book was completed.
 */
export async function addUnrecorded(
  tx: Tx,
  derived: Map<string, { readCount: number }>,
  completed: Map<string, Date | null>,
) {
  const unrecorded = [...derived].flatMap(([pair, { readCount }]) =>
    readCount > 0 && !completed.has(pair) ? [pair] : [],
  )
  if (unrecorded.length === 0) return
  for (const reached of await findPasses(tx, unrecorded.map(parsePair))) {
    const pair = formatPair(reached)
    if (reached.pass === derived.get(pair)?.readCount && unrecorded.includes(pair)) {
      completed.set(pair, reached.completedAt)
    }
  }
}

export const formatPair = ({ userId, seriesId }: { userId: string; seriesId: string }) =>
  `${userId}/${seriesId}`

export function parsePair(pair: string) {
  const [userId = '', seriesId = ''] = pair.split('/')
  return { userId, seriesId }
}

export const matchesScope = (
  { seriesIds, userId }: Scope,
  columns: { userId: SQLWrapper; seriesId: SQLWrapper },
) => and(isInSeries(columns.seriesId, seriesIds), isUser(columns.userId, userId))

const isUser = (column: SQLWrapper, userId: string | undefined) =>
  userId === undefined ? undefined : sql`${column} = ${userId}`

/** Compares a single ID with `=`, so that SQLite picks the better index even without statistics. */
const isInSeries = (column: SQLWrapper, ids: readonly string[]) =>
  ids.length === 1 ? sql`${column} = ${ids[0]}` : inIds(column, ids)

/**
 * Matches all combinations of the users and series. The caller discards combinations that are not
 * among the pairs.
 */
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
