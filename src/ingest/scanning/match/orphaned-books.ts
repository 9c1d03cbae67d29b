/**
 * Finds books whose file or library is gone, while the scanned library contains an identical book.
 * Books that users trashed on purpose are not included.
 */
import { yieldToEventLoop } from '../../../platform/lib/yield'
import {
  type OrphanScope,
  type BookByContent,
  findOrphanedBooks,
} from '../../../catalog/books/scanned/book-moves'
import { listTrashedLibraryIds } from './orphan-queries'
import { isAtOrBelow } from './compare-files'
import { findRootsWithRules, type RootWithRules } from '../queries'
import { buildWalkOptions } from '../walk/walk-options'
import { type Run, type RootScan } from '../run'
import { findBooksWithUserDataOrSeries } from './books-with-user-data'

const booksPerPage = 500

export class OrphanedBooks {
  readonly #run: Run
  readonly #scannedPaths: ReadonlySet<string>

  constructor(run: Run, rootScans: readonly RootScan[]) {
    this.#run = run
    this.#scannedPaths = new Set(rootScans.map(({ root }) => root.path))
  }

  /** Yields only missing books that have user data or whose series has user data. */
  async *listPages(): AsyncGenerator<BookByContent[]> {
    const { ctx } = this.#run
    yield* this.#listPagesWhere({ isMissing: true })
    const trashed = await listTrashedLibraryIds(ctx.db)
    if (trashed.length > 0) yield* this.#listPagesWhere({ libraries: trashed })
  }

  async *#listPagesWhere(which: OrphanScope): AsyncGenerator<BookByContent[]> {
    const { ctx, library, signal } = this.#run
    for (let after = 0; ;) {
      signal.throwIfAborted()
      const page = await findOrphanedBooks(ctx.heavy, library.id, {
        which,
        after,
        limit: booksPerPage,
      })
      const withUserData = await findBooksWithUserDataOrSeries(ctx.db, page)
      const lost = await this.#filterMissing(page.filter(({ n }) => withUserData.has(n)))
      if (lost.length > 0) yield lost
      if (page.length < booksPerPage) return
      after = page.at(-1)!.n
      await yieldToEventLoop()
    }
  }

  /**
   * Selects the books whose files are still missing. A file may have become visible again since the
   * earlier scan.
   */
  async #filterMissing(books: readonly BookByContent[]): Promise<BookByContent[]> {
    const { ctx, walker } = this.#run
    const byRoot = Map.groupBy(books, ({ rootId }) => rootId)
    const lost: BookByContent[] = []
    for (const root of await findRootsWithRules(ctx.db, [...byRoot.keys()])) {
      const booksOfRoot = byRoot.get(root.id)!
      const inScannedFolders = booksOfRoot.filter(({ path }) =>
        isInScannedFolder(root, path, this.#scannedPaths),
      )
      lost.push(...inScannedFolders)
      const others = booksOfRoot.filter((book) => !inScannedFolders.includes(book))
      const paths = others.map(({ path }) => path)
      const missing = new Set(
        await walker.findMissingFiles(buildWalkOptions(root), undefined, paths),
      )
      lost.push(...others.filter(({ path }) => missing.has(path)))
    }
    return lost
  }
}

/**
 * Returns true for a book of a deleted library whose file is in a folder of the scanned library.
 */
export const isInScannedFolder = (
  { path: root, trashedAt }: RootWithRules,
  path: string,
  scannedPaths: ReadonlySet<string>,
) => trashedAt !== null && isAtOrBelow(`${root}/${path}`, scannedPaths)
