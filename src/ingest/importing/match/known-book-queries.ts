/** Reads the books of this server for matching. */
import { and, asc, eq, gt } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { bookVisibleTo } from '../../../catalog/books/book-visibility'
import { bookPaths, books } from '../../../catalog/books/schema'
import { libraryRoots } from '../../../catalog/libraries/schema'
import { series } from '../../../catalog/series/schema'
import type { Db } from '../../../platform/db/store'
import { releaseMemory } from '../release-memory'
import { BookIndex, type KnownBook } from './book-index'

const rowsAtOnce = 2000

/** `viewer`: if set, loads only books that the viewer can see, without former paths. */
export async function loadBookIndex(db: Db, viewer?: Viewer): Promise<BookIndex> {
  const index = new BookIndex()
  const share = createSharedTexts()
  for (let after = 0; ;) {
    const slice = await listBooksAfter(db, after, viewer)
    if (slice.length === 0) break
    after = slice.at(-1)!.n
    index.lastNumber = after
    for (const row of slice) index.add(toKnownBook(row, share))
    releaseMemory()
  }
  if (!viewer) await addFormerPaths(db, index)
  return index
}

/** Keeps only one copy of texts that many books share. */
function createSharedTexts() {
  const texts = new Map<string, string>()
  return (text: string) => {
    const known = texts.get(text)
    if (known !== undefined) return known
    texts.set(text, text)
    return text
  }
}

const toKnownBook = (
  row: Awaited<ReturnType<typeof listBooksAfter>>[number],
  share: (text: string) => string,
): KnownBook => ({
  id: row.id,
  seriesId: share(row.seriesId),
  libraryId: share(row.libraryId),
  path: joinRoot(row.root, row.relativePath),
  size: row.size,
  pageCount: row.pageCount,
  partialMd5: row.partialMd5,
  seriesTitle: share(row.seriesTitle),
  volume: row.volume,
  chapter: row.chapter,
  isTrashed: row.trashedAt !== null,
})

const joinRoot = (root: string, relativePath: string) =>
  `${root.replace(/\/+$/, '')}/${relativePath}`

const listBooksAfter = (db: Db, after: number, viewer: Viewer | undefined) =>
  db
    .select({
      n: books.n,
      id: books.id,
      seriesId: books.seriesId,
      libraryId: books.libraryId,
      root: libraryRoots.path,
      relativePath: books.relativePath,
      size: books.size,
      pageCount: books.pageCount,
      partialMd5: books.partialMd5,
      seriesTitle: series.title,
      volume: books.volume,
      chapter: books.chapter,
      trashedAt: books.trashedAt,
    })
    .from(books)
    .innerJoin(libraryRoots, eq(libraryRoots.id, books.rootId))
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(and(gt(books.n, after), viewer && bookVisibleTo(viewer)))
    .orderBy(asc(books.n))
    .limit(rowsAtOnce)

async function addFormerPaths(db: Db, index: BookIndex) {
  let places: ReadonlyMap<string, number> | undefined
  for (let after = ''; ;) {
    const slice = await listFormerPathsAfter(db, after)
    if (slice.length === 0) return
    after = slice.at(-1)!.key
    places ??= index.listPlaces()
    for (const { id, root, relativePath } of slice) {
      index.addFormerPath(id, joinRoot(root, relativePath), places)
    }
  }
}

const listFormerPathsAfter = (db: Db, after: string) =>
  db
    .select({
      key: bookPaths.id,
      id: books.id,
      root: libraryRoots.path,
      relativePath: bookPaths.relativePath,
    })
    .from(bookPaths)
    .innerJoin(books, eq(books.n, bookPaths.n))
    .innerJoin(libraryRoots, eq(libraryRoots.id, bookPaths.rootId))
    .where(after === '' ? undefined : gt(bookPaths.id, after))
    .orderBy(asc(bookPaths.id))
    .limit(rowsAtOnce)
