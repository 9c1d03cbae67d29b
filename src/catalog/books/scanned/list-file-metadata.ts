/** Metadata from sidecar files and book files, most trusted first. */
import type { Db } from '../../../platform/db/store'
import type { FileMetadata } from '../../../media/contents/file-metadata'
import {
  type BookFile,
  loadSidecarIndex,
  getFolderLocation,
  listSidecarMetadata,
} from '../../sidecars/service'
import { findKnownMetadata } from './compute-metadata'

interface LocatedBook extends BookFile {
  n: number
}

/** `inside` contains the metadata in the book files. If omitted, the stored copy is used. */
export async function listFileMetadata(
  db: Db,
  books: readonly LocatedBook[],
  inside?: ReadonlyMap<number, FileMetadata>,
): Promise<Map<number, FileMetadata[]>> {
  const ns = books.map(({ n }) => n)
  const known = inside ?? (await findKnownMetadata(db, ns))
  const beside = await loadSidecarIndex(db, books.map(getFolderLocation))
  return new Map(
    books.map((book) => [
      book.n,
      [...listSidecarMetadata(beside.listForBook(book)), ...[known.get(book.n) ?? []].flat()],
    ]),
  )
}
