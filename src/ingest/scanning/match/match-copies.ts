/**
 * Matches missing books to identical files that a scan mistook for copies. This happens when a
 * folder is moved to a different disk file by file during scans. A book with user data takes the
 * location of a copy without user data, and the copy goes to the trash.
 */
import { splitIntoSlices } from '../../../platform/lib/slices'
import {
  type BookByContent,
  findByContent,
  findWithContent,
} from '../../../catalog/books/scanned/book-moves'
import { findSeparated } from '../copies/copy-queries'
import { OrphanedBooks } from './orphaned-books'
import { findUndonePaths } from './orphan-queries'
import { matchMoves, type Move } from './match-moves'
import { type Run, type RootScan } from '../run'
import { findBooksWithUserData, findBooksWithUserDataOrSeries } from './books-with-user-data'

const booksPerSlice = 100
const contentsPerSlice = 100

export async function findCopyMoves(
  run: Run,
  rootScans: readonly RootScan[],
): Promise<Move<BookByContent>[]> {
  const finder = new CopyFinder(run, rootScans)
  await finder.addPairs(await findMissingWithUserData(run, rootScans))
  // Books whose files have been missing since an earlier scan, or whose library was deleted.
  const orphaned: BookByContent[] = []
  for await (const missingBooks of new OrphanedBooks(run, rootScans).listPages())
    orphaned.push(...missingBooks)
  await finder.addPairs(orphaned)
  return finder.moves
}

async function findMissingWithUserData(
  run: Run,
  rootScans: readonly RootScan[],
): Promise<BookByContent[]> {
  const missingBooks: BookByContent[] = []
  for (const rootScan of rootScans) {
    if (rootScan.assessment.state !== 'available') continue
    for (const slice of splitIntoSlices(rootScan.missing, booksPerSlice)) {
      run.signal.throwIfAborted()
      missingBooks.push(...(await filterConfirmedMissing(run, rootScan, slice)))
    }
  }
  return missingBooks
}

/**
 * Selects the books with user data or a manually chosen series whose file is definitely missing.
 */
async function filterConfirmedMissing(
  { ctx, walker }: Run,
  { walkOptions, summary }: RootScan,
  missing: readonly { n: number }[],
): Promise<BookByContent[]> {
  if (!summary) return []
  const books = await findWithContent(
    ctx.db,
    missing.map(({ n }) => n),
  )
  const withUserData = await findBooksWithUserDataOrSeries(ctx.db, books)
  // A book in a manually chosen series also counts, but only for missing books of this library,
  // because the choice has no meaning in a different library.
  const customized = books.filter(({ n, isSeriesChosen }) => withUserData.has(n) || isSeriesChosen)
  if (customized.length === 0) return []
  const paths = customized.map(({ path }) => path)
  const missingPaths = new Set(
    await walker.findMissingFiles(
      { ...walkOptions, mounts: summary.mounts },
      summary.device,
      paths,
    ),
  )
  return customized.filter(({ path }) => missingPaths.has(path))
}

interface Pair extends Move<BookByContent> {
  file: BookByContent
}

class CopyFinder {
  readonly moves: Pair[] = []
  readonly #run: Run
  readonly #rootScans: readonly RootScan[]
  readonly #missing: ReadonlySet<number>
  readonly #used = new Set<number>()

  constructor(run: Run, rootScans: readonly RootScan[]) {
    this.#run = run
    this.#rootScans = rootScans
    this.#missing = new Set(rootScans.flatMap(({ missing }) => missing.map(({ n }) => n)))
  }

  /**
   * Matches all books at once, so that each of thousands of identical files is checked only once.
   */
  async addPairs(missingBooks: readonly BookByContent[]) {
    const open = missingBooks.filter(({ n }) => !this.#used.has(n))
    if (open.length === 0) return
    const pairs = await pairByContent(await this.#findUnusedCopies(open), open)
    for (const slice of splitIntoSlices(pairs, booksPerSlice)) {
      this.#run.signal.throwIfAborted()
      for (const move of await excludeUndone(this.#run, slice)) {
        this.#used.add(move.file.n).add(move.book.n)
        this.moves.push({ ...move, isVisible: true })
      }
    }
  }

  /** Finds unchanged copies in this library that have no user data and no chosen series. */
  async #findUnusedCopies(missingBooks: readonly BookByContent[]): Promise<BookByContent[]> {
    const contents = [...new Set(missingBooks.map(({ content }) => content))]
    const copies: BookByContent[] = []
    for (const some of splitIntoSlices(contents, contentsPerSlice)) {
      const equal = await findByContent(this.#run.ctx.heavy, some)
      const present = equal.filter(
        ({ n, missingSince, trashedAt }) =>
          !this.#missing.has(n) &&
          !this.#used.has(n) &&
          missingSince === null &&
          trashedAt === null,
      )
      for (const slice of splitIntoSlices(present, booksPerSlice))
        copies.push(...(await this.#filterUnused(slice)))
    }
    return copies
  }

  async #filterUnused(present: readonly BookByContent[]): Promise<BookByContent[]> {
    const { ctx, walker, signal } = this.#run
    signal.throwIfAborted()
    const unchanged: BookByContent[] = []
    for (const { root, assessment } of this.#rootScans) {
      const copiesOfRoot = present.filter(({ rootId }) => rootId === root.id)
      if (copiesOfRoot.length === 0 || assessment.state === 'unavailable') continue
      const changed = new Set(await walker.findGrowingFiles(root.path, copiesOfRoot, 0))
      unchanged.push(...copiesOfRoot.filter(({ path }) => !changed.has(path)))
    }
    const withUserData = await findBooksWithUserData(ctx.db, unchanged)
    return unchanged.filter(({ n, isSeriesChosen }) => !withUserData.has(n) && !isSeriesChosen)
  }
}

/** Matches by name first. A single remaining book takes any of its copies. */
async function pairByContent(
  copies: readonly BookByContent[],
  missingBooks: readonly BookByContent[],
): Promise<Pair[]> {
  const copyByNumber = new Map(copies.map((copy) => [copy.n, copy]))
  const matched = matchMoves(copies, missingBooks)
  const moves = matched.map(({ file, book }) => ({ file: copyByNumber.get(file.n!)!, book }))
  const paired = new Set(moves.flatMap(({ file, book }) => [file.n, book.n]))
  const copiesBy = Map.groupBy(
    copies.filter(({ n }) => !paired.has(n)),
    ({ content }) => content,
  )
  const lostByContent = Map.groupBy(
    missingBooks.filter(({ n }) => !paired.has(n)),
    ({ content }) => content,
  )
  for (const [content, books] of lostByContent) {
    const file = copiesBy.get(content)?.[0]
    if (file && books.length === 1) moves.push({ file, book: books[0]! })
  }
  return moves
}

/** Excludes pairs that a user has undone or separated, so that a scan never repeats them. */
async function excludeUndone({ ctx }: Run, pairs: readonly Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return []
  const bookIds = pairs.map(({ book }) => book.id)
  const undonePaths = await findUndonePaths(ctx.db, bookIds)
  const separated = await findSeparated(ctx.db, bookIds)
  return pairs.filter(
    ({ file, book }) => !separated.has(book.id) && !undonePaths.get(book.id)?.has(file.path),
  )
}
