/** Series that users chose for books. Scans keep the choice. */
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { inIds, inNumbers } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import { series } from '../../series/schema'
import { books } from '../schema'
import { assignSeries, scannedSeriesId } from './assign-scanned-series'

/** Moves books to a series that a user chose. The series must be in their library. */
export async function chooseSeries(tx: Tx, ns: readonly number[], seriesId: string, now: Date) {
  await tx
    .update(books)
    .set({ seriesId, scannedSeriesId, isSeriesChosen: true, updatedAt: now })
    .where(inNumbers(books.n, ns))
}

/**
 * Moves books to the series that the scan assigned to them. Returns the series of each book, keyed
 * by row number.
 */
export async function chooseAutomatically(tx: Tx, ns: readonly number[], now: Date) {
  await tx.update(books).set({ isSeriesChosen: false }).where(inNumbers(books.n, ns))
  return refreshAssignments(tx, ns, now)
}

/**
 * Assigns the scanned series of these books again. Call this after these series were merged, or
 * after the merge was undone.
 */
export async function refreshAssignments(tx: Tx, ns: readonly number[], now: Date) {
  const rows = await tx
    .select({ n: books.n, seriesId: sql<string>`${scannedSeriesId}` })
    .from(books)
    .where(inNumbers(books.n, ns))
  return assignSeries(tx, rows, now)
}

/**
 * Finds books that are in these series by a user's choice or a merge, but now in a different
 * library, and moves them back to their scanned series. Returns the IDs of the new series.
 */
export async function leaveForeignSeries(tx: Tx, seriesIds: readonly string[], now: Date) {
  const rows = await tx
    .select({ n: books.n })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(
      and(
        inIds(series.id, seriesIds),
        isNotNull(books.scannedSeriesId),
        ne(books.libraryId, series.libraryId),
      ),
    )
  const assigned = await refreshAssignments(
    tx,
    rows.map(({ n }) => n),
    now,
  )
  return [...new Set(assigned.values())]
}
