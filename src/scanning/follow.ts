/**
 * Between compare and analyze: files that are new or other ones than before are looked at for whose they
 * are. A book whose content lies in another place now, and no more where it was, goes there with its id
 * and everything that hangs on it, before anything else is made of the file.
 */
import {
  type BookByContent,
  findByContent,
  findUntold,
  isAnyContentKnown,
  relocate,
} from '../books/moves'
import { giveWay } from '../db/give-way'
import type { Tx } from '../db/store'
import type { Evidence } from '../formats/evidence'
import { recountLibrary } from '../libraries/counts'
import { findTouched } from '../reading/touched'
import { placeSeries } from '../series/intake'
import type { Candidate } from './compare'
import { seriesOfPath } from './describe'
import { type Arrival, type Chain, chainsOf, keyOf, match } from './moves'
import { bookFormats, patternsOf } from './rules'
import { breathe, refreshAround, requireRoot, type Root, type Run, type Seen } from './run'
import { describeSeries } from './store-slice'
import type { Walker } from './walker'

const filesAtOnce = 100
const movesAtOnce = 25
/** More moves than this are not told one by one. */
const maxSingleEvents = 200

interface Found {
  arrivals: Arrival[]
  books: Map<number, BookByContent>
  /** What the files hold that are at known places and are other ones than before. */
  contents: Map<string, string | null>
}

export async function followMoves(run: Run, seen: readonly Seen[]) {
  const { ctx } = run
  if (!(await isAnyContentKnown(ctx.db))) return
  const found = await findArrivals(run, seen)
  const displaced = await findDisplaced(run, seen, found)
  if (displaced.length === 0) return
  const rootOf = new Map(seen.map(({ root }) => [root.id, root]))
  const settled = settledBefore(run, found, new Set(displaced.map(({ n }) => n)))
  const moves = match([...found.arrivals, ...settled], displaced).filter(
    // A book of another library has no place to give in exchange.
    ({ file, book }) => book.libraryId === run.library.id || !found.contents.has(keyOf(file)),
  )
  const chains = chainsOf(moves)
  const tellsEach = moves.length <= maxSingleEvents
  for (let from = 0; from < chains.length;) {
    const slice: Chain<BookByContent>[] = []
    for (let size = 0; from < chains.length && size < movesAtOnce; from++) {
      slice.push(chains[from]!)
      size += chains[from]!.moves.length
    }
    run.signal.throwIfAborted()
    const done = await store(run, slice, { rootOf, tellsEach })
    for (const chain of done) takeOver(seen, chain)
    await run.progress.tellSometimes()
    await breathe()
  }
  await recount(run, displaced)
}

/** Only those whose content some book had. */
async function findArrivals(run: Run, seen: readonly Seen[]): Promise<Found> {
  const found: Found = { arrivals: [], books: new Map(), contents: new Map() }
  for (const { root, comparison } of seen) {
    const { added, changed, unread } = comparison
    for (const files of [added, changed, unread]) await glanceAt(run, { root, files }, found)
  }
  return found
}

async function glanceAt(
  { ctx, readers, signal }: Run,
  { root, files }: { root: Root; files: readonly Candidate[] },
  found: Found,
) {
  for (let from = 0; from < files.length; from += filesAtOnce) {
    signal.throwIfAborted()
    const slice = files.slice(from, from + filesAtOnce)
    const evidence = await readers.glance(slice.map(({ path }) => `${root.path}/${path}`))
    for (const [i, { path, isChanged }] of slice.entries()) {
      const key = keyOf({ rootId: root.id, path })
      if (isChanged) found.contents.set(key, evidence[i]?.content ?? null)
    }
    await lookUp(ctx.db, found, { root, slice, evidence })
    await breathe()
  }
}

async function lookUp(
  db: Run['ctx']['db'],
  { arrivals, books }: Found,
  { root, slice, evidence }: { root: Root; slice: Candidate[]; evidence: (Evidence | null)[] },
) {
  const hashes = new Set(evidence.flatMap((one) => one?.content ?? []))
  if (hashes.size === 0) return
  const rows = await findByContent(db, [...hashes])
  for (const row of rows) books.set(row.n, row)
  const known = new Set(rows.map(({ content }) => content))
  const at = new Set(
    rows.map((row) => `${keyOf({ rootId: row.rootId, path: row.path })} ${row.content}`),
  )
  for (const [i, { path, size, modifiedAtMs, n }] of slice.entries()) {
    const { content = null, directory = null } = evidence[i] ?? {}
    if (content === null || !known.has(content)) continue
    const place = { rootId: root.id, path }
    // It is what it was: touched, or packed anew.
    if (at.has(`${keyOf(place)} ${content}`)) continue
    arrivals.push({ ...place, size, modifiedAtMs, directory, content, n })
  }
}

/** The old place is looked at: a book whose file is still there was copied. */
async function findDisplaced({ walker, signal }: Run, seen: readonly Seen[], found: Found) {
  const wanted = new Set(found.arrivals.map(({ content }) => content))
  const candidates = [...found.books.values()].filter(({ content }) => wanted.has(content))
  const displaced: BookByContent[] = []
  const doubtful: BookByContent[] = []
  for (const book of candidates) {
    const held = found.contents.get(keyOf(book))
    if (held === undefined) doubtful.push(book)
    else if (held !== null && held !== book.content) displaced.push(book)
  }
  const seenOf = new Map(seen.map((one) => [one.root.id, one]))
  const groups = Map.groupBy(
    doubtful,
    ({ rootId, missingSince }) => `${rootId} ${missingSince !== null}`,
  )
  for (const group of groups.values()) {
    signal.throwIfAborted()
    displaced.push(...(await findGoneOf(walker, group, seenOf.get(group[0]!.rootId))))
  }
  return displaced
}

/** Books of one root whose files are not there any more. */
async function findGoneOf(walker: Walker, group: BookByContent[], seen: Seen | undefined) {
  const { rootPath, device: known, missingSince, ...library } = group[0]!
  const isBelieved = seen?.end !== undefined && seen.verdict.state !== 'unavailable'
  const device = isBelieved ? seen.end!.device : known
  // Nobody has ever seen this root whole: nothing there can be said to be gone.
  if (device === null && missingSince === null) return []
  const order = {
    root: rootPath,
    formats: library.allowedFormats?.map((format) => format.toLowerCase()) ?? bookFormats,
    excluded: patternsOf(library.excludedPatterns),
  }
  const wholeOn = missingSince === null ? device! : undefined
  const paths = group.map(({ path }) => path)
  const gone = new Set(await walker.findGone(order, wholeOn, paths))
  return group.filter(({ path }) => gone.has(path))
}

/** A scan that was interrupted made new books of some files already; they claim what they claimed then. */
function settledBefore(
  { scan, library }: Run,
  { books, arrivals }: Found,
  displaced: ReadonlySet<number>,
): Arrival[] {
  const wanted = new Set(arrivals.map(({ content }) => content))
  return [...books.values()]
    .filter(
      (book) =>
        !displaced.has(book.n) &&
        book.libraryId === library.id &&
        book.createdAt >= scan.createdAt &&
        wanted.has(book.content),
    )
    .map((book) => ({ ...book, modifiedAtMs: 0, isSettled: true }))
}

async function store(
  run: Run,
  chains: Chain<BookByContent>[],
  { rootOf, tellsEach }: { rootOf: Map<string, Root>; tellsEach: boolean },
) {
  const { ctx, library, progress } = run
  const moves = chains.flatMap((chain) => chain.moves)
  const seriesAt = (place: { rootId: string; path: string }) =>
    seriesOfPath(rootOf.get(place.rootId)!, place.path)
  return ctx.writeBulk(async (tx) => {
    await progress.require(tx)
    for (const id of new Set(moves.map(({ file }) => file.rootId))) {
      await requireRoot(tx, rootOf.get(id)!)
    }
    const placed = await placeSeries(
      tx,
      library.id,
      moves.map(({ file }) => seriesAt(file)),
    )
    await giveWay()
    const untold = await findEmpty(tx, chains)
    const done: Chain<BookByContent>[] = []
    for (const chain of chains) {
      const seriesOf = (place: Arrival) => placed.get(seriesAt(place).groupKey)!.id
      if (await storeChain(tx, chain, { run, untold, seriesOf })) done.push(chain)
      await giveWay()
    }
    const moved = done.flatMap((chain) => chain.moves)
    await progress.count(tx, { moved: moved.length })
    const leftIds = [...new Set(moved.map(({ book }) => book.seriesId))]
    const allIds = [...new Set([...leftIds, ...[...placed.values()].map(({ id }) => id)])]
    await refreshAround(tx, allIds)
    await describeSeries(tx, allIds, ctx.now())
    tx.afterCommit(() => {
      if (!tellsEach) return
      for (const { id, isNew } of placed.values()) {
        if (isNew) ctx.bus.announce({ type: 'series_created', libraryId: library.id, seriesId: id })
      }
      for (const { file, book } of moved) {
        const seriesId = placed.get(seriesAt(file).groupKey)!.id
        const place = { libraryId: library.id, seriesId, bookId: book.id }
        ctx.bus.announce({ type: 'book_updated', ...place })
      }
    })
    return done
  })
}

/** Rows that an interrupted scan left for files it never read, and that nobody has touched since. */
async function findEmpty(tx: Tx, chains: Chain[]) {
  const rows = await findUntold(
    tx,
    chains.flatMap(({ homeless }) => homeless?.n ?? []),
  )
  const touched = await findTouched(
    tx,
    rows.map(({ id }) => id),
  )
  return new Set(rows.filter(({ id }) => !touched.has(id)).map(({ n }) => n))
}

async function storeChain(
  tx: Tx,
  { moves, homeless }: Chain<BookByContent>,
  {
    run: { ctx, library },
    untold,
    seriesOf,
  }: { run: Run; untold: Set<number>; seriesOf: (file: Arrival) => string },
) {
  const displaced = homeless && untold.has(homeless.n) ? [homeless.n] : []
  const libraryId = library.id
  const relocations = moves.map(({ file, book }) => ({
    n: book.n,
    from: book,
    to: { libraryId, rootId: file.rootId, path: file.path },
    seriesId: seriesOf(file),
    file: { size: file.size, modifiedAtMs: file.modifiedAtMs },
  }))
  const others = homeless && displaced.length === 0 ? [homeless] : []
  const given = others.map(({ n, from, to }) => ({
    n,
    from: { libraryId, rootId: from.rootId, path: from.path },
    to: { libraryId, rootId: to.rootId, path: to.path },
    seriesId: undefined,
    file: undefined,
  }))
  return relocate(tx, [...relocations, ...given], { displaced, now: ctx.now() })
}

/** What the walk told is told anew, as if the books had been there when it came by. */
function takeOver(seen: readonly Seen[], { moves, homeless, left }: Chain<BookByContent>) {
  const seenOf = new Map(seen.map((one) => [one.root.id, one]))
  for (const { file, book } of moves) {
    const one = seenOf.get(file.rootId)!
    one.comparison.recognize(file, book.n)
    if (!book.missingSince) seenOf.get(book.rootId)?.movedAway.set(book.path, book.n)
  }
  if (!left) return
  const there = seenOf.get(left.rootId)
  there?.comparison.release(left.path, homeless?.n)
  if (homeless) there?.heirs.set(left.path, homeless.n)
}

async function recount({ ctx, library }: Run, displaced: readonly BookByContent[]) {
  const others = new Set(displaced.map(({ libraryId }) => libraryId))
  others.delete(library.id)
  for (const id of others) {
    await recountLibrary(ctx, id)
    ctx.bus.announce({ type: 'library_updated', libraryId: id })
  }
}
