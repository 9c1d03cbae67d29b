/**
 * Books that are out of everybody's sight without anybody having put them there, because their files or
 * their libraries are gone, while an equal book stands in the library that is scanned.
 */
import { type Bereft, type BookByContent, findBereft } from '../../../catalog/books/scanned/moves'
import { findTrashedLibraries } from './bereft-queries'
import { isAtOrBelow } from './compare'
import { findRoots, type RootFacts } from '../queries'
import { orderOf } from '../walk/root-order'
import { breathe, type Run, type Seen } from '../run'
import { findTreasuredWithSeries } from './treasure'

const booksAtOnce = 500

export class BereftBooks {
  readonly #run: Run
  readonly #places: ReadonlySet<string>

  constructor(run: Run, seen: readonly Seen[]) {
    this.#run = run
    this.#places = new Set(seen.map(({ root }) => root.path))
  }

  /** Those that mean something to somebody. */
  async *pages(): AsyncGenerator<BookByContent[]> {
    const { ctx } = this.#run
    yield* this.#pagesOf({ isMissing: true })
    const trashed = await findTrashedLibraries(ctx.db)
    if (trashed.length > 0) yield* this.#pagesOf({ libraries: trashed })
  }

  async *#pagesOf(which: Bereft): AsyncGenerator<BookByContent[]> {
    const { ctx, library, signal } = this.#run
    for (let after = 0; ;) {
      signal.throwIfAborted()
      const page = await findBereft(ctx.heavy, library.id, { which, after, limit: booksAtOnce })
      const treasured = await findTreasuredWithSeries(ctx.db, page)
      const lost = await this.#withoutFile(page.filter(({ n }) => treasured.has(n)))
      if (lost.length > 0) yield lost
      if (page.length < booksAtOnce) return
      after = page.at(-1)!.n
      await breathe()
    }
  }

  /** A scan has missed them already: what can be seen in its old place after all is not lost. */
  async #withoutFile(books: readonly BookByContent[]): Promise<BookByContent[]> {
    const { ctx, walker } = this.#run
    const byRoot = Map.groupBy(books, ({ rootId }) => rootId)
    const lost: BookByContent[] = []
    for (const root of await findRoots(ctx.db, [...byRoot.keys()])) {
      const here = byRoot.get(root.id)!
      const ours = here.filter(({ path }) => isTakenOver(root, path, this.#places))
      lost.push(...ours)
      const others = here.filter((book) => !ours.includes(book))
      const paths = others.map(({ path }) => path)
      const gone = new Set(await walker.findGone(orderOf(root), undefined, paths))
      lost.push(...others.filter(({ path }) => gone.has(path)))
    }
    return lost
  }
}

/** Of a library that was deleted: its file lies in a folder that another library has now. */
export const isTakenOver = (
  { path: root, trashedAt }: RootFacts,
  path: string,
  places: ReadonlySet<string>,
) => trashedAt !== null && isAtOrBelow(`${root}/${path}`, places)
