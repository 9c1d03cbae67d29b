/**
 * Books whose content is not known yet, and which may therefore be purged books that have returned.
 */
import { and, between, eq, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'
import { preservedItems, preservedSeries } from '../../../reading/preserved/schema'
import { inNumbers } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import { keptProgress } from '../../../reading/progress/schema'

/** Larger files are never hashed. */
const maxHashedBytes = 4 * 2 ** 30

export const isUnhashed = and(
  isNull(books.contentHash),
  isNull(books.missingSince),
  between(books.size, 1, maxHashedBytes),
)!

/** Builds an SQL condition for hashes of files with the same size as the book. */
export const isHashOfSize = (hash: SQL) =>
  sql`(${hash} >= 'file:' || cast(${books.size} as text) || ':'
  and ${hash} < 'file:' || cast(${books.size} as text) || ';')`

/** True if preserved data of a purged book may belong to the file. */
export const hasSizeOfPurgedBook = or(
  ...[keptProgress, preservedItems, preservedSeries].map(
    (table) => sql`exists (select 1 from ${table} where ${isHashOfSize(sql`${table.identity}`)})`,
  ),
)!

/** True while the book may be a purged one whose preserved data has not been restored to it. */
const mayBePurgedBook = and(
  isNull(books.missingSince),
  or(isNull(books.analyzedAt), and(isUnhashed, hasSizeOfPurgedBook)),
)!

/** True if the file could not be read. Each scan tries again. */
const isUnreadable = and(isNull(books.analyzedAt), eq(books.finding, 'unreadable'))!

const isInKnownSeries = sql`exists (select 1 from books as known
  where known.series_id = ${books.seriesId} and known.analyzed_at is not null
    and known.missing_since is null and known.trashed_at is null)`

/**
 * SQL condition for books that keep their series held back. An unreadable file does so only if
 * nothing else in the series is known, because people see only its name. When the file is read, its
 * tags return in the same transaction, or the series is held back again.
 */
export const keepsSeriesHeld = and(mayBePurgedBook, not(and(isUnreadable, isInKnownSeries)!))!

/** Finds the series of books that must be hashed to determine whether they are purged ones. */
export async function findSeriesToHold(db: Db, ns: readonly number[]): Promise<string[]> {
  if (ns.length === 0) return []
  const rows = await db
    .selectDistinct({ seriesId: books.seriesId })
    .from(books)
    .where(and(inNumbers(books.n, ns), isUnhashed, hasSizeOfPurgedBook))
  return rows.map(({ seriesId }) => seriesId)
}
