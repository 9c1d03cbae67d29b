/**
 * Books whose file is gone while an equal one lies elsewhere, which a scan took for a copy: so it is when
 * a folder is moved to another disk, file by file, while scans go on. A book that means something to
 * somebody takes the place of a copy that means nothing to anybody; the copy goes to the trash instead.
 */
import { splitIntoSlices } from '../../../platform/lib/slices'
import {
  type BookByContent,
  findByContent,
  findWithContent,
} from '../../../catalog/books/scanned/moves'
import { inSteps } from '../../../platform/db/yield'
import { BereftBooks } from './bereft'
import { findTakenBack } from './bereft-queries'
import { match, type Move } from './moves'
import { breathe, type Run, type Seen } from '../run'
import { findTreasured, findTreasuredWithSeries } from './treasure'

const booksAtOnce = 100
const contentsAtOnce = 100

export async function findCopies(run: Run, seen: readonly Seen[]): Promise<Move<BookByContent>[]> {
  const finder = new CopyFinder(run, seen)
  await finder.pairUp(await findMissing(run, seen))
  // Earlier, or in other libraries: whoever looked there could not give them their new place.
  const bereft: BookByContent[] = []
  for await (const lost of new BereftBooks(run, seen).pages()) bereft.push(...lost)
  await finder.pairUp(bereft)
  return finder.moves
}

async function findMissing(run: Run, seen: readonly Seen[]): Promise<BookByContent[]> {
  const lost: BookByContent[] = []
  for (const one of seen) {
    if (one.verdict.state !== 'available') continue
    for (const slice of splitIntoSlices(one.missing, booksAtOnce)) {
      run.signal.throwIfAborted()
      lost.push(...(await findLost(run, one, slice)))
      await breathe()
    }
  }
  return lost
}

/** Those that are treasured, and gone for certain. */
async function findLost(
  { ctx, walker }: Run,
  { order, end }: Seen,
  missing: readonly { n: number }[],
): Promise<BookByContent[]> {
  if (!end) return []
  const books = await findWithContent(
    ctx.db,
    missing.map(({ n }) => n),
  )
  const treasured = await findTreasuredWithSeries(ctx.db, books)
  const worthIt = books.filter(({ n }) => treasured.has(n))
  if (worthIt.length === 0) return []
  const paths = worthIt.map(({ path }) => path)
  const gone = new Set(await walker.findGone({ ...order, mounts: end.mounts }, end.device, paths))
  return worthIt.filter(({ path }) => gone.has(path))
}

interface Pair extends Move<BookByContent> {
  file: BookByContent
}

class CopyFinder {
  readonly moves: Pair[] = []
  readonly #run: Run
  readonly #seen: readonly Seen[]
  readonly #gone: ReadonlySet<number>
  readonly #taken = new Set<number>()

  constructor(run: Run, seen: readonly Seen[]) {
    this.#run = run
    this.#seen = seen
    this.#gone = new Set(seen.flatMap(({ missing }) => missing.map(({ n }) => n)))
  }

  /** All at once: of thousands that are equal, each is looked at once, not once for every slice. */
  async pairUp(lost: readonly BookByContent[]) {
    const open = lost.filter(({ n }) => !this.#taken.has(n))
    if (open.length === 0) return
    const pairs = await pair(await this.#copiesOf(open), open)
    for await (const slice of inSteps(pairs)) {
      this.#run.signal.throwIfAborted()
      for (const move of await withoutTakenBack(this.#run, slice)) {
        this.#taken.add(move.file.n).add(move.book.n)
        this.moves.push({ ...move, isVisible: true })
      }
    }
  }

  /** Of this library, untouched, and with the very file that was read. */
  async #copiesOf(lost: readonly BookByContent[]): Promise<BookByContent[]> {
    const contents = [...new Set(lost.map(({ content }) => content))]
    const copies: BookByContent[] = []
    for await (const some of inSteps(contents, contentsAtOnce)) {
      const equal = await findByContent(this.#run.ctx.heavy, some)
      const present = equal.filter(
        ({ n, missingSince, trashedAt }) =>
          !this.#gone.has(n) && !this.#taken.has(n) && missingSince === null && trashedAt === null,
      )
      for await (const slice of inSteps(present)) copies.push(...(await this.#free(slice)))
    }
    return copies
  }

  async #free(present: readonly BookByContent[]): Promise<BookByContent[]> {
    const { ctx, walker, signal } = this.#run
    signal.throwIfAborted()
    const there: BookByContent[] = []
    for (const { root, verdict } of this.#seen) {
      const here = present.filter(({ rootId }) => rootId === root.id)
      if (here.length === 0 || verdict.state === 'unavailable') continue
      const changed = new Set(await walker.findGrowing(root.path, here, 0))
      there.push(...here.filter(({ path }) => !changed.has(path)))
    }
    const treasured = await findTreasured(ctx.db, there)
    return there.filter(({ n }) => !treasured.has(n))
  }
}

/** By name; where one book is left and several copies, any of them is as good as another. */
async function pair(
  copies: readonly BookByContent[],
  lost: readonly BookByContent[],
): Promise<Pair[]> {
  const copyOf = new Map(copies.map((copy) => [copy.n, copy]))
  const matched = await match(copies, lost)
  const moves = matched.map(({ file, book }) => ({ file: copyOf.get(file.n!)!, book }))
  const done = new Set(moves.flatMap(({ file, book }) => [file.n, book.n]))
  const copiesBy = Map.groupBy(
    copies.filter(({ n }) => !done.has(n)),
    ({ content }) => content,
  )
  const lostBy = Map.groupBy(
    lost.filter(({ n }) => !done.has(n)),
    ({ content }) => content,
  )
  for (const [content, books] of lostBy) {
    const file = copiesBy.get(content)?.[0]
    if (file && books.length === 1) moves.push({ file, book: books[0]! })
  }
  return moves
}

/** What a person has undone is not done again by itself. */
async function withoutTakenBack({ ctx }: Run, pairs: readonly Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return []
  const takenBack = await findTakenBack(
    ctx.db,
    pairs.map(({ book }) => book.id),
  )
  return pairs.filter(({ file, book }) => !takenBack.get(book.id)?.has(file.path))
}
