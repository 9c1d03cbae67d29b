/** Streaks, reading speed and the remaining reading time for books in progress. */
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Viewer } from '../../accounts/permissions/model'
import { bookAndSeriesVisibleTo } from '../../catalog/books/book-visibility'
import { numberColumns } from '../../catalog/books/numbers/book-names'
import { books } from '../../catalog/books/schema'
import { series } from '../../catalog/series/schema'
import type { Context } from '../../context'
import { bookProgress } from '../progress/schema'
import { listFigures } from './figures/figures'
import { byNothing } from './figures/groupings'
import { dayMs, LocalDays } from './local-days'
import type { Coverage, Pace } from './model'
import { findCoverage, listDaysRead } from './statistics-queries'
import { findCurrentStreak, findLongestStreak } from './streaks'
import { updateSessions } from './sessions/update-sessions'

const daysOfStreaks = 3_652
const daysOfPace = 90
const maxBooks = 10
/** Minimum reading time for a result. With less data, it would not be meaningful. */
const minMsOfPace = 10 * 60_000

export async function getPace(
  ctx: Context,
  viewer: Viewer,
  { timeZone }: { timeZone?: string },
): Promise<Pace> {
  const nowMs = ctx.clock.now().getTime()
  const span = { fromMs: nowMs - daysOfStreaks * dayMs, toMs: nowMs + 1 }
  const days = new LocalDays(timeZone, span)
  await updateSessions(ctx, viewer.userId)
  const scope = { ...span, viewer }
  const read = await listDaysRead(ctx.heavy, scope, (ms) => days.daySql(ms))
  const pagesPerHour = await findPagesPerHour(ctx, viewer, nowMs)
  return {
    currentStreak: findCurrentStreak(read, days.dayOf(nowMs)),
    longestStreak: findLongestStreak(read),
    pagesPerHour,
    books: await listBooksInProgress(ctx, viewer, pagesPerHour),
  }
}

async function findPagesPerHour(ctx: Context, viewer: Viewer, nowMs: number) {
  const span = { fromMs: nowMs - daysOfPace * dayMs, toMs: nowMs + 1 }
  const scope = { viewer, ...span, days: new LocalDays(undefined, span) }
  const all = { grouping: byNothing, order: 'key', limit: 1 } as const
  const [total] = (await listFigures(ctx.heavy, scope, { all })).all
  if (!total || total.totalMs < minMsOfPace || total.pages === 0) return null
  return Math.round((total.pages / total.totalMs) * 36_000_000) / 10
}

async function listBooksInProgress(ctx: Context, viewer: Viewer, pagesPerHour: number | null) {
  const rows = await ctx.db
    .select({
      bookId: books.id,
      title: books.title,
      seriesName: series.title,
      ...numberColumns,
      fileFormat: sql<string>`coalesce(${books.format}, '')`,
      pageCount: books.pageCount,
      fraction: bookProgress.fraction,
    })
    .from(bookProgress)
    .innerJoin(books, eq(books.id, bookProgress.bookId))
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(
      and(
        eq(bookProgress.userId, viewer.userId),
        // Must match the condition of the index of open books.
        sql`${bookProgress.started} and not ${bookProgress.completed} and not ${bookProgress.hidden}`,
        bookAndSeriesVisibleTo(viewer),
      ),
    )
    .orderBy(desc(bookProgress.updatedAt), bookProgress.bookId)
    .limit(maxBooks)
  return rows.map(({ pageCount, fraction, ...book }) => {
    const pagesLeft = Math.max(0, Math.round(pageCount * (1 - fraction)))
    const minutesLeft = pagesPerHour === null ? null : Math.round((pagesLeft / pagesPerHour) * 60)
    return { ...book, pagesLeft, minutesLeft }
  })
}

export async function getCoverage(ctx: Context, viewer: Viewer): Promise<Coverage> {
  await updateSessions(ctx, viewer.userId)
  return findCoverage(ctx.heavy, viewer)
}
