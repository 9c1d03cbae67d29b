/** SQL for the statistics. All of it runs outside the server's thread, with a deadline. */
import { and, desc, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../accounts/permissions/model'
import { bookAndSeriesVisibleTo } from '../../catalog/books/book-visibility'
import { numberColumns } from '../../catalog/books/numbers/book-names'
import { books } from '../../catalog/books/schema'
import { isSeriesVisibleTo } from '../../catalog/libraries/series-visibility'
import { series } from '../../catalog/series/schema'
import type { Db } from '../../platform/db/store'
import { bookCompletions, seriesCompletions } from '../progress/schema'
import {
  countedPages,
  isSessionOf,
  isVisible,
  type Scope,
  type Span,
  toInstant,
} from './figures/sources'
import { readingSessions } from './schema'

export async function countFinishedSeries(db: Db, viewer: Viewer, { fromMs, toMs: endMs }: Span) {
  const [row] = await db.rows<{ count: number | string }>(sql`
    select count(*) as count from ${seriesCompletions}
    join ${series} on ${series.id} = ${seriesCompletions.seriesId}
    where ${seriesCompletions.userId} = ${viewer.userId} and ${isSeriesVisibleTo(viewer)}
      and ${seriesCompletions.completedAt} >= ${toInstant(fromMs)}
      and ${seriesCompletions.completedAt} < ${toInstant(endMs)}`)
  return Number(row?.count ?? 0)
}

/** Finds the longest book that the viewer finished in the span. */
export async function findLongestBook(db: Db, viewer: Viewer, { fromMs, toMs }: Span) {
  const [longest] = await db
    .select({
      bookId: books.id,
      title: books.title,
      seriesName: series.title,
      ...numberColumns,
      fileFormat: sql<string>`coalesce(${books.format}, '')`,
      pageCount: books.pageCount,
    })
    .from(bookCompletions)
    .innerJoin(books, eq(books.id, bookCompletions.bookId))
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(
      and(
        eq(bookCompletions.userId, viewer.userId),
        gte(bookCompletions.completedAt, new Date(fromMs)),
        lt(bookCompletions.completedAt, new Date(toMs)),
        gt(books.pageCount, 0),
        bookAndSeriesVisibleTo(viewer),
      ),
    )
    .orderBy(desc(books.pageCount), books.id)
    .limit(1)
  return longest ?? null
}

/** Lists local days on which the user read, oldest first. */
export async function listDaysRead(
  db: Db,
  scope: Scope & { viewer: Viewer },
  daySql: (ms: SQL) => SQL,
) {
  const rows = await db.rows<{ day: number | string }>(sql`
    select distinct read.day as day from (
      select distinct ${readingSessions.bookId} as book_id,
        ${daySql(sql`${readingSessions.startedMs}`)} as day
      from ${readingSessions}
      where ${isSessionOf(scope)} and (${readingSessions.activeMs} > 0 or ${countedPages} > 0)) as read
    join ${books} on ${books.id} = read.book_id join ${series} on ${series.id} = ${books.seriesId}
    where ${isVisible(scope.viewer)} order by day`)
  return rows.map((row) => Number(row.day))
}

export async function findCoverage(db: Db, viewer: Viewer) {
  const [row] = await db.rows<{ first: unknown; last: unknown }>(sql`
    select min(read.first) as first, max(read.last) as last from (
      select ${readingSessions.bookId} as book_id, min(${readingSessions.startedMs}) as first,
        max(${readingSessions.endedMs}) as last
      from ${readingSessions} where ${isSessionOf({ viewer, fromMs: 0, toMs: 8e15 })}
      group by ${readingSessions.bookId}) as read
    join ${books} on ${books.id} = read.book_id join ${series} on ${series.id} = ${books.seriesId}
    where ${isVisible(viewer)}`)
  return { firstReadAt: toDate(row?.first), lastReadAt: toDate(row?.last) }
}

const toDate = (ms: unknown) => (ms === null || ms === undefined ? null : new Date(Number(ms)))
