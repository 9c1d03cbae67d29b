/**
 * Between compare and analyze: files that are new or other ones than before are looked at for whose they
 * are. A book whose content lies in another place now, and no more where it was, goes there with its id
 * and everything that hangs on it, before anything else is made of the file.
 */
import { splitIntoSlices } from '../../../platform/lib/slices'
import {
  type BookByContent,
  findFormerPlaces,
  findIds,
  isAnyContentKnown,
} from '../../../catalog/books/scanned/moves'
import { recountLibrary } from '../../../catalog/libraries/counts'
import { inSteps } from '../../../platform/db/yield'
import { findArrivals, findDisplaced, type Found } from '../match/arrivals'
import { withComebacks } from './come-back'
import type { Recognized } from '../match/compare'
import { findCopies } from '../match/copies'
import { followSeries } from './follow-series'
import { storeMoves } from './follow-store'
import {
  type Arrival,
  type Chain,
  chainsOf,
  keyOf,
  match,
  type Move,
  piecesOf,
} from '../match/moves'
import { breathe, type Run, type Seen } from '../run'
import { findTreasured } from '../match/treasure'
import { libraryUpdated } from '../../../catalog/libraries/model'

const movesAtOnce = 25
const booksAtOnce = 100
/** More moves than this are not told one by one. */
const maxSingleEvents = 200

/** Files that are there, and belong to books that are not where they were. */
export async function followMoves(run: Run, seen: readonly Seen[]) {
  const { moves, displaced } = await findMoves(run, seen)
  await follow(run, seen, moves)
  await recount(run, displaced)
}

/** The same, and nothing is written. */
export async function findMoves(run: Run, seen: readonly Seen[]) {
  if (!(await isAnyContentKnown(run.ctx.db))) return { moves: [], displaced: [] }
  const found = await findArrivals(run, seen)
  const displaced = await findDisplaced(run, seen, found)
  if (displaced.length === 0) return { moves: [], displaced: [] }
  const settled = settledBefore(run, found, new Set(displaced.map(({ n }) => n)))
  const claims = [...found.arrivals, ...settled]
  const matched = await match(claims, await withFormer(run, claims, displaced))
  const moves = matched.filter(
    // A book of another library has no place to give in exchange.
    ({ file, book }) => book.libraryId === run.library.id || !found.contents.has(keyOf(file)),
  )
  const told = await withComebacks(run, found, moves)
  return { moves: await withoutUpstarts(run, told), displaced }
}

/** Of those that are equal to others is asked where they have been: a file may come back there. */
async function withFormer(
  { ctx, signal }: Run,
  claims: readonly Arrival[],
  displaced: readonly BookByContent[],
) {
  const files = Map.groupBy(claims, ({ content }) => content)
  const books = Map.groupBy(displaced, ({ content }) => content)
  const unsure = displaced.filter(
    ({ content }) => books.get(content)!.length > 1 || (files.get(content)?.length ?? 0) > 1,
  )
  const former = new Map<number, Set<string>>()
  for (const slice of splitIntoSlices(unsure, booksAtOnce)) {
    signal.throwIfAborted()
    const ns = slice.map(({ n }) => n)
    for (const { n, ...place } of await findFormerPlaces(ctx.db, ns)) {
      former.set(n, (former.get(n) ?? new Set()).add(keyOf(place)))
    }
    await breathe()
  }
  return displaced.map((book) => ({ ...book, former: former.get(book.n) ?? nowhere }))
}

const nowhere: ReadonlySet<string> = new Set()

/** Books that are about to go to the trash while an equal file lies elsewhere. */
export async function followCopies(run: Run, seen: readonly Seen[]) {
  const moves = await findCopies(run, seen)
  await follow(run, seen, moves)
  await recount(
    run,
    moves.map(({ book }) => book),
  )
}

async function follow(run: Run, seen: readonly Seen[], moves: readonly Move<BookByContent>[]) {
  if (moves.length === 0) return
  await followSeries(run, seen, moves)
  const pieces: { part: Chain<BookByContent>; chain: Chain<BookByContent> }[] = []
  for await (const chains of inSteps(await chainsOf(moves))) {
    for (const chain of chains) {
      for (const part of piecesOf(chain, movesAtOnce)) pieces.push({ part, chain })
    }
  }
  const done: Chain<BookByContent>[] = []
  const failed = new Set<Chain>()
  for (let from = 0; from < pieces.length;) {
    const slice: typeof pieces = []
    for (let size = 0; from < pieces.length && size < movesAtOnce; from++) {
      slice.push(pieces[from]!)
      size += pieces[from]!.part.moves.length
    }
    run.signal.throwIfAborted()
    const tellsEach = moves.length <= maxSingleEvents
    done.push(...(await storeMoves(run, slice, { seen, tellsEach, failed })))
    await run.progress.tellSometimes()
    await breathe()
  }
  await retell(seen, done)
}

/** A scan that was interrupted made new books of some files already; they claim what they claimed then. */
function settledBefore(
  { scan, library }: Run,
  { books, arrivals }: Found,
  displaced: ReadonlySet<number>,
): Arrival[] {
  const wanted = new Set(arrivals.map(({ content }) => content))
  return [...wanted]
    .flatMap((content) => books.get(content) ?? [])
    .filter(
      (book) =>
        !displaced.has(book.n) && book.libraryId === library.id && book.createdAt >= scan.createdAt,
    )
    .map((book) => ({ ...book, isSettled: true }))
}

/**
 * Who puts a better file in the place of an old one means the book that was there: one that means nothing
 * to anybody does not push it out of its place.
 */
async function withoutUpstarts({ ctx, signal }: Run, moves: Move<BookByContent>[]) {
  const upstarts = new Set<Move>()
  const heads = (await chainsOf(moves)).flatMap(({ moves: [head], homeless }) =>
    head && homeless ? [{ head, n: homeless.n }] : [],
  )
  for (const slice of splitIntoSlices(heads, booksAtOnce)) {
    signal.throwIfAborted()
    const residents = await findIds(
      ctx.db,
      slice.map(({ n }) => n),
    )
    const movers = slice.map(({ head }) => head.book)
    const treasured = await findTreasured(ctx.db, [...residents, ...movers])
    for (const { head, n } of slice) {
      if (treasured.has(n) && !treasured.has(head.book.n)) upstarts.add(head)
    }
    await breathe()
  }
  return moves.filter((move) => !upstarts.has(move))
}

/** What the walk told is told anew, as if the books had been there when it came by. */
export async function retell(seen: readonly Seen[], chains: readonly Chain<BookByContent>[]) {
  const tales = new Map(
    seen.map((one) => [
      one.root.id,
      { one, recognized: new Map<string, Recognized>(), released: new Set<string>() },
    ]),
  )
  for await (const slice of inSteps(chains)) for (const chain of slice) note(tales, chain)
  for (const { one, recognized, released } of tales.values()) {
    await one.comparison.retell(recognized, released)
  }
}

/** What is to be told of a root. */
interface Tale {
  one: Seen
  recognized: Map<string, Recognized>
  released: Set<string>
}

function note(tales: ReadonlyMap<string, Tale>, { moves, homeless, left }: Chain<BookByContent>) {
  for (const { file, book } of moves) {
    const { size, modifiedAtMs } = file
    tales.get(file.rootId)!.recognized.set(file.path, { size, modifiedAtMs, n: book.n })
    if (!book.missingSince) tales.get(book.rootId)?.one.movedAway.set(book.path, book.n)
  }
  if (homeless) {
    const { n, from, to } = homeless
    tales.get(from.rootId)!.one.homeless.push({ n, path: to.path })
  }
  if (left) tales.get(left.rootId)?.released.add(left.path)
}

async function recount({ ctx, library }: Run, displaced: readonly BookByContent[]) {
  const others = new Set(displaced.map(({ libraryId }) => libraryId))
  others.delete(library.id)
  for (const id of others) {
    await recountLibrary(ctx, id)
    ctx.bus.publish(libraryUpdated, { libraryId: id })
  }
}
