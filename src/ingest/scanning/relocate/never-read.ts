import { findUntold } from '../../../catalog/books/scanned/moves'
import type { Tx } from '../../../platform/db/store'
import { findTreasured } from '../match/treasure'

/** Rows of files that no scan came to read, and that nobody has touched: they have no story to lose. */
export async function findNeverRead(tx: Tx, ns: readonly number[]): Promise<Set<number>> {
  const rows = await findUntold(tx, ns)
  const treasured = await findTreasured(tx, rows)
  return new Set(rows.map(({ n }) => n).filter((n) => !treasured.has(n)))
}
