/**
 * Runs between the compare and analyze phases: moves books to the new locations of their content. A
 * moved book keeps its ID and everything that refers to it.
 */
import { isWholeFileHash } from '../../../media/reader/fingerprint'
import { yieldToEventLoop } from '../../../platform/lib/yield'
import { splitIntoSlices } from '../../../platform/lib/slices'
import {
  type BookByContent,
  findFormerPlaces,
  findBookIdsByNumber,
  isAnyContentKnown,
} from '../../../catalog/books/scanned/book-moves'
import { recountLibrary } from '../../../catalog/libraries/recount-library'
import { findArrivals, findMovableBooks, type ArrivalSearch } from '../match/arrivals'
import { moveBooksBack } from './move-books-back'
import type { Recognized } from '../match/compare-files'
import { findCopyMoves } from '../match/match-copies'
import { relocateSeries } from './relocate-series'
import { storeMoves } from './store-moves'
import {
  type Arrival,
  type Chain,
  buildChains,
  buildPlaceKey,
  matchMoves,
  type Move,
  splitChain,
} from '../match/match-moves'
import type { MovedFromRoot, RootScan, Run } from '../run'
import { reassessRoot } from '../walk/scan-root'
import { findBooksWithUserData } from '../match/books-with-user-data'
import { libraryUpdated } from '../../../catalog/libraries/model'

const movesPerSlice = 25
const booksPerQuery = 100
/** Maximum number of books for which individual events are published. */
const maxSingleEvents = 200

/**
 * Moves books whose files are now at a different location. Returns the roots as they are after the
 * moves.
 */
export async function relocateMovedBooks(run: Run, rootScans: readonly RootScan[]) {
  const { moves, movable } = await findMoves(run, rootScans)
  const stored = await storeAllMoves(run, rootScans, moves)
  await recountOtherLibraries(run, movable)
  return applyMoves(run, rootScans, stored)
}

/** Finds moves without storing them. */
export async function findMoves(run: Run, rootScans: readonly RootScan[]) {
  if (!(await isAnyContentKnown(run.ctx.db))) return { moves: [], movable: [] }
  const search = await findArrivals(run, rootScans)
  const movable = await findMovableBooks(run, rootScans, search)
  if (movable.length === 0) return { moves: [], movable: [] }
  const settledArrivals = findSettledArrivals(run, search, new Set(movable.map(({ n }) => n)))
  const claims = [...search.arrivals, ...settledArrivals]
  const matched = keepOneOfEachFile(
    matchMoves(claims, await loadFormerPlaces(run, claims, movable)),
  )
  const moves = matched.filter(
    // A book cannot swap locations with a book in a different library.
    ({ file, book }) =>
      book.libraryId === run.library.id || !search.changedContents.has(buildPlaceKey(file)),
  )
  const withReturns = await moveBooksBack(run, search, moves)
  return { moves: await excludeUnwantedReplacements(run, withReturns), movable }
}

/**
 * Keeps one move per file. A file can match by its whole-file hash and by its pages. The hash is
 * stronger evidence, because a different book may have the same pages.
 */
function keepOneOfEachFile(moves: readonly Move<BookByContent>[]): Move<BookByContent>[] {
  const byPlace = Map.groupBy(moves, ({ file }) => buildPlaceKey(file))
  return [...byPlace.values()].map(
    (some) => some.find(({ file }) => isWholeFileHash(file.content)) ?? some[0]!,
  )
}

/**
 * Loads earlier locations of books that share their content, because a file may return to one of
 * them.
 */
async function loadFormerPlaces(
  { ctx, signal }: Run,
  claims: readonly Arrival[],
  movable: readonly BookByContent[],
) {
  const files = Map.groupBy(claims, ({ content }) => content)
  const books = Map.groupBy(movable, ({ content }) => content)
  const ambiguous = movable.filter(
    ({ content }) => books.get(content)!.length > 1 || (files.get(content)?.length ?? 0) > 1,
  )
  const formerPlaces = new Map<number, Set<string>>()
  for (const slice of splitIntoSlices(ambiguous, booksPerQuery)) {
    signal.throwIfAborted()
    const ns = slice.map(({ n }) => n)
    for (const { n, ...place } of await findFormerPlaces(ctx.db, ns)) {
      formerPlaces.set(n, (formerPlaces.get(n) ?? new Set()).add(buildPlaceKey(place)))
    }
    await yieldToEventLoop()
  }
  return movable.map((book) => ({ ...book, formerPlaces: formerPlaces.get(book.n) ?? noPlaces }))
}

const noPlaces: ReadonlySet<string> = new Set()

/**
 * Moves missing books to identical files elsewhere before they go to the trash. Returns the roots
 * as they are after the moves.
 */
export async function relocateToCopies(run: Run, rootScans: readonly RootScan[]) {
  const moves = await findCopyMoves(run, rootScans)
  const stored = await storeAllMoves(run, rootScans, moves)
  await recountOtherLibraries(
    run,
    moves.map(({ book }) => book),
  )
  return applyMoves(run, rootScans, stored)
}

async function storeAllMoves(
  run: Run,
  rootScans: readonly RootScan[],
  moves: readonly Move<BookByContent>[],
): Promise<Chain<BookByContent>[]> {
  if (moves.length === 0) return []
  await relocateSeries(run, rootScans, moves)
  const pieces: { piece: Chain<BookByContent>; chain: Chain<BookByContent> }[] = []
  for (const chain of buildChains(moves)) {
    for (const piece of splitChain(chain, movesPerSlice)) pieces.push({ piece, chain })
  }
  const stored: Chain<BookByContent>[] = []
  const failed = new Set<Chain>()
  const copied = new Map<string, Map<string, number>>()
  for (let from = 0; from < pieces.length;) {
    // Every piece of a chain except the last one fills a whole slice, so two pieces of one chain
    // are never in the same slice.
    const slice: typeof pieces = []
    for (let size = 0; from < pieces.length && size < movesPerSlice; from++) {
      slice.push(pieces[from]!)
      size += pieces[from]!.piece.moves.length
    }
    run.signal.throwIfAborted()
    const publishesEach = moves.length <= maxSingleEvents
    stored.push(...(await storeMoves(run, slice, { rootScans, publishesEach, failed, copied })))
    await run.progress.reportThrottled()
  }
  return stored
}

/** Finds files for which an interrupted run of this scan created books, to match them again. */
function findSettledArrivals(
  { scan, library }: Run,
  { booksByContent, arrivals }: ArrivalSearch,
  movable: ReadonlySet<number>,
): Arrival[] {
  const wanted = new Set(arrivals.map(({ content }) => content))
  return [...wanted]
    .flatMap((content) => booksByContent.get(content) ?? [])
    .filter(
      (book) =>
        !movable.has(book.n) && book.libraryId === library.id && book.createdAt >= scan.createdAt,
    )
    .map((book) => ({ ...book, isSettled: true }))
}

/**
 * Excludes moves of books without user data to the location of a book with user data. The new file
 * at that location is treated as a better version of its current book.
 */
async function excludeUnwantedReplacements({ ctx, signal }: Run, moves: Move<BookByContent>[]) {
  const excluded = new Set<Move>()
  const heads = buildChains(moves).flatMap(({ moves: [head], displaced }) =>
    head && displaced ? [{ head, n: displaced.n }] : [],
  )
  for (const slice of splitIntoSlices(heads, booksPerQuery)) {
    signal.throwIfAborted()
    const currentBooks = await findBookIdsByNumber(
      ctx.db,
      slice.map(({ n }) => n),
    )
    const movingBooks = slice.map(({ head }) => head.book)
    const withUserData = await findBooksWithUserData(ctx.db, [...currentBooks, ...movingBooks])
    for (const { head, n } of slice) {
      if (withUserData.has(n) && !withUserData.has(head.book.n)) excluded.add(head)
    }
    await yieldToEventLoop()
  }
  return moves.filter((move) => !excluded.has(move))
}

/** Returns the roots as if the books had already been at their new locations during the walk. */
export function applyMoves(
  run: Run,
  rootScans: readonly RootScan[],
  chains: readonly Chain<BookByContent>[],
): RootScan[] {
  const updates = new Map(
    rootScans.map(({ root }): [string, RootUpdate] => [
      root.id,
      { recognized: new Map(), released: new Set(), movedAway: new Map(), displaced: [] },
    ]),
  )
  for (const chain of chains) collectUpdates(updates, chain)
  return rootScans.map((rootScan) => {
    const update = updates.get(rootScan.root.id)!
    rootScan.comparison.applyMoves(update.recognized, update.released)
    return reassessRoot(run, rootScan, update)
  })
}

/** Changes to apply to one root. */
interface RootUpdate extends MovedFromRoot {
  recognized: Map<string, Recognized>
  released: Set<string>
}

function collectUpdates(
  updates: ReadonlyMap<string, RootUpdate>,
  { moves, displaced, vacated }: Chain<BookByContent>,
) {
  for (const { file, book } of moves) {
    const { size, modifiedAtMs } = file
    updates.get(file.rootId)!.recognized.set(file.path, { size, modifiedAtMs, n: book.n })
    if (!book.missingSince) updates.get(book.rootId)?.movedAway.set(book.path, book.n)
  }
  if (displaced) {
    const { n, from, to } = displaced
    updates.get(from.rootId)!.displaced.push({ n, path: to.path })
  }
  if (vacated) updates.get(vacated.rootId)?.released.add(vacated.path)
}

async function recountOtherLibraries({ ctx, library }: Run, movable: readonly BookByContent[]) {
  const others = new Set(movable.map(({ libraryId }) => libraryId))
  others.delete(library.id)
  for (const id of others) {
    await recountLibrary(ctx, id)
    ctx.bus.publish(libraryUpdated, { libraryId: id })
  }
}
