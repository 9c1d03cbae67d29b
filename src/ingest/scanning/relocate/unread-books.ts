import { findBooksNeverRead } from '../../../catalog/books/scanned/book-moves'
import type { Tx } from '../../../platform/db/store'
import { findBooksWithUserData } from '../match/books-with-user-data'

/**
 * Finds rows of files that no scan has read and that have no user data. They can be deleted without
 * losing anything.
 */
export async function findUnreadBooks(tx: Tx, ns: readonly number[]): Promise<Set<number>> {
  const rows = await findBooksNeverRead(tx, ns)
  const withUserData = await findBooksWithUserData(tx, rows)
  return new Set(rows.map(({ n }) => n).filter((n) => !withUserData.has(n)))
}
