/** What means something to somebody: what was read, wanted or marked, and what a person said of it. */
import { bookmarks } from '../../../reading/bookmarks/schema'
import { findDescribed } from '../../../catalog/books/scanned/moves'
import { covers } from '../../../artwork/covers/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import { isDisplaced } from '../../../platform/lib/path-names'
import { externalIds, externalRatings } from '../../../catalog/metadata/schema'
import { preferences } from '../../../reading/preferences/schema'
import { findTouched, findWanted } from '../../../reading/progress/touched'
import { findForRekey, isTold } from '../../../catalog/series/scanned/rekey'

interface Book {
  n: number
  id: string
}

/** Of these books, as numbers `n`. */
export async function findTreasured(db: Db, books: readonly Book[]): Promise<Set<number>> {
  if (books.length === 0) return new Set()
  const described = await findDescribed(
    db,
    books.map(({ n }) => n),
  )
  const ids = books.map(({ id }) => id)
  const touched = await findTouched(db, ids)
  const marked = await findMarked(db, ids)
  const treasured = books.filter(
    ({ n, id }) => described.has(n) || touched.has(id) || marked.has(id),
  )
  return new Set(treasured.map(({ n }) => n))
}

/** The same, and those besides whose series means something: it goes where all of its books go. */
export async function findTreasuredWithSeries(
  db: Db,
  books: readonly (Book & { seriesId: string; path: string })[],
): Promise<Set<number>> {
  const treasured = await findTreasured(db, books)
  const others = books.filter(({ n, path }) => !treasured.has(n) && !isDisplaced(path))
  const series = await findTreasuredSeries(db, [...new Set(others.map((book) => book.seriesId))])
  for (const { n, seriesId } of others) if (series.has(seriesId)) treasured.add(n)
  return treasured
}

async function findMarked(db: Db, bookIds: readonly string[]): Promise<Set<string>> {
  const ids = [...bookIds]
  const marked = new Set<string | null>()
  for (const { table, column } of [
    { table: bookmarks, column: bookmarks.bookId },
    { table: preferences, column: preferences.bookId },
    { table: covers, column: covers.bookId },
  ]) {
    const rows = await db.select({ bookId: column }).from(table).where(inIds(column, ids))
    for (const { bookId } of rows) marked.add(bookId)
  }
  return new Set(ids.filter((id) => marked.has(id)))
}

/** Of these series those that mean something to somebody beyond what is in their books. */
export async function findTreasuredSeries(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const told = (await findForRekey(db, ids)).filter(isTold).map(({ id }) => id)
  const treasured = new Set([...told, ...(await findWanted(db, ids))])
  // No scan writes into any of these.
  for (const { table, column } of [
    { table: preferences, column: preferences.seriesId },
    { table: covers, column: covers.seriesId },
    { table: externalIds, column: externalIds.seriesId },
    { table: externalRatings, column: externalRatings.seriesId },
  ]) {
    const rows = await db.selectDistinct({ id: column }).from(table).where(inIds(column, ids))
    for (const { id } of rows) if (id !== null) treasured.add(id)
  }
  return treasured
}
