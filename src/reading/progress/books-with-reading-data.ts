/** Finds books and series with user data. */
import { inIds } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import { bookProgress, readingEvents, seriesCompletions } from './schema'
import { collectionSeries } from '../../catalog/collections/schema'
import { readingListBooks } from '../../catalog/reading-lists/schema'
import { ratings } from '../ratings/schema'
import { wantToRead } from '../want-to-read/schema'

/**
 * Returns the books that at least one user has read, rated, added to a list or marked as "Want to
 * read".
 */
export async function findBooksWithReadingData(
  db: Db,
  bookIds: readonly string[],
): Promise<Set<string>> {
  const bookIdsWithData = new Set<string>()
  if (bookIds.length === 0) return bookIdsWithData
  for (const { table, column } of [
    { table: bookProgress, column: bookProgress.bookId },
    { table: readingEvents, column: readingEvents.bookId },
    { table: wantToRead, column: wantToRead.bookId },
    { table: ratings, column: ratings.bookId },
    { table: readingListBooks, column: readingListBooks.itemId },
  ]) {
    const rows = await db.select({ bookId: column }).from(table).where(inIds(column, bookIds))
    for (const { bookId } of rows) if (bookId !== null) bookIdsWithData.add(bookId)
  }
  return bookIdsWithData
}

/**
 * Returns the series that at least one user has rated, added to a collection or marked as "Want to
 * read".
 */
export async function findWantedSeriesIds(db: Db, seriesIds: readonly string[]): Promise<string[]> {
  const wanted = new Set<string>()
  if (seriesIds.length === 0) return []
  for (const { table, column } of [
    { table: wantToRead, column: wantToRead.seriesId },
    { table: ratings, column: ratings.seriesId },
    { table: collectionSeries, column: collectionSeries.itemId },
  ]) {
    const rows = await db.selectDistinct({ id: column }).from(table).where(inIds(column, seriesIds))
    for (const { id } of rows) if (id !== null) wanted.add(id)
  }
  return [...wanted]
}

/** Returns the series that have progress or completions. */
export async function findSeriesWithProgress(
  db: Db,
  seriesIds: readonly string[],
): Promise<string[]> {
  const read: string[] = []
  for (const { table, column } of [
    { table: bookProgress, column: bookProgress.seriesId },
    { table: seriesCompletions, column: seriesCompletions.seriesId },
  ]) {
    const rows = await db.selectDistinct({ id: column }).from(table).where(inIds(column, seriesIds))
    for (const { id } of rows) read.push(id)
  }
  return read
}
