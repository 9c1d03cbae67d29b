/**
 * Takes back what the newest scan of a library did: books that it missed are there again, those that it
 * moved are where they were, and those that it added are put aside. What people wrote and read is never
 * touched, and no file either. In slices; whatever interrupts it, running it again goes on.
 */
import { restoreFound } from '../../../catalog/books/scanned/intake'
import { findPlaces } from '../../../catalog/books/scanned/put-back'
import { trashBooks } from '../../../catalog/books/scanned/trash'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { notFound, Refusal } from '../../../errors'
import type { Found, Paging } from '../../../platform/http/pagination'
import type { Job } from '../../../platform/jobs/job'
import { applyNamesJob } from '../../grouping/model'
import { type UndoOrder, undoScanJob } from '../model'
import { recountLabels } from '../../../catalog/labels/upkeep'
import { setNaming } from '../../../catalog/libraries/condition'
import { recountLibrary } from '../../../catalog/libraries/counts'
import { requireLibrary } from '../../../catalog/libraries/service'
import { refreshAllAround } from '../../../reading/progress/around'
import type { Viewer } from '../../../accounts/permissions/model'
import type { ScanChangesQuery, ScanChangeView, UndoView } from '../journal/change-model'
import {
  type ChangeRow,
  countUndoable,
  findOrigins,
  hasLaterScan,
  listChangeRows,
  markChanges,
  nextChanges,
} from '../journal/change-queries'
import { isDisplaced, getLastPath } from '../../../platform/lib/path-names'
import { findScan, type ScanRow } from '../queries'
import { breathe } from '../run'
import { scanKeyOf } from '../orders'
import { putMovesBack } from './undo-moves'
import { putSeriesBack } from './undo-series'
import {
  countUndone,
  findUndo,
  insertIgnored,
  insertUndo,
  reviveUndo,
  type UndoRow,
  updateLiveUndo,
} from './undo-queries'
import { scanMessages } from '../messages'
import { libraryUpdated } from '../../../catalog/libraries/model'

const rowsAtOnce = 50

interface ScanIds {
  id: string
  scanId: string
}

export async function listChanges(
  ctx: Context,
  viewer: Viewer,
  ids: ScanIds,
  { query: { kind }, paging }: { query: ScanChangesQuery; paging: Paging },
): Promise<Found<ScanChangeView>> {
  await requireScan(ctx, viewer, ids)
  const { data, total } = await listChangeRows(ctx.heavy, ids.scanId, kind, paging)
  return { data: data.map(changeViewOf), total }
}

export async function getUndo(ctx: Context, viewer: Viewer, ids: ScanIds): Promise<UndoView> {
  await requireScan(ctx, viewer, ids)
  const undo = await findUndo(ctx.db, ids.scanId)
  if (!undo) throw notFound(scanMessages.undo_not_found())
  return undoViewOf(undo)
}

export async function undoScan(ctx: Context, viewer: Viewer, ids: ScanIds): Promise<UndoView> {
  const scan = await requireScan(ctx, viewer, ids)
  const total = await countUndoable(ctx.heavy, scan.id)
  const undo = await ctx.write(async (tx) => {
    await refuseImpossible(tx, scan.id, ids.id)
    if (total === 0) throw new Refusal('conflict', scanMessages.nothing_to_undo())
    const { id: libraryId, scanId } = ids
    const options = { key: scanKeyOf(libraryId), priority: 10 }
    const job = await ctx.queue.enqueue(tx, undoScanJob, { libraryId, scanId }, options)
    if (job === undefined) throw new Refusal('conflict', scanMessages.undo_busy())
    const requestedBy = viewer.proof.kind === 'system' ? null : viewer.userId
    const asked = { scanId, status: 'pending', total, requestedBy, createdAt: ctx.now() } as const
    return insertUndo(tx, asked)
  })
  return undoViewOf(undo)
}

async function refuseImpossible(tx: Tx, scanId: string, libraryId: string) {
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

/** The job. What it has still to do is what is not marked as done. */
export async function runUndo(ctx: Context, job: Job<UndoOrder>, signal: AbortSignal) {
  const { libraryId, scanId } = job.payload
  const scan = await findScan(ctx.db, libraryId, scanId)
  const startedAt = ctx.now()
  const begun = { status: 'running', startedAt } as const
  if (!scan || !(await ctx.write((tx) => updateLiveUndo(tx, scanId, begun)))) return
  await undoKind(ctx, scan, { kind: 'missing', undo: bringBackMissed }, signal)
  await putMovesBack(ctx, scan, signal)
  await putSeriesBack(ctx, scan, signal)
  await undoKind(ctx, scan, { kind: 'added', undo: putAside }, signal)
  for (const id of [libraryId, ...(await findOrigins(ctx.heavy, scan))]) {
    await recountLibrary(ctx, id)
  }
  await recountLabels(ctx)
  return async (tx: Tx) => {
    const undo = await findUndo(tx, scanId)
    const message = wordsOf(undo?.skipped ?? 0)
    await updateLiveUndo(tx, scanId, { status: 'completed', message, completedAt: ctx.now() })
    if (scan.namesBefore) await setNaming(tx, libraryId, scan.namesBefore)
    await bringHome(ctx, tx, libraryId)
    tx.afterCommit(() => ctx.bus.publish(libraryUpdated, { libraryId }))
  }
}

/** Series went back to places that they had by the names of then; the names may be read differently now. */
async function bringHome(ctx: Context, tx: Tx, libraryId: string) {
  const options = { key: `names-after-undo:${libraryId}`, priority: 5 }
  await ctx.queue.enqueue(tx, applyNamesJob, { libraryId, ifAstray: true }, options)
}

const wordsOf = (skipped: number) =>
  skipped === 0
    ? null
    : `Books that stay as they are: ${skipped}. They are gone since, or other books lie where they were.`

/** For the engine: an undo that will not be tried again says so. */
export const giveUpUndo = (ctx: Context) => async (tx: Tx, job: Job<UndoOrder>) => {
  const { scanId } = job.payload
  const message = 'The undo broke down. The log says why. It can be asked for once more.'
  await updateLiveUndo(tx, scanId, { status: 'failed', message, completedAt: ctx.now() })
}

/** For the engine: what it has done is done, and the rest is done now. */
export const retryUndo = () => async (tx: Tx, job: Job<UndoOrder>) => {
  const { scanId } = job.payload
  await reviveUndo(tx, scanId)
}

type Undo = (ctx: Context, tx: Tx, books: Awaited<ReturnType<typeof findPlaces>>) => Promise<void>

async function undoKind(
  ctx: Context,
  scan: ScanRow,
  { kind, undo }: { kind: 'missing' | 'added'; undo: Undo },
  signal: AbortSignal,
) {
  for (;;) {
    signal.throwIfAborted()
    const isMore = await ctx.write((tx) => undoSlice(ctx, tx, scan, { kind, undo }))
    if (!isMore) return
    await breathe()
  }
}

async function undoSlice(
  ctx: Context,
  tx: Tx,
  { id: scanId }: ScanRow,
  { kind, undo }: { kind: 'missing' | 'added'; undo: Undo },
): Promise<boolean> {
  const slice = await nextChanges(tx, scanId, { kind, undo: null, limit: rowsAtOnce })
  if (slice.length === 0) return false
  const found = await findPlaces(
    tx,
    slice.flatMap(({ bookId }) => bookId ?? []),
  )
  await undo(ctx, tx, found)
  const seriesIds = [...new Set(found.map(({ seriesId }) => seriesId))]
  await refreshAllAround(tx, seriesIds)
  const there = new Set(found.map(({ id }) => id))
  const [done, gone] = [true, false].map((isThere) =>
    slice.filter(({ bookId }) => there.has(bookId ?? '') === isThere).map(({ id }) => id),
  ) as [string[], string[]]
  await markChanges(tx, done, 'done')
  await markChanges(tx, gone, 'skipped')
  requireLive(await countUndone(tx, scanId, done.length, gone.length))
  return true
}

const bringBackMissed: Undo = async (ctx, tx, found) =>
  restoreFound(
    tx,
    found.map(({ n }) => n),
    ctx.now(),
  )

/** Into the trash with all that hangs on them, and the files are passed over from now on. */
const putAside: Undo = async (ctx, tx, found) => {
  const now = ctx.now()
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
  if (!isLive) throw new Error('the undo was ended meanwhile')
}

function changeViewOf(row: ChangeRow): ScanChangeView {
  const { id, kind, bookId, seriesId, title, path, pathBefore, undo } = row
  const undone = undo === 'aside' ? null : undo
  const before = isDisplaced(pathBefore) ? null : pathBefore
  return { id, kind, bookId, seriesId, title, path: getLastPath(path), pathBefore: before, undone }
}

function undoViewOf({ requestedBy: _, ...view }: UndoRow): UndoView {
  return view
}
