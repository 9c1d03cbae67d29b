/** Writes moves of books: each slice of them is one transaction. */
import { type BookByContent, findIds } from '../../../catalog/books/scanned/moves'
import { loadNaming } from '../../../catalog/corrections/load'
import { giveWay } from '../../../platform/db/yield'
import type { Tx } from '../../../platform/db/store'
import { refreshAround } from '../../../reading/progress/around'
import { placeSeries } from '../../../catalog/series/scanned/intake'
import { seriesOfPath } from '../read/describe'
import { relocateBooks } from '../journal/journal'
import type { Arrival, Chain } from '../match/moves'
import { findNeverRead } from './never-read'
import { requireRoot, type Run, type Seen } from '../run'
import { sayingsOf } from './sayings'
import { describeSeries } from '../read/store-slice'
import { findTreasured } from '../match/treasure'
import { bookUpdated } from '../../../catalog/books/model'
import { seriesCreated } from '../../../catalog/series/model'

interface Options {
  seen: readonly Seen[]
  /** Every book is announced by itself. */
  tellsEach: boolean
  /** Chains of which a book went elsewhere meanwhile: the rest of them cannot go on. */
  failed: Set<Chain>
}

/** Part of a chain, or all of it. */
interface Piece {
  part: Chain<BookByContent>
  chain: Chain
}

/** Answers the pieces that were stored. */
export async function storeMoves(
  run: Run,
  pieces: readonly Piece[],
  { seen, tellsEach, failed }: Options,
): Promise<Chain<BookByContent>[]> {
  const { ctx, library, progress } = run
  const rootOf = new Map(seen.map(({ root }) => [root.id, root]))
  const going = pieces.filter(({ chain }) => !failed.has(chain))
  const moves = going.flatMap(({ part }) => part.moves)
  return ctx.writeBulk(async (tx) => {
    await progress.require(tx)
    const naming = await loadNaming(tx, library.id)
    run.naming = naming
    const said = await sayingsOf(tx, naming, moves)
    const seriesAt = (file: Arrival) =>
      seriesOfPath(naming, rootOf.get(file.rootId)!, file.path, said.get(file))
    for (const id of new Set(moves.map(({ file }) => file.rootId))) {
      await requireRoot(tx, rootOf.get(id)!)
    }
    const drafts = moves.map(({ file }) => seriesAt(file))
    const placed = await placeSeries(tx, library.id, drafts)
    await giveWay()
    const empty = await findNeverRead(
      tx,
      going.flatMap(({ part }) => part.homeless?.n ?? []),
    )
    for (const chain of await findClaimed(tx, going)) failed.add(chain)
    const done: Chain<BookByContent>[] = []
    const seriesOf = (file: Arrival) => placed.get(seriesAt(file).groupKey)!.id
    for (const { part, chain } of going) {
      if (failed.has(chain)) continue
      const stored = await storeChain(tx, part, { run, empty, seriesOf })
      if (stored) done.push(stored)
      else failed.add(chain)
      await giveWay()
    }
    const moved = done.flatMap((chain) => chain.moves)
    await progress.count(tx, { moved: moved.length })
    const leftIds = moved.map(({ book }) => book.seriesId)
    const allIds = [...new Set([...leftIds, ...[...placed.values()].map(({ id }) => id)])]
    await refreshAround(tx, allIds)
    await describeSeries(tx, allIds, ctx.now())
    if (tellsEach) {
      const places = moved.map(({ file, book }) => ({ seriesId: seriesOf(file), bookId: book.id }))
      tx.afterCommit(() => tell(run, [...placed.values()], places))
    }
    return done
  })
}

/** Those that would push out a copy in which somebody has read since it was looked at. */
async function findClaimed(tx: Tx, pieces: readonly Piece[]): Promise<Chain[]> {
  const pushing = pieces.filter(({ part }) => part.moves.some(({ isVisible }) => isVisible))
  const copies = await findIds(
    tx,
    pushing.flatMap(({ part }) => part.homeless?.n ?? []),
  )
  const treasured = await findTreasured(tx, copies)
  const isClaimed = ({ part }: Piece) => part.homeless && treasured.has(part.homeless.n)
  return pushing.filter(isClaimed).map(({ chain }) => chain)
}

function tell(
  { ctx, library: { id: libraryId } }: Run,
  series: readonly { id: string; isNew: boolean }[],
  places: readonly { seriesId: string; bookId: string }[],
) {
  for (const { id, isNew } of series) {
    if (isNew) ctx.bus.publish(seriesCreated, { libraryId, seriesId: id })
  }
  for (const place of places) ctx.bus.publish(bookUpdated, { libraryId, ...place })
}

async function storeChain(
  tx: Tx,
  chain: Chain<BookByContent>,
  {
    run: { ctx, scan, library },
    empty,
    seriesOf,
  }: { run: Run; empty: ReadonlySet<number>; seriesOf: (file: Arrival) => string },
): Promise<Chain<BookByContent> | undefined> {
  const libraryId = library.id
  const isEmpty = chain.homeless !== undefined && empty.has(chain.homeless.n)
  const homeless = isEmpty ? undefined : chain.homeless
  const relocations = chain.moves.map(({ file, book, from, isVisible }) => ({
    n: book.n,
    from: { libraryId: book.libraryId, ...(from ?? book) },
    to: { libraryId, rootId: file.rootId, path: file.path },
    seriesId: seriesOf(file),
    file: { size: file.size, modifiedAtMs: file.modifiedAtMs },
    isVisible,
  }))
  const aside = [homeless ?? [], chain.aside ?? []].flat().map(({ n, from, to }) => ({
    n,
    from: { libraryId, ...from },
    to: { libraryId, ...to },
    seriesId: undefined,
    file: undefined,
  }))
  const displaced = isEmpty ? [chain.homeless!.n] : []
  const now = ctx.now()
  const isDone = await relocateBooks(tx, scan, [...relocations, ...aside], {
    displaced,
    now,
  })
  return isDone ? { ...chain, homeless } : undefined
}
