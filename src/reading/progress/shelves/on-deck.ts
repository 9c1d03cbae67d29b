/** The "On deck" shelf: what to read next. */
import { and, eq, gt, sql } from 'drizzle-orm'
import { series } from '../../../catalog/series/schema'
import { seriesProgress } from '../schema'
import { findNextUnread } from './next-book'
import { countRows, matchesSeriesFilter, type Shelf } from './queries'

/**
 * Finds the next unread book of each series in which the viewer has completed a book and has none
 * in progress. The most recently read series come first.
 */
export const findOnDeck: Shelf = async (db, viewer, within, paging) => {
  const condition = and(
    eq(seriesProgress.userId, viewer.userId),
    gt(seriesProgress.booksRead, 0),
    eq(seriesProgress.booksInProgress, 0),
    gt(series.bookCount, seriesProgress.booksRead),
    matchesSeriesFilter(viewer, within),
  )
  const rows = await db
    .select({ id: seriesProgress.seriesId })
    .from(seriesProgress)
    .innerJoin(series, eq(series.id, seriesProgress.seriesId))
    .where(condition)
    .orderBy(sql`${seriesProgress.lastReadAt} desc nulls last`, seriesProgress.seriesId)
    .limit(paging.pageSize)
    .offset(paging.offset)
  const [counted] = await db
    .select({ total: countRows() })
    .from(seriesProgress)
    .innerJoin(series, eq(series.id, seriesProgress.seriesId))
    .where(condition)
  const next = await findNextUnread(
    db,
    viewer,
    rows.map(({ id }) => id),
  )
  const data = rows.flatMap(({ id }) => next.get(id) ?? [])
  return { data, total: counted?.total ?? 0 }
}
