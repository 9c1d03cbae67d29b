/**
 * Lists the changes of scans, and undoes the newest scan of a library: restores missing books,
 * moves books back and trashes added ones. Edits, reading progress and files are never changed.
 * Works in slices and resumes after any interruption.
 */
import { restoreFoundBooks } from '../../../catalog/books/scanned/store-books'
import { findBookLocations } from '../../../catalog/books/scanned/restore-location'
import { trashBooks } from '../../../catalog/books/scanned/trash-books'
import { findBookNames } from '../../../catalog/books/numbers/book-names'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { notFound, Refusal } from '../../../errors'
import type { Found, Paging } from '../../../platform/http/pagination'
import type { Job } from '../../../platform/jobs/job'
import { applyNamesJob } from '../../grouping/model'
import { type UndoOrder, undoScanJob } from '../model'
import { recountLabels } from '../../../catalog/labels/recount-labels'
import { updateAppliedNaming } from '../../../catalog/libraries/scan-state'
import { recountLibrary } from '../../../catalog/libraries/recount-library'
import { requireLibrary } from '../../../catalog/libraries/service'
import { refreshSeriesProgressAndSearch } from '../../../reading/progress/refresh-series-and-progress'
import type { Viewer } from '../../../accounts/permissions/model'
import type { ScanChangesQuery, ScanChangeView, UndoView } from '../journal/change-model'
import {
  type ChangeRow,
  countUndoable,
  findSourceLibraries,
  hasLaterScan,
  listChangeRows,
  markChanges,
  listNextChanges,
} from '../journal/change-queries'
import { isDisplaced, getLastPath } from '../../../platform/lib/path-names'
import { findScan, type ScanRow } from '../queries'
import { buildScanKey } from '../lifecycle/enqueue'
import { undoBookMoves } from './undo-book-moves'
import { undoSeriesMoves } from './undo-series-moves'
import {
  addUndoProgress,
  findUndo,
  insertIgnored,
  insertUndo,
  resetUndoForRetry,
  type UndoRow,
  updateLiveUndo,
} from './undo-queries'
import { scanMessages, scanResultMessages } from '../messages'
import { libraryUpdated } from '../../../catalog/libraries/model'
import { withText } from '../../../platform/messages/message'

const rowsPerSlice = 50

interface ScanIds {
  id: string
  scanId: string
}

export async function listChanges(
  ctx: Context,
  viewer: Viewer,
  scanIds: ScanIds,
  { query: { kind }, paging }: { query: ScanChangesQuery; paging: Paging },
): Promise<Found<ScanChangeView>> {
  await requireScan(ctx, viewer, scanIds)
  const { data, total } = await listChangeRows(ctx.heavy, scanIds.scanId, kind, paging)
  const ids = data.flatMap(({ bookId }) => bookId ?? [])
  const names = await findBookNames(ctx.heavy, ids)
  const getName = ({ bookId }: ChangeRow) => (bookId === null ? null : (names.get(bookId) ?? null))
  return { data: data.map((row) => buildChangeView(row, getName(row))), total }
}

export async function getUndo(ctx: Context, viewer: Viewer, ids: ScanIds): Promise<UndoView> {
  await requireScan(ctx, viewer, ids)
  const undo = await findUndo(ctx.db, ids.scanId)
  if (!undo) throw notFound(scanMessages.undo_not_found())
  return buildUndoView(undo)
}

export async function undoScan(ctx: Context, viewer: Viewer, ids: ScanIds): Promise<UndoView> {
  const scan = await requireScan(ctx, viewer, ids)
  const total = await countUndoable(ctx.heavy, scan.id)
  const undo = await ctx.write(async (tx) => {
    await requireUndoable(tx, scan.id, ids.id)
    if (total === 0) {
      throw new Refusal(
        'conflict',
        scan.changed > 0 ? scanMessages.only_files_changed() : scanMessages.nothing_to_undo(),
      )
    }
    const { id: libraryId, scanId } = ids
    const options = { key: buildScanKey(libraryId), priority: 10 }
    const job = await ctx.queue.enqueue(tx, undoScanJob, { libraryId, scanId }, options)
    if (job === undefined) throw new Refusal('conflict', scanMessages.undo_busy())
    const requestedBy = viewer.proof.kind === 'system' ? null : viewer.userId
    const values = {
      scanId,
      status: 'pending',
      total,
      requestedBy,
      createdAt: ctx.clock.now(),
    } as const
    return insertUndo(tx, values)
  })
  return buildUndoView(undo)
}

async function requireUndoable(tx: Tx, scanId: string, libraryId: string) {
  const scan = await findScan(tx, libraryId, scanId)
  if (!scan) throw notFound(scanMessages.not_found())
  if (['pending', 'running'].includes(scan.status))
    throw new Refusal('conflict', scanMessages.undo_busy())
  if (scan.trigger === 'names' && !scan.namesBefore) {
    throw new Refusal('conflict', scanMessages.undo_by_rule())
  }
  if (await hasLaterScan(tx, libraryId, scan)) {
    throw new Refusal('conflict', scanMessages.undo_not_newest())
  }
  const undo = await findUndo(tx, scanId)
  if (undo?.status === 'completed') throw new Refusal('conflict', scanMessages.already_undone())
}

async function requireScan(ctx: Context, viewer: Viewer, { id, scanId }: ScanIds) {
  await requireLibrary(ctx, viewer, id)
  const scan = await findScan(ctx.db, id, scanId)
  if (!scan) throw notFound(scanMessages.not_found())
  return scan
}

/** Undoes changes that are not marked as undone, so an interrupted job can be resumed. */
export async function runUndo(ctx: Context, job: Job<UndoOrder>, signal: AbortSignal) {
  const { libraryId, scanId } = job.payload
  const scan = await findScan(ctx.db, libraryId, scanId)
  const startedAt = ctx.clock.now()
  const started = { status: 'running', startedAt } as const
  if (!scan || !(await ctx.write((tx) => updateLiveUndo(tx, scanId, started)))) return
  await undoChanges(ctx, scan, { kind: 'missing', undo: restoreMissing }, signal)
  await undoBookMoves(ctx, scan, signal)
  await undoSeriesMoves(ctx, scan, signal)
  await undoChanges(ctx, scan, { kind: 'added', undo: trashAdded }, signal)
  for (const id of [libraryId, ...(await findSourceLibraries(ctx.heavy, scan))]) {
    await recountLibrary(ctx, id)
  }
  await recountLabels(ctx)
  return async (tx: Tx) => {
    const undo = await findUndo(tx, scanId)
    const message = undo?.skipped ? scanResultMessages.undo_skipped() : null
    await updateLiveUndo(tx, scanId, { status: 'completed', message, completedAt: ctx.clock.now() })
    if (scan.namesBefore) await updateAppliedNaming(tx, libraryId, scan.namesBefore)
    await enqueueNamingAfterUndo(ctx, tx, libraryId)
    tx.afterCommit(() => ctx.bus.publish(libraryUpdated, { libraryId }))
  }
}

/**
 * Enqueues the regrouping of restored books, because the naming settings may have changed since the
 * scan.
 */
async function enqueueNamingAfterUndo(ctx: Context, tx: Tx, libraryId: string) {
  const options = { key: `names-after-undo:${libraryId}`, priority: 5 }
  await ctx.queue.enqueue(tx, applyNamesJob, { libraryId, ifAstray: true }, options)
}

/** Called by the job queue after the last failed attempt. */
export const failUndo = (ctx: Context) => async (tx: Tx, job: Job<UndoOrder>) => {
  const { scanId } = job.payload
  const message = scanResultMessages.undo_failed()
  await updateLiveUndo(tx, scanId, { status: 'failed', message, completedAt: ctx.clock.now() })
}

/** Called by the job queue on retry. Changes that have already been undone are skipped. */
export const retryUndo = () => async (tx: Tx, job: Job<UndoOrder>) => {
  const { scanId } = job.payload
  await resetUndoForRetry(tx, scanId)
}

type UndoSlice = (
  ctx: Context,
  tx: Tx,
  books: Awaited<ReturnType<typeof findBookLocations>>,
) => Promise<void>

async function undoChanges(
  ctx: Context,
  scan: ScanRow,
  { kind, undo }: { kind: 'missing' | 'added'; undo: UndoSlice },
  signal: AbortSignal,
) {
  for (;;) {
    signal.throwIfAborted()
    const hasMore = await ctx.write((tx) => undoSlice(ctx, tx, scan, { kind, undo }))
    if (!hasMore) return
  }
}

async function undoSlice(
  ctx: Context,
  tx: Tx,
  { id: scanId }: ScanRow,
  { kind, undo }: { kind: 'missing' | 'added'; undo: UndoSlice },
): Promise<boolean> {
  const slice = await listNextChanges(tx, scanId, { kind, undo: null, limit: rowsPerSlice })
  if (slice.length === 0) return false
  const found = await findBookLocations(
    tx,
    slice.flatMap(({ bookId }) => bookId ?? []),
  )
  await undo(ctx, tx, found)
  const seriesIds = [...new Set(found.map(({ seriesId }) => seriesId))]
  await refreshSeriesProgressAndSearch(tx, seriesIds)
  const foundIds = new Set(found.map(({ id }) => id))
  const [done, skipped] = [true, false].map((isFound) =>
    slice.filter(({ bookId }) => foundIds.has(bookId ?? '') === isFound).map(({ id }) => id),
  ) as [string[], string[]]
  await markChanges(tx, done, 'done')
  await markChanges(tx, skipped, 'skipped')
  requireLive(await addUndoProgress(tx, scanId, done.length, skipped.length))
  return true
}

const restoreMissing: UndoSlice = async (ctx, tx, found) =>
  restoreFoundBooks(
    tx,
    found.map(({ n }) => n),
    ctx.clock.now(),
  )

/** Trashes the books and ignores their files from now on. */
const trashAdded: UndoSlice = async (ctx, tx, found) => {
  const now = ctx.clock.now()
  await trashBooks(
    tx,
    found.map(({ n }) => n),
    now,
  )
  await insertIgnored(
    tx,
    found.map(({ libraryId, rootId, path, title }) => ({
      libraryId,
      rootId,
      relativePath: path,
      title,
      createdAt: now,
    })),
  )
}

function requireLive(isLive: boolean) {
  if (!isLive) throw new Error('the undo has already ended')
}

function buildChangeView(row: ChangeRow, book: ScanChangeView['book']): ScanChangeView {
  const { id, kind, bookId, seriesId, title, path, pathBefore, undo } = row
  const undone = undo === 'aside' ? null : undo
  const before = isDisplaced(pathBefore) ? null : pathBefore
  const paths = { path: getLastPath(path), pathBefore: before }
  return { id, kind, bookId, seriesId, title, book, ...paths, undone }
}

function buildUndoView({ requestedBy: _, message, ...view }: UndoRow): UndoView {
  return { ...view, message: message && withText(message) }
}
