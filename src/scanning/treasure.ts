/** Books that mean something to somebody: what was read or wanted, and what a person said of it. */
import { findDescribed } from '../books/moves'
import type { Db } from '../db/store'
import { findTouched } from '../reading/touched'

/** Of these books, as numbers `n`. */
export async function findTreasured(
  db: Db,
  books: readonly { n: number; id: string }[],
): Promise<Set<number>> {
  if (books.length === 0) return new Set()
  const described = await findDescribed(
    db,
    books.map(({ n }) => n),
  )
  const touched = await findTouched(
    db,
    books.map(({ id }) => id),
  )
  const treasured = books.filter(({ n, id }) => described.has(n) || touched.has(id))
  return new Set(treasured.map(({ n }) => n))
}
