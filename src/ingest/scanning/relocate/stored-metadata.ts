/** Loads stored file metadata if it determines the series of a book. */
import { splitIntoSlices } from '../../../platform/lib/slices'
import type { BookByContent } from '../../../catalog/books/scanned/book-moves'
import { listFileMetadata } from '../../../catalog/books/scanned/list-file-metadata'
import type { Db } from '../../../platform/db/store'
import type { FileMetadata } from '../../../media/contents/file-metadata'
import type { Naming } from '../../../media/naming/naming'
import type { Arrival, Move } from '../match/match-moves'

const movesPerQuery = 500

/** Returns metadata keyed by file. Empty if series are determined by paths alone. */
export async function loadStoredMetadata(
  db: Db,
  { grouping }: Naming,
  moves: readonly Move<BookByContent>[],
): Promise<Map<Arrival, FileMetadata[]>> {
  const metadataByFile = new Map<Arrival, FileMetadata[]>()
  if (!grouping.usesMetadata) return metadataByFile
  const deciding = moves.filter(({ file }) => grouping.usesMetadata?.(file.path))
  for (const slice of splitIntoSlices(deciding, movesPerQuery)) {
    const books = slice.map(({ book: { n, rootId, path } }) => ({ n, rootId, relativePath: path }))
    const metadataByBook = await listFileMetadata(db, books)
    for (const { file, book } of slice) metadataByFile.set(file, metadataByBook.get(book.n) ?? [])
  }
  return metadataByFile
}
