/**
 * Undoes book moves. Books may need each other's locations, so the undo first skips blocked moves,
 * then moves all other books to temporary locations, and then restores each of them.
 */
import {
  findBookIdAt,
  findBookLocations,
  type BookLocation,
  restoreLocation,
  restoreLocationInChosen,
  displaceBooks,
} from '../../../catalog/books/scanned/restore-location'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { refreshSeriesProgressAndSearch } from '../../../reading/progress/refresh-series-and-progress'
import {
  type ChangeRow,
  isPendingMove,
  hasStartedUndo,
  markChanges,
  listNextChanges,
  listPendingBookMoves,
  listPendingSeriesMoves,
} from '../journal/change-queries'
import type { ScanRow } from '../queries'
import { addUndoProgress, findExistingIds } from './undo-queries'

const rowsPerSlice = 50

export async function undoBookMoves(ctx: Context, scan: ScanRow, signal: AbortSignal) {
  if (!(await hasStartedUndo(ctx.db, scan.id))) await skipBlockedMoves(ctx, scan, signal)
  await runInSlices(ctx, signal, (tx) => setSliceAside(tx, scan.id))
  await runInSlices(ctx, signal, (tx) => restoreSlice(ctx, tx, scan.id))
}

/** Runs slices, each in its own transaction, until `runSlice` returns false. */
export async function runInSlices(
  ctx: Context,
  signal: AbortSignal,
  runSlice: (tx: Tx) => Promise<boolean>,
) {
  for (;;) {
    signal.throwIfAborted()
    if (!(await ctx.write(runSlice))) return
  }
}

/** Repeats until no more moves are skipped, because a skipped book may block another one. */
async function skipBlockedMoves(ctx: Context, { id }: ScanRow, signal: AbortSignal) {
  for (let hasSkipped = true; hasSkipped;) {
    hasSkipped = false
    for (let after = ''; ;) {
      signal.throwIfAborted()
      const slice = await listPendingBookMoves(ctx.db, id, { after, limit: rowsPerSlice })
      if (slice.length === 0) break
      after = slice.at(-1)!.id
      const skipped = await ctx.write((tx) => skipBlocked(tx, id, slice))
      hasSkipped ||= skipped > 0
    }
  }
}

async function skipBlocked(tx: Tx, scanId: string, slice: ChangeRow[]): Promise<number> {
  const books = await loadBooksById(tx, slice)
  const existing = await findExistingIds(
    tx,
    slice.flatMap(({ rootBefore }) => rootBefore ?? []),
  )
  const blocked: string[] = []
  for (const change of slice) {
    const { rootBefore, pathBefore } = change
    const bookId = change.bookId ?? ''
    const exists = books.has(bookId) && rootBefore !== null && existing.has(rootBefore)
    if (!exists || (await isTaken(tx, scanId, { rootBefore, pathBefore: pathBefore!, bookId }))) {
      blocked.push(change.id)
    }
  }
  if (blocked.length === 0) return 0
  await markChanges(tx, blocked, 'skipped')
  await addProgress(tx, scanId, 0, blocked.length)
  return blocked.length
}

/** Returns whether the location is occupied by a book that stays. */
async function isTaken(
  tx: Tx,
  scanId: string,
  { rootBefore, pathBefore, bookId }: { rootBefore: string; pathBefore: string; bookId: string },
) {
  const occupant = await findBookIdAt(tx, rootBefore, pathBefore)
  if (occupant === undefined || occupant === bookId) return false
  return !(await isPendingMove(tx, scanId, occupant))
}

async function setSliceAside(tx: Tx, scanId: string): Promise<boolean> {
  const slice = await listNextChanges(tx, scanId, {
    kind: 'moved',
    undo: null,
    limit: rowsPerSlice,
  })
  if (slice.length === 0) return false
  const books = await loadBooksById(tx, slice)
  await displaceBooks(
    tx,
    [...books.values()].map(({ n }) => n),
  )
  await markChanges(
    tx,
    slice.map(({ id }) => id),
    'aside',
  )
  return true
}

/**
 * Restores the newest moves first, so that books that moved twice return to their first location.
 */
async function restoreSlice(ctx: Context, tx: Tx, scanId: string): Promise<boolean> {
  const order = { kind: 'moved', undo: 'aside', limit: rowsPerSlice, newestFirst: true } as const
  const slice = await listNextChanges(tx, scanId, order)
  if (slice.length === 0) return false
  const books = await loadBooksById(tx, slice)
  const existing = await findExistingIds(
    tx,
    slice.flatMap(({ seriesBefore }) => seriesBefore ?? []),
  )
  const returning = await findReturningSeries(tx, scanId, books)
  const seriesIds = new Set<string>()
  for (const change of slice) {
    const book = books.get(change.bookId ?? '')
    if (!book) continue
    const { seriesBefore, libraryBefore, rootBefore, pathBefore } = change
    const targetSeries =
      seriesBefore !== null && existing.has(seriesBefore) ? seriesBefore : book.scannedSeriesId
    const standing = {
      libraryId: libraryBefore!,
      rootId: rootBefore!,
      relativePath: pathBefore!,
      seriesId: targetSeries,
      missingSince: change.missingBefore,
      trashedAt: change.trashedBefore,
    }
    const staysChosen = book.isSeriesChosen && returning.get(book.seriesId) === libraryBefore
    const restore = staysChosen ? restoreLocationInChosen : restoreLocation
    await restore(tx, book.n, standing, ctx.clock.now())
    for (const id of [book.seriesId, targetSeries]) seriesIds.add(id)
  }
  for (const { seriesId } of (await loadBooksById(tx, slice)).values()) seriesIds.add(seriesId)
  await refreshSeriesProgressAndSearch(tx, [...seriesIds])
  await markChanges(
    tx,
    slice.map(({ id }) => id),
    'done',
  )
  await addProgress(tx, scanId, slice.length, 0)
  return true
}

/** Maps each series that the scan moved to the library that the undo will move it back to. */
async function findReturningSeries(
  tx: Tx,
  scanId: string,
  books: ReadonlyMap<string, BookLocation>,
): Promise<Map<string, string | null>> {
  const ids = [...new Set([...books.values()].map(({ seriesId }) => seriesId))]
  const changes = await listPendingSeriesMoves(tx, scanId, ids)
  return new Map(changes.map(({ seriesId, libraryBefore }) => [seriesId, libraryBefore]))
}

async function loadBooksById(
  tx: Tx,
  slice: readonly ChangeRow[],
): Promise<Map<string, BookLocation>> {
  const found = await findBookLocations(
    tx,
    slice.flatMap(({ bookId }) => bookId ?? []),
  )
  return new Map(found.map((book) => [book.id, book]))
}

async function addProgress(tx: Tx, scanId: string, done: number, skipped: number) {
  if (!(await addUndoProgress(tx, scanId, done, skipped))) {
    throw new Error('the undo has already ended')
  }
}
