/** Finds the book with which a reader continues a series. */
import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { bookAndSeriesVisibleTo } from '../../../catalog/books/book-visibility'
import { isOutsideRun, selectReadingGroup } from '../../../catalog/books/book-sort-key'
import type { BookView } from '../../../catalog/books/model'
import { books } from '../../../catalog/books/schema'
import { listBooksByIds } from '../../../catalog/books/service'
import { series } from '../../../catalog/series/schema'
import { getIdentity } from '../../../catalog/series/service'
import type { Context } from '../../../context'
import { inIds } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import { lockedFindings } from '../../../web/shared/is-readable'
import { bookProgress } from '../schema'

/**
 * Returns the most recently read book in progress, or else the next unread book, or null if there
 * is neither. Books that cannot be opened are skipped.
 */
export async function getNextBook(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
): Promise<{ book: BookView | null }> {
  await getIdentity(ctx.db, viewer, seriesId)
  const id =
    (await findInProgress(ctx.db, viewer, seriesId)) ??
    (await findNextUnread(ctx.db, viewer, [seriesId], isReadableFile)).get(seriesId)
  const [book = null] = id === undefined ? [] : await listBooksByIds(ctx, viewer, [id])
  return { book }
}

const locked = sql.join(
  [...lockedFindings].map((code) => sql`${code}`),
  sql`, `,
)
/** Must apply the same rule as `isReadable`. */
const isReadableFile = sql`(${books.finding} is null
  or (${books.pageCount} > 0 and ${books.finding} not in (${locked})))`

async function findInProgress(db: Db, { userId }: Viewer, seriesId: string) {
  const [row] = await db
    .select({ id: books.id })
    .from(bookProgress)
    .innerJoin(books, eq(books.id, bookProgress.bookId))
    .where(
      and(
        eq(bookProgress.userId, userId),
        eq(bookProgress.seriesId, seriesId),
        sql`${bookProgress.started} and not ${bookProgress.completed}`,
        sql`${books.trashedAt} is null`,
        isReadableFile,
      ),
    )
    .orderBy(desc(bookProgress.updatedAt), bookProgress.bookId)
    .limit(1)
  return row?.id
}

/**
 * Finds the next unread book of each series, keyed by series ID. Series without unread books are
 * absent.
 *
 * The next unread book is the first unread one after the furthest read book in the same group, such
 * as the issues or the annuals. If there is none, it is the earliest unread book of that group, or
 * else of the next group. If several groups were begun, issues, volumes and chapters precede
 * annuals and the like, and the group that was read last precedes the others.
 */
export async function findNextUnread(
  db: Db,
  viewer: Viewer,
  seriesIds: readonly string[],
  condition?: SQL,
): Promise<Map<string, string>> {
  if (seriesIds.length === 0) return new Map()
  const states = db.$with('states').as(selectStates(db, viewer, seriesIds, condition))
  const furthest = db.$with('furthest').as(
    db
      .select({
        ofSeries: sql<string>`${states.seriesId}`.as('of_series'),
        ofGroup: sql<string>`${states.group}`.as('of_group'),
        reached: sql<string>`max(${states.sortKey})`.as('reached'),
        lastAt: sql`max(${states.readAt})`.as('last_at'),
      })
      .from(states)
      .where(sql`${states.isRead} = 1`)
      .groupBy(states.seriesId, states.group),
  )
  const isBefore = sql`case when ${states.sortKey} <= ${furthest.reached} then 1 else 0 end`
  const place = sql<number>`row_number() over (partition by ${states.seriesId} order by
    case when ${furthest.reached} is null then 1 else 0 end,
    case when ${furthest.reached} is null then 0 else ${isOutsideRun(states.group)} end,
    ${furthest.lastAt} desc, ${states.group}, ${isBefore}, ${states.sortKey}, ${states.bookId})`
  const ranked = db.$with('ranked').as(
    db
      .select({
        seriesId: sql<string>`${states.seriesId}`.as('ranked_series_id'),
        bookId: sql<string>`${states.bookId}`.as('ranked_book_id'),
        place: place.as('place'),
      })
      .from(states)
      .leftJoin(
        furthest,
        and(eq(furthest.ofSeries, states.seriesId), eq(furthest.ofGroup, states.group)),
      )
      .where(sql`${states.isRead} = 0 and ${states.isOffered} = 1`),
  )
  const rows = await db
    .with(states, furthest, ranked)
    .select({ seriesId: ranked.seriesId, bookId: ranked.bookId })
    .from(ranked)
    .where(sql`${ranked.place} = 1`)
  return new Map(rows.map(({ seriesId, bookId }) => [seriesId, bookId]))
}

function selectStates(db: Db, viewer: Viewer, seriesIds: readonly string[], condition?: SQL) {
  const isOffered = condition ? sql`case when ${condition} then 1 else 0 end` : sql`1`
  return db
    .select({
      seriesId: sql<string>`${books.seriesId}`.as('state_series_id'),
      bookId: sql<string>`${books.id}`.as('state_book_id'),
      sortKey: sql<string>`${books.sortKey}`.as('state_sort_key'),
      group: selectReadingGroup(books.sortKey).as('state_group'),
      isRead: sql<number>`case when ${bookProgress.completed} then 1 else 0 end`.as('is_read'),
      isOffered: sql<number>`${isOffered}`.as('is_offered'),
      readAt: sql`${bookProgress.updatedAt}`.as('read_at'),
    })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .leftJoin(
      bookProgress,
      and(eq(bookProgress.bookId, books.id), eq(bookProgress.userId, viewer.userId)),
    )
    .where(and(inIds(books.seriesId, seriesIds), bookAndSeriesVisibleTo(viewer)))
}
