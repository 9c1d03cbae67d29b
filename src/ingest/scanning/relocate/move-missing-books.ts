/**
 * When a series moves to a different library, moves its missing books along. Their reading progress
 * belongs to the series, and the books are restored there if their files return.
 */
import { findBookIdAt } from '../../../catalog/books/scanned/restore-location'
import type { listBooksInSeries } from '../../../catalog/books/scanned/book-moves'
import type { Tx } from '../../../platform/db/store'
import { getLastPath } from '../../../platform/lib/path-names'
import { relocateBooks } from '../journal/journal'
import { findRootsWithRules } from '../queries'
import type { Root, Run } from '../run'

type Book = Awaited<ReturnType<typeof listBooksInSeries>>[number]

export async function moveMissingBooks(
  tx: Tx,
  { ctx, scan, library }: Run,
  books: readonly Book[],
  roots: readonly Root[],
) {
  const from = await findRootsWithRules(tx, [...new Set(books.map(({ rootId }) => rootId))])
  const rootPathById = new Map(from.map(({ id, path }) => [id, path]))
  for (const book of books) {
    const { n, libraryId, rootId, path } = book
    const to = {
      libraryId: library.id,
      ...(await choosePlace(tx, book, { roots, pathOf: rootPathById })),
    }
    const relocation = { n, from: { libraryId, rootId, path }, to, seriesId: undefined }
    const group = { relocations: [{ ...relocation, file: undefined }], deletedRows: [] }
    await relocateBooks(tx, scan, [group], ctx.clock.now())
  }
}

/** Returns the expected location in this library if it is free, or else a temporary one. */
async function choosePlace(
  tx: Tx,
  { n, rootId, path }: Book,
  { roots, pathOf: rootPathById }: { roots: readonly Root[]; pathOf: ReadonlyMap<string, string> },
) {
  const place = getLastPath(path)
  const absolutePath = `${rootPathById.get(rootId)}/${place}`
  const root = roots.find((one) => absolutePath.startsWith(`${one.path}/`))
  if (!root) return { rootId: roots[0]!.id, path: `${place}//${n}` }
  const relativePath = absolutePath.slice(root.path.length + 1)
  const isFree = path === place && (await findBookIdAt(tx, root.id, relativePath)) === undefined
  return { rootId: root.id, path: isFree ? relativePath : `${relativePath}//${n}` }
}
