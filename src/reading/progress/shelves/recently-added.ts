/** The "Recently added" shelf. */
import { and, desc, eq, sql } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'
import { bookAndSeriesVisibleTo } from '../../../catalog/books/book-visibility'
import { series } from '../../../catalog/series/schema'
import { matchesBookFilter, matchesSeriesFilter, type Shelf, toPage } from './queries'

/** Finds books, most recently added first. */
export const findRecentlyAdded: Shelf = async (db, viewer, within, paging) => {
  const rows = await db
    .select({ id: books.id })
    .from(books)
    .crossJoin(series)
    .where(
      and(eq(series.id, books.seriesId), bookAndSeriesVisibleTo(viewer), matchesBookFilter(within)),
    )
    .orderBy(desc(books.createdAt), desc(books.id))
    .limit(paging.pageSize)
    .offset(paging.offset)
  // Adding up the series counters is faster than counting a million books.
  const [counted] = await db
    .select({ total: sql<number>`coalesce(sum(${series.bookCount}), 0)`.mapWith(Number) })
    .from(series)
    .where(matchesSeriesFilter(viewer, within))
  return toPage(rows, counted)
}
