/**
 * What is known of a user's reading of a whole series, recomputed from the rows it derives from and
 * never added to. Call it in the transaction that changed the books or the reading.
 *
 * A series is completed when the least completions over its present books rise. The moment of the nth
 * completion is the latest of those books' own nth completions, whatever made the minimum rise: after
 * a reading act this is that act, and when the last unread book goes to the trash it is the day on
 * which the others were finished, so a scan never invents a completion "now". A completion that is
 * recorded already (the same pass or a later one, no earlier) is not recorded twice, however often a
 * book comes and goes.
 */
import { splitIntoSlices } from '../../platform/lib/slices'
import { and, count, eq, isNull, max, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { books } from '../../catalog/books/schema'
import { inIds } from '../../platform/db/sql'
import type { Tx } from '../../platform/db/store'
import { bookCompletions, bookProgress, seriesCompletions, seriesProgress } from './schema'

const rowsAtOnce = 200

interface Standing {
  booksRead: number
  booksInProgress: number
  readCount: number
  lastReadAt: Date | null
  lastCompletedAt: Date | null
}

interface Recorded {
  userId: string
  seriesId: string
  pass: number
  completedAt: Date
}

/** The series in question, and the one user if it was one user's act. */
interface Scope {
  seriesIds: readonly string[]
  userId: string | undefined
}

/**
 * For all users who have read in these series, or for one. A book that moved between series takes its
 * reading along: name both series.
 */
export async function refreshSeriesProgress(
  tx: Tx,
  seriesIds: readonly string[],
  userId?: string,
): Promise<void> {
  if (seriesIds.length === 0) return
  const scope = { seriesIds, userId }
  if (userId === undefined) await followMovedBooks(tx, seriesIds)

  const known = await findKnown(tx, scope)
  const derived = await deriveStandings(tx, scope)
  const pairs = new Set([...known.keys(), ...derived.keys()])
  // Nobody has read there: so it is with nearly all that a first scan finds.
  if (pairs.size === 0) return
  const risen = [...derived].filter(
    ([pair, now]) => now.readCount > (known.get(pair)?.readCount ?? 0),
  )
  await recordRisen(tx, risen, known)
  const completed = await findLastCompleted(tx, scope)
  const changed = [...pairs].flatMap((pair) => {
    const lastCompletedAt = completed.get(pair) ?? null
    const now = { ...(derived.get(pair) ?? nothing), lastCompletedAt }
    return isSame(known.get(pair), now) ? [] : [{ ...idsOf(pair), ...now, updatedAt: new Date() }]
  })
  await storeStandings(tx, changed)
}

/** Book rows know their series; progress rows repeat it, for the sake of an index. */
async function followMovedBooks(tx: Tx, seriesIds: readonly string[]) {
  const home = sql`(select ${books.seriesId} from ${books} where ${books.id} = ${bookProgress.bookId})`
  const housed = sql`select ${books.id} from ${books} where ${inIds(books.seriesId, seriesIds)}`
  await tx
    .update(bookProgress)
    .set({ seriesId: home })
    .where(sql`${bookProgress.bookId} in (${housed}) and ${bookProgress.seriesId} <> ${home}`)
}

async function findKnown(tx: Tx, scope: Scope) {
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
    .where(within(scope, seriesProgress))
  return new Map(
    rows.map(({ userId, seriesId, ...standing }) => [pairOf({ userId, seriesId }), standing]),
  )
}

async function deriveStandings(tx: Tx, scope: Scope) {
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
    .where(within(scope, bookProgress))
    .groupBy(bookProgress.userId, bookProgress.seriesId)
  if (rows.length === 0) return new Map<string, Omit<Standing, 'lastCompletedAt'>>()
  const present = await countPresentBooks(tx, scope.seriesIds)
  return new Map(
    rows.map(({ userId, seriesId, finished, least, ...standing }) => {
      const readCount = finished === (present.get(seriesId) ?? 0) ? (least ?? 0) : 0
      return [pairOf({ userId, seriesId }), { ...standing, readCount: Number(readCount) }]
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

/** Writes down each pass that is now complete and was not. */
async function recordRisen(
  tx: Tx,
  risen: [string, { readCount: number }][],
  known: Map<string, { readCount: number }>,
) {
  if (risen.length === 0) return
  const pairs = risen.map(([pair]) => idsOf(pair))
  const target = new Map(risen)
  const passes = (await findPasses(tx, pairs)).filter((reached) => {
    const { readCount = 0 } = target.get(pairOf(reached)) ?? {}
    return reached.pass <= readCount && reached.pass > (known.get(pairOf(reached))?.readCount ?? 0)
  })
  const recorded = await findRecorded(tx, pairs)
  const fresh = passes.filter(
    (reached) => !isRecorded(recorded.get(pairOf(reached)) ?? [], reached),
  )
  for (const slice of splitIntoSlices(fresh, rowsAtOnce)) {
    await tx.insert(seriesCompletions).values(slice)
  }
}

const isRecorded = (recorded: Recorded[], reached: Recorded) =>
  recorded.some(
    ({ pass, completedAt }) => pass >= reached.pass && completedAt >= reached.completedAt,
  )

/** For each pair and pass: when the last of the present books that reached it did so. */
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
      .where(amongPairs(pairs, bookCompletions.userId, books.seriesId, isNull(books.trashedAt))),
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
    .where(amongPairs(pairs, seriesCompletions.userId, seriesCompletions.seriesId))
  return Map.groupBy(rows, pairOf)
}

async function findLastCompleted(tx: Tx, scope: Scope) {
  const rows = await tx
    .select({
      userId: seriesCompletions.userId,
      seriesId: seriesCompletions.seriesId,
      at: max(seriesCompletions.completedAt),
    })
    .from(seriesCompletions)
    .where(within(scope, seriesCompletions))
    .groupBy(seriesCompletions.userId, seriesCompletions.seriesId)
  return new Map(rows.map((row) => [pairOf(row), row.at]))
}

async function storeStandings(tx: Tx, rows: (typeof seriesProgress.$inferInsert)[]) {
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

const nothing = { booksRead: 0, booksInProgress: 0, readCount: 0, lastReadAt: null }

const isSame = (known: Standing | undefined, now: Standing) =>
  known !== undefined &&
  known.booksRead === now.booksRead &&
  known.booksInProgress === now.booksInProgress &&
  known.readCount === now.readCount &&
  known.lastReadAt?.getTime() === now.lastReadAt?.getTime() &&
  known.lastCompletedAt?.getTime() === now.lastCompletedAt?.getTime()

const pairOf = ({ userId, seriesId }: { userId: string; seriesId: string }) =>
  `${userId}/${seriesId}`

function idsOf(pair: string) {
  const [userId = '', seriesId = ''] = pair.split('/')
  return { userId, seriesId }
}

const countWhere = (condition: SQL) =>
  sql<number>`count(*) filter (where ${condition})`.mapWith(Number)

const within = (
  { seriesIds, userId }: Scope,
  columns: { userId: SQLWrapper; seriesId: SQLWrapper },
) => and(ofSeries(columns.seriesId, seriesIds), isUser(columns.userId, userId))

const isUser = (column: SQLWrapper, userId: string | undefined) =>
  userId === undefined ? undefined : sql`${column} = ${userId}`

/** Without statistics SQLite takes the better index only for a plain comparison. */
const ofSeries = (column: SQLWrapper, ids: readonly string[]) =>
  ids.length === 1 ? sql`${column} = ${ids[0]}` : inIds(column, ids)

/** All of these users in all of these series: a little more than the pairs, sorted out by the caller. */
function amongPairs(
  pairs: { userId: string; seriesId: string }[],
  userId: SQLWrapper,
  seriesId: SQLWrapper,
  more?: SQL,
) {
  const users = [...new Set(pairs.map((pair) => pair.userId))]
  const seriesIds = [...new Set(pairs.map((pair) => pair.seriesId))]
  return and(inIds(userId, users), inIds(seriesId, seriesIds), more)
}
