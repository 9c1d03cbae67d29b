/** What files and those beside them say of books, the most trusted first. */
import type { Db } from '../../../platform/db/store'
import type { FileMetadata } from '../../../media/contents/metadata'
import { type BookPlace, lookBeside, placeOf, wordsOf } from '../../sidecars/service'
import { findKnownMetadata } from './compute-metadata'

interface Placed extends BookPlace {
  n: number
}

/** `inside`: what the files themselves say; else it is what was stored of them. */
export async function listSaid(
  db: Db,
  books: readonly Placed[],
  inside?: ReadonlyMap<number, FileMetadata>,
): Promise<Map<number, FileMetadata[]>> {
  const ns = books.map(({ n }) => n)
  const known = inside ?? (await findKnownMetadata(db, ns))
  const beside = await lookBeside(db, books.map(placeOf))
  return new Map(
    books.map((book) => [
      book.n,
      [...wordsOf(beside.ofBook(book)), ...[known.get(book.n) ?? []].flat()],
    ]),
  )
}
