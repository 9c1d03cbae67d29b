/** The "Recently added" shelf. */
import { and, count, desc, eq, gte, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import type { BookView } from '../../../catalog/books/model'
import { books } from '../../../catalog/books/schema'
import { bookAndSeriesVisibleTo } from '../../../catalog/books/book-visibility'
import { series } from '../../../catalog/series/schema'
import type { Db } from '../../../platform/db/store'
import { inIds } from '../../../platform/db/sql'
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

const newMs = 30 * 86_400_000

/**
 * Adds the number of new books in its series to each book, because a list shows only some of the
 * new books.
 */
export async function addNewInSeries(db: Db, viewer: Viewer, shown: readonly BookView[]) {
  const times = shown.map(({ createdAt }) => createdAt.getTime())
  // Listed books always count as new, even if they are older than `newMs`.
  const since = new Date(Math.min(Math.max(...times) - newMs, ...times))
  const counts = await countNewBooks(db, viewer, [...new Set(shown.map(getSeriesId))], since)
  return shown.map((book) => ({ ...book, newInSeries: counts.get(book.seriesId) ?? 1 }))
}

const getSeriesId = ({ seriesId }: BookView) => seriesId

async function countNewBooks(db: Db, viewer: Viewer, seriesIds: string[], since: Date) {
  const rows = await db
    .select({ seriesId: books.seriesId, added: count() })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(
      and(
        inIds(books.seriesId, seriesIds),
        gte(books.createdAt, since),
        bookAndSeriesVisibleTo(viewer),
      ),
    )
    .groupBy(books.seriesId)
  return new Map(rows.map(({ seriesId, added }) => [seriesId, added]))
}
