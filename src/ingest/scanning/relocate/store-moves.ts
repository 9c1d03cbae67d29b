/** Stores moves of books, one transaction per slice. */
import { type BookByContent, findBookIdsByNumber } from '../../../catalog/books/scanned/book-moves'
import type { RelocationGroup } from '../../../catalog/books/scanned/update-paths'
import { findSeriesOfBooks } from '../../../catalog/books/scanned/assign-scanned-series'
import { loadNaming } from '../../../catalog/corrections/load-naming'
import type { Tx } from '../../../platform/db/store'
import { refreshSeriesAndProgress } from '../../../reading/progress/refresh-series-and-progress'
import {
  findOrCreateSeries,
  type StoredSeriesRef,
} from '../../../catalog/series/scanned/store-series'
import { buildSeriesDraft } from '../read/series-draft'
import { relocateBooks } from '../journal/journal'
import type { Arrival, Chain, Move } from '../match/match-moves'
import { findUnreadBooks } from './unread-books'
import { requireUnchangedRoot, type Run, type RootScan } from '../run'
import { loadStoredMetadata } from './stored-metadata'
import { recomputeSeriesMetadata } from '../read/store-slice'
import { findBooksWithUserData } from '../match/books-with-user-data'
import { bookUpdated } from '../../../catalog/books/model'
import { storePendingMerge } from '../copies/copy-queries'
import { seriesCreated } from '../../../catalog/series/model'

interface StoreOptions {
  rootScans: readonly RootScan[]
  /** Whether to publish an event for each book. */
  publishesEach: boolean
  /** Chains with a piece that could not be stored. Their remaining pieces are skipped. */
  failed: Set<Chain>
  /**
   * Counts of books that moved to copies, keyed by their previous series and then by their new
   * series.
   */
  copied: Map<string, Map<string, number>>
}

/** All or part of a chain. */
interface ChainPiece {
  piece: Chain<BookByContent>
  chain: Chain
}

/** Returns the stored pieces. */
export async function storeMoves(
  run: Run,
  pieces: readonly ChainPiece[],
  { rootScans, publishesEach, failed, copied }: StoreOptions,
): Promise<Chain<BookByContent>[]> {
  const { ctx, library, progress } = run
  const rootById = new Map(rootScans.map(({ root }) => [root.id, root]))
  const remaining = pieces.filter(({ chain }) => !failed.has(chain))
  const moves = remaining.flatMap(({ piece }) => piece.moves)
  return ctx.writeBulk(async (tx) => {
    await progress.requireLive(tx)
    const naming = await loadNaming(tx, library.id)
    const metadataByFile = await loadStoredMetadata(tx, naming, moves)
    const buildDraft = (file: Arrival) =>
      buildSeriesDraft(naming, rootById.get(file.rootId)!, file.path, metadataByFile.get(file))
    for (const id of new Set(moves.map(({ file }) => file.rootId))) {
      await requireUnchangedRoot(tx, rootById.get(id)!)
    }
    const drafts = moves.map(({ file }) => buildDraft(file))
    const placed = await findOrCreateSeries(tx, library.id, drafts)
    const displaced = remaining.flatMap(({ piece }) => piece.displaced?.n ?? [])
    const unreadRows = await findUnreadBooks(tx, displaced)
    for (const chain of await findClaimedChains(tx, remaining)) failed.add(chain)
    const getSeriesId = (file: Arrival) => placed.get(buildDraft(file).groupKey)!.id
    const done = await storePieces(tx, run, remaining, { unreadRows, getSeriesId, failed })
    const moved = done.flatMap((chain) => chain.moves)
    await progress.addCounts(tx, { moved: moved.length })
    await refreshMoved(run, tx, moved, { placed: [...placed.values()], publishesEach, copied })
    return done
  })
}

/** Looks up the current series, because a manually chosen one differs from that of the new path. */
async function refreshMoved(
  run: Run,
  tx: Tx,
  moved: readonly Move<BookByContent>[],
  {
    placed,
    publishesEach,
    copied,
  }: Pick<StoreOptions, 'publishesEach' | 'copied'> & { placed: readonly StoredSeriesRef[] },
) {
  const current = await findSeriesOfBooks(
    tx,
    moved.map(({ book }) => book.n),
  )
  const getSeriesId = ({ book }: Move<BookByContent>) => current.get(book.n) ?? book.seriesId
  const leftIds = moved.map(({ book }) => book.seriesId)
  const placedIds = placed.map(({ id }) => id)
  const allIds = [...new Set([...leftIds, ...placedIds, ...current.values()])]
  await refreshSeriesAndProgress(tx, allIds)
  await recomputeSeriesMetadata(tx, allIds, run.ctx.clock.now())
  await storeContinuedSeries(tx, moved, { copied, getSeriesId })
  if (!publishesEach) return
  const places = moved.map((move) => ({ seriesId: getSeriesId(move), bookId: move.book.id }))
  tx.afterCommit(() => publishMoves(run, placed, places))
}

/**
 * Records that user activity on a series must be merged into another series: the one that most of
 * its books moved to.
 */
async function storeContinuedSeries(
  tx: Tx,
  moved: readonly Move<BookByContent>[],
  {
    copied,
    getSeriesId,
  }: Pick<StoreOptions, 'copied'> & { getSeriesId: (move: Move<BookByContent>) => string },
) {
  const leftIds = new Set<string>()
  for (const move of moved) {
    const { book, isVisible } = move
    const [fromId, toId] = [book.seriesId, getSeriesId(move)]
    if (!isVisible || fromId === toId) continue
    const counts = copied.get(fromId) ?? new Map<string, number>()
    copied.set(fromId, counts.set(toId, (counts.get(toId) ?? 0) + 1))
    leftIds.add(fromId)
  }
  for (const fromId of leftIds) {
    const [[toId] = []] = [...copied.get(fromId)!].toSorted(([, one], [, other]) => other - one)
    await storePendingMerge(tx, { fromId, toId: toId! })
  }
}

/** Finds chains that would displace a copy that has gained user data since it was checked. */
async function findClaimedChains(tx: Tx, pieces: readonly ChainPiece[]): Promise<Chain[]> {
  const replacing = pieces.filter(({ piece }) => piece.moves.some(({ isVisible }) => isVisible))
  const copies = await findBookIdsByNumber(
    tx,
    replacing.flatMap(({ piece }) => piece.displaced?.n ?? []),
  )
  const withUserData = await findBooksWithUserData(tx, copies)
  const isClaimed = ({ piece }: ChainPiece) =>
    piece.displaced && withUserData.has(piece.displaced.n)
  return replacing.filter(isClaimed).map(({ chain }) => chain)
}

function publishMoves(
  { ctx, library: { id: libraryId } }: Run,
  series: readonly { id: string; isNew: boolean }[],
  places: readonly { seriesId: string; bookId: string }[],
) {
  for (const { id, isNew } of series) {
    if (isNew) ctx.bus.publish(seriesCreated, { libraryId, seriesId: id })
  }
  for (const place of places) ctx.bus.publish(bookUpdated, { libraryId, ...place })
}

interface GroupOptions {
  unreadRows: ReadonlySet<number>
  getSeriesId: (file: Arrival) => string
}

/** Stores all pieces in one step. Every piece must belong to a different chain. */
async function storePieces(
  tx: Tx,
  run: Run,
  pieces: readonly ChainPiece[],
  { failed, ...options }: GroupOptions & Pick<StoreOptions, 'failed'>,
): Promise<Chain<BookByContent>[]> {
  const waiting = pieces.filter(({ chain }) => !failed.has(chain))
  const groups = waiting.map(({ piece }) => buildGroup(run, piece, options))
  const wereMoved = await relocateBooks(tx, run.scan, groups, run.ctx.clock.now())
  const done: Chain<BookByContent>[] = []
  for (const [index, { piece, chain }] of waiting.entries()) {
    if (wereMoved[index]) done.push(omitUnreadBook(piece, options.unreadRows))
    else failed.add(chain)
  }
  return done
}

/** Omits the displaced book if its row is deleted instead of moved. */
const omitUnreadBook = (
  { displaced, ...chain }: Chain<BookByContent>,
  unreadRows: ReadonlySet<number>,
) => ({ ...chain, displaced: displaced && !unreadRows.has(displaced.n) ? displaced : undefined })

function buildGroup(
  { library: { id: libraryId } }: Run,
  piece: Chain<BookByContent>,
  { unreadRows, getSeriesId }: GroupOptions,
): RelocationGroup {
  const relocations = piece.moves.map(({ file, book, from, isVisible }) => ({
    n: book.n,
    from: { libraryId: book.libraryId, ...(from ?? book) },
    to: { libraryId, rootId: file.rootId, path: file.path },
    seriesId: getSeriesId(file),
    file: { size: file.size, modifiedAtMs: file.modifiedAtMs },
    isVisible,
  }))
  const { displaced } = omitUnreadBook(piece, unreadRows)
  const asideMoves = [displaced ?? [], piece.aside ?? []].flat().map(({ n, from, to }) => ({
    n,
    from: { libraryId, ...from },
    to: { libraryId, ...to },
    seriesId: undefined,
    file: undefined,
  }))
  const deletedRows = piece.displaced && !displaced ? [piece.displaced.n] : []
  return { relocations: [...relocations, ...asideMoves], deletedRows }
}
