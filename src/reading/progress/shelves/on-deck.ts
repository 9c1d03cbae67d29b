/** The "On deck" shelf: what to read next. */
import { and, eq, gt, sql } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import { series } from '../../../catalog/series/schema'
import type { Viewer } from '../../../accounts/permissions/model'
import { bookProgress, seriesProgress } from '../schema'
import { countRows, matchesSeriesFilter, type Shelf } from './queries'

/**
 * Finds the first unread book of each series in which the viewer has completed a book and has none
 * in progress. Most recently read series come first.
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
  const firstUnread = await findFirstUnread(db, viewer, rows)
  const data = rows.flatMap(({ id }) => firstUnread.get(id) ?? [])
  return { data, total: counted?.total ?? 0 }
}

async function findFirstUnread(db: Db, viewer: Viewer, of: { id: string }[]) {
  const isRead = sql`exists (select 1 from ${bookProgress}
    where ${bookProgress.userId} = ${viewer.userId} and ${bookProgress.bookId} = ${books.id}
      and ${bookProgress.completed})`
  const first = sql<string | null>`(select ${books.id} from ${books}
    where ${books.seriesId} = ${series}.id and ${books.trashedAt} is null
      and not ${isRead} order by ${books.sortKey}, ${books.id} limit 1)`
  const ids = of.map(({ id }) => id)
  const rows = await db
    .select({ id: series.id, bookId: first })
    .from(series)
    .where(inIds(series.id, ids))
  return new Map(rows.map(({ id, bookId }) => [id, bookId ?? []]))
}
