/** What books said of themselves when they were last read, where that decides which series they are of. */
import { splitIntoSlices } from '../../../platform/lib/slices'
import type { BookByContent } from '../../../catalog/books/scanned/moves'
import { listSaid } from '../../../catalog/books/scanned/said'
import type { Db } from '../../../platform/db/store'
import type { FileMetadata } from '../../../media/contents/metadata'
import type { Naming } from '../../../media/naming/naming'
import type { Arrival, Move } from '../match/moves'

const atOnce = 500

/** By file; empty where only the place decides. */
export async function sayingsOf(
  db: Db,
  { grouping }: Naming,
  moves: readonly Move<BookByContent>[],
): Promise<Map<Arrival, FileMetadata[]>> {
  const said = new Map<Arrival, FileMetadata[]>()
  if (!grouping.asksFiles) return said
  for (const slice of splitIntoSlices(moves, atOnce)) {
    const books = slice.map(({ book: { n, rootId, path } }) => ({ n, rootId, relativePath: path }))
    const saidOf = await listSaid(db, books)
    for (const { file, book } of slice) said.set(file, saidOf.get(book.n) ?? [])
  }
  return said
}
