/** Books whose content is not known yet, so that they may be purged ones that have come back. */
import { and, between, isNull, or, type SQL, sql } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'
import { preservedItems, preservedSeries } from '../../../reading/preserved/schema'
import { keptProgress } from '../../../reading/progress/schema'

/** Larger files are never hashed. */
const maxHashedBytes = 4 * 2 ** 30

export const isUnhashed = and(
  isNull(books.contentHash),
  isNull(books.missingSince),
  between(books.size, 1, maxHashedBytes),
)!

/** Whether this is the hash of a file of the same size as the book. */
export const isHashOfSize = (hash: SQL) =>
  sql`(${hash} >= 'file:' || cast(${books.size} as text) || ':'
  and ${hash} < 'file:' || cast(${books.size} as text) || ';')`

/** True if data that is preserved of a purged book may belong to the file. */
export const hasSizeOfPurgedBook = or(
  ...[keptProgress, preservedItems, preservedSeries].map(
    (table) => sql`exists (select 1 from ${table} where ${isHashOfSize(sql`${table.identity}`)})`,
  ),
)!

/** True until what is preserved of a purged book has returned to the book, if it is that one. */
export const mayBePurgedBook = and(
  isNull(books.missingSince),
  or(isNull(books.analyzedAt), and(isUnhashed, hasSizeOfPurgedBook)),
)!
