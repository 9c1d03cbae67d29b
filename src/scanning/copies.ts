/**
 * Books whose file is gone while an equal one, which a scan took for a copy of late, lies elsewhere: so it
 * is when a folder is moved to another disk, file by file, while scans go on. A book that means something
 * to somebody takes the place of a copy that means nothing to anybody; the copy goes to the trash instead.
 */
import { type BookByContent, findByContent, findWithContent } from '../books/moves'
import { match, type Move } from './moves'
import { listScansSince } from './queries'
import { breathe, type Run, type Seen } from './run'
import { findTreasured } from './treasure'

const booksAtOnce = 100
/** Whoever has lived side by side for longer are two books. */
const copyMs = 7 * 86_400_000

export async function findCopies(run: Run, seen: readonly Seen[]): Promise<Move<BookByContent>[]> {
  const gone = new Set(seen.flatMap(({ missing }) => missing.map(({ n }) => n)))
  const late = new LateScans(run)
  const taken = new Set<number>()
  const moves: Move<BookByContent>[] = []
  for (const one of seen) {
    if (one.verdict.state !== 'available') continue
    for (let from = 0; from < one.missing.length; from += booksAtOnce) {
      run.signal.throwIfAborted()
      const lost = await findLost(run, one, one.missing.slice(from, from + booksAtOnce))
      const copies = lost.length === 0 ? [] : await copiesOf(run, seen, { lost, gone })
      const free = copies.filter(({ n }) => !taken.has(n))
      for (const move of await late.only(pair(free, lost))) {
        taken.add(move.file.n)
        moves.push(move)
      }
      await breathe()
    }
  }
  return moves
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
  const treasured = await findTreasured(ctx.db, books)
  const worthIt = books.filter(({ n }) => treasured.has(n))
  if (worthIt.length === 0) return []
  const paths = worthIt.map(({ path }) => path)
  const gone = new Set(await walker.findGone({ ...order, mounts: end.mounts }, end.device, paths))
  return worthIt.filter(({ path }) => gone.has(path))
}

/** Of this library, untouched, and with the very file that was read. */
async function copiesOf(
  { ctx, walker }: Run,
  seen: readonly Seen[],
  { lost, gone }: { lost: readonly BookByContent[]; gone: ReadonlySet<number> },
): Promise<BookByContent[]> {
  const contents = new Set(lost.map(({ content }) => content))
  const equal = await findByContent(ctx.db, [...contents])
  const present = equal.filter(
    ({ n, missingSince, trashedAt }) => !gone.has(n) && missingSince === null && trashedAt === null,
  )
  const there: BookByContent[] = []
  for (const { root, verdict } of seen) {
    const here = present.filter(({ rootId }) => rootId === root.id)
    if (here.length === 0 || verdict.state === 'unavailable') continue
    const changed = new Set(await walker.findGrowing(root.path, here, 0))
    there.push(...here.filter(({ path }) => !changed.has(path)))
  }
  const treasured = await findTreasured(ctx.db, there)
  return there.filter(({ n }) => !treasured.has(n))
}

interface Pair extends Move<BookByContent> {
  file: BookByContent
}

/** By name; where one book is left and several copies, any of them is as good as another. */
function pair(copies: readonly BookByContent[], lost: readonly BookByContent[]): Pair[] {
  const copyOf = new Map(copies.map((copy) => [copy.n, copy]))
  const moves = match(copies, lost).map(({ file, book }) => ({ file: copyOf.get(file.n!)!, book }))
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

class LateScans {
  readonly #run: Run
  #begun: Date[] | undefined

  constructor(run: Run) {
    this.#run = run
  }

  /** Where the copy came of late, with a later scan than the book: not two equal files from the beginning. */
  async only(pairs: readonly Pair[]): Promise<Pair[]> {
    if (pairs.length === 0) return []
    const { ctx, library } = this.#run
    const after = new Date(ctx.now().getTime() - copyMs)
    const begun = (this.#begun ??= await listScansSince(ctx.db, library.id, after))
    return pairs.filter(({ file, book }) => {
      const cameWith = begun.findLast((at) => at <= file.createdAt)
      return cameWith !== undefined && cameWith > book.createdAt
    })
  }
}
