/** Finds books and series with user data, such as reading progress, bookmarks, covers and edits. */
import { bookmarks } from '../../../reading/bookmarks/schema'
import { findBooksWithSetMetadata } from '../../../catalog/books/scanned/book-moves'
import { covers } from '../../../artwork/covers/schema'
import { highlights } from '../../../reading/highlights/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import { isDisplaced } from '../../../platform/lib/path-names'
import { externalIds, externalRatings } from '../../../catalog/metadata/schema'
import { preferences } from '../../../reading/preferences/schema'
import {
  findBooksWithReadingData,
  findWantedSeriesIds,
} from '../../../reading/progress/books-with-reading-data'
import { findSeriesStates, hasSetMetadata } from '../../../catalog/series/scanned/move-series'

interface Book {
  n: number
  id: string
}

/** Returns book numbers (`n`). */
export async function findBooksWithUserData(db: Db, books: readonly Book[]): Promise<Set<number>> {
  if (books.length === 0) return new Set()
  const edited = await findBooksWithSetMetadata(
    db,
    books.map(({ n }) => n),
  )
  const ids = books.map(({ id }) => id)
  const read = await findBooksWithReadingData(db, ids)
  const customized = await findCustomizedBooks(db, ids)
  const withUserData = books.filter(
    ({ n, id }) => edited.has(n) || read.has(id) || customized.has(id),
  )
  return new Set(withUserData.map(({ n }) => n))
}

/** Also includes books whose series has user data, because a series moves along with its books. */
export async function findBooksWithUserDataOrSeries(
  db: Db,
  books: readonly (Book & { seriesId: string; path: string })[],
): Promise<Set<number>> {
  const withUserData = await findBooksWithUserData(db, books)
  const others = books.filter(({ n, path }) => !withUserData.has(n) && !isDisplaced(path))
  const series = await findSeriesWithUserData(db, [...new Set(others.map((book) => book.seriesId))])
  for (const { n, seriesId } of others) if (series.has(seriesId)) withUserData.add(n)
  return withUserData
}

async function findCustomizedBooks(db: Db, bookIds: readonly string[]): Promise<Set<string>> {
  const ids = [...bookIds]
  const customized = new Set<string | null>()
  for (const { table, column } of [
    { table: bookmarks, column: bookmarks.bookId },
    { table: highlights, column: highlights.bookId },
    { table: preferences, column: preferences.bookId },
    { table: covers, column: covers.bookId },
  ]) {
    const rows = await db.select({ bookId: column }).from(table).where(inIds(column, ids))
    for (const { bookId } of rows) customized.add(bookId)
  }
  return new Set(ids.filter((id) => customized.has(id)))
}

/** Finds series that have user data themselves, regardless of their books. */
export async function findSeriesWithUserData(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const edited = (await findSeriesStates(db, ids)).filter(hasSetMetadata).map(({ id }) => id)
  const withUserData = new Set([...edited, ...(await findWantedSeriesIds(db, ids))])
  // Any row counts as user data, even an ID that a scan found in a file.
  for (const { table, column } of [
    { table: preferences, column: preferences.seriesId },
    { table: covers, column: covers.seriesId },
    { table: externalIds, column: externalIds.seriesId },
    { table: externalRatings, column: externalRatings.seriesId },
  ]) {
    const rows = await db.selectDistinct({ id: column }).from(table).where(inIds(column, ids))
    for (const { id } of rows) if (id !== null) withUserData.add(id)
  }
  return withUserData
}
