/**
 * A series that goes to another library with all of its files takes its missing books along: what was
 * read in them is part of its story, and they come back with their files there, too.
 */
import { findHolder } from '../../../catalog/books/scanned/put-back'
import type { listOfSeries } from '../../../catalog/books/scanned/moves'
import type { Tx } from '../../../platform/db/store'
import { getLastPath } from '../../../platform/lib/path-names'
import { relocateBooks } from '../journal/journal'
import { findRoots } from '../queries'
import type { Root, Run } from '../run'

type Book = Awaited<ReturnType<typeof listOfSeries>>[number]

export async function bringAlong(
  tx: Tx,
  { ctx, scan, library }: Run,
  books: readonly Book[],
  roots: readonly Root[],
) {
  const from = await findRoots(tx, [...new Set(books.map(({ rootId }) => rootId))])
  const pathOf = new Map(from.map(({ id, path }) => [id, path]))
  for (const book of books) {
    const { n, libraryId, rootId, path } = book
    const to = { libraryId: library.id, ...(await placeOf(tx, book, { roots, pathOf })) }
    const relocation = { n, from: { libraryId, rootId, path }, to, seriesId: undefined }
    const options = { displaced: [], now: ctx.now() }
    await relocateBooks(tx, scan, [{ ...relocation, file: undefined }], options)
  }
}

/** Where its file would lie, if that is in this library and nobody stands there; else out of the way. */
async function placeOf(
  tx: Tx,
  { n, rootId, path }: Book,
  { roots, pathOf }: { roots: readonly Root[]; pathOf: ReadonlyMap<string, string> },
) {
  const place = getLastPath(path)
  const full = `${pathOf.get(rootId)}/${place}`
  const root = roots.find((one) => full.startsWith(`${one.path}/`))
  if (!root) return { rootId: roots[0]!.id, path: `${place}//${n}` }
  const below = full.slice(root.path.length + 1)
  const isFree = path === place && (await findHolder(tx, root.id, below)) === undefined
  return { rootId: root.id, path: isFree ? below : `${below}//${n}` }
}
