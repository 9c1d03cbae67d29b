import { findUntold } from '../books/moves'
import type { Tx } from '../db/store'
import { findTouched } from '../reading/touched'

/** Rows of files that no scan came to read, and that nobody has touched: they have no story to lose. */
export async function findNeverRead(tx: Tx, ns: readonly number[]): Promise<Set<number>> {
  const rows = await findUntold(tx, ns)
  const touched = await findTouched(
    tx,
    rows.map(({ id }) => id),
  )
  return new Set(rows.filter(({ id }) => !touched.has(id)).map(({ n }) => n))
}
