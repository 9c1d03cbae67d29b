/**
 * Starts, cancels and runs library scans. The data found is written by the modules that own it:
 * books, series, labels, libraries.
 */
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { notFound, Refusal } from '../../errors'
import type { Found, Paging } from '../../platform/http/pagination'
import type { Job } from '../../platform/jobs/job'
import { requireLibrary, requireRoots } from '../../catalog/libraries/service'
import type { Viewer } from '../../accounts/permissions/model'
import { type ScanMode, type ScanOrder, type ScanView } from './model'
import {
  publishScanEnd,
  enqueueFollowUpScan,
  enqueueScan,
  buildScanKey,
  enqueueScanOrConflict,
  buildScanView,
} from './lifecycle/enqueue'
import {
  resetScanForRetry,
  runAsScan,
  type StartedScan,
  recountAfterScan,
} from './lifecycle/scan-lifecycle'
import {
  findLibraryToScan,
  findLiveScan,
  findScan,
  listLiveScans,
  listScanRows,
  updateLiveScan,
} from './queries'
import { finishScan, type ScanOutcome, scanLibrary } from './scan'
import { findUndoStates } from './undo/undo-queries'
import { scanLogMessages, scanMessages, scanResultMessages } from './messages'
import { libraryUpdated } from '../../catalog/libraries/model'
import { enqueueGrowthRescan } from './lifecycle/growth-rescan'

export async function startScan(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
  mode: ScanMode,
): Promise<ScanView> {
  const library = await requireLibrary(ctx, viewer, libraryId)
  if (!library.isActive) throw new Refusal('conflict', scanMessages.library_disabled())
  return enqueueScanOrConflict(ctx, { libraryId, mode, trigger: 'manual' })
}

/**
 * Called when a user confirms that the missing files are really gone. The next scan then treats
 * them as deleted.
 */
export async function confirmMissingFiles(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
): Promise<ScanView> {
  const { state } = await requireLibrary(ctx, viewer, libraryId)
  if (state === 'available') {
    throw new Refusal('conflict', scanMessages.nothing_to_confirm())
  }
  await requireRoots(ctx, libraryId)
  return enqueueScanOrConflict(ctx, {
    libraryId,
    mode: 'normal',
    trigger: 'manual',
    confirmed: state,
  })
}

export async function listScans(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
  paging: Paging,
): Promise<Found<ScanView>> {
  await requireLibrary(ctx, viewer, libraryId)
  const { data, total } = await listScanRows(ctx.db, libraryId, paging)
  const ids = data.map(({ id }) => id)
  const undos = await findUndoStates(ctx.db, ids)
  return { data: data.map((scan) => buildScanView(scan, undos.get(scan.id))), total }
}

/** Lists the scans of all libraries that are waiting or running. */
export async function listActiveScans(ctx: Context, viewer: Viewer): Promise<ScanView[]> {
  return (await listLiveScans(ctx.db, viewer)).map((scan) => buildScanView(scan))
}

/** Lists queued and running scans, scans that ended after `since`, and scans with these IDs. */
export async function listRecentScans(
  ctx: Context,
  viewer: Viewer,
  wanted: { since: Date; ids: readonly string[] },
): Promise<ScanView[]> {
  const rows = await listLiveScans(ctx.db, viewer, wanted)
  const ended = rows.filter(({ completedAt }) => completedAt !== null).map(({ id }) => id)
  const undos = ended.length > 0 ? await findUndoStates(ctx.db, ended) : new Map()
  return rows.map((scan) => buildScanView(scan, undos.get(scan.id)))
}

/** Returns the latest scan of a library, which may still be waiting or running. */
export async function getLatestScan(ctx: Context, viewer: Viewer, libraryId: string) {
  const { data } = await listScans(ctx, viewer, libraryId, { page: 1, pageSize: 1, offset: 0 })
  if (!data[0]) throw notFound(scanMessages.never_scanned())
  return data[0]
}

/** Cancels the scan of a library that is waiting or running. */
export async function cancelLiveScan(ctx: Context, viewer: Viewer, id: string) {
  await requireLibrary(ctx, viewer, id)
  const live = await findLiveScan(ctx.db, id)
  if (!live) throw new Refusal('conflict', scanMessages.not_running())
  await cancelScan(ctx, viewer, { id, scanId: live.id })
}

interface ScanIds {
  id: string
  scanId: string
}

export async function getScan(ctx: Context, viewer: Viewer, ids: ScanIds): Promise<ScanView> {
  await requireLibrary(ctx, viewer, ids.id)
  const scan = await findScan(ctx.db, ids.id, ids.scanId)
  if (!scan) throw notFound(scanMessages.not_found())
  return buildScanView(scan, (await findUndoStates(ctx.db, [scan.id])).get(scan.id))
}

/**
 * Stops the scan's Workers immediately, whichever process runs them. Changes written so far are
 * kept.
 */
export async function cancelScan(ctx: Context, viewer: Viewer, ids: ScanIds): Promise<ScanView> {
  await getScan(ctx, viewer, ids)
  const now = ctx.clock.now()
  const ended = { status: 'cancelled', cancelRequestedAt: now, completedAt: now } as const
  const wasLive = await ctx.write((tx) => updateLiveScan(tx, ids.scanId, ended))
  if (!wasLive) throw new Refusal('conflict', scanMessages.already_ended())
  await ctx.queue.cancel(buildScanKey(ids.id))
  const scan = await getScan(ctx, viewer, ids)
  publishScanEnd(ctx, scan)
  return scan
}

/**
 * Runs the job. The scan has the same ID as the job, so a restarted job continues the same scan.
 */
export async function runScanJob(ctx: Context, job: Job<ScanOrder>, signal: AbortSignal) {
  const payload = job.payload
  return runAsScan(ctx, job, signal, async ({ scan, library }) => {
    const { confirmed } = payload
    const outcome = await scanLibrary({ ctx, scan, library, confirmed, signal })
    // Recounts after every scan, because an earlier one may have been interrupted.
    await recountAfterScan({ ctx, library })
    if (outcome.progress.added >= statisticsThreshold) await ctx.refreshStatistics()
    return async (tx: Tx) => {
      const hasEnded = await storeScanEnd(ctx, tx, { scan, library, outcome })
      if (hasEnded && outcome.growingCount > 0) await enqueueGrowthRescan(ctx, tx, payload)
    }
  })
}

/** Enqueues a follow-up scan. While a scan is active, a manual or required one is retried later. */
export const runFollowUpScan = (ctx: Context, job: Job<ScanOrder>) => async (tx: Tx) => {
  const payload = job.payload
  if (!(await findLibraryToScan(tx, payload.libraryId))) return
  const scan = await enqueueScan(ctx, tx, payload)
  if (!scan && (payload.trigger === 'manual' || payload.mustFollow))
    await enqueueFollowUpScan(ctx, tx, payload)
}

/** Number of new rows after which the database updates its query statistics. */
const statisticsThreshold = 500

/** Called by the job queue after the last failed attempt. */
export const failScan = (ctx: Context) => async (tx: Tx, job: Job<ScanOrder>) => {
  const messages = [scanResultMessages.failed()]
  const changes = { status: 'failed' as const, phase: null, messages, completedAt: ctx.clock.now() }
  if (!(await updateLiveScan(tx, job.id, changes))) return
  const { libraryId } = job.payload
  const scan = await findScan(tx, libraryId, job.id)
  if (scan) tx.afterCommit(() => publishScanEnd(ctx, buildScanView(scan)))
}

/** Called by the job queue when a user retries a canceled or failed scan. */
export const retryScan = (ctx: Context) => async (tx: Tx, job: Job<ScanOrder>) =>
  resetScanForRetry(tx, job.id, ctx.clock.now())

function logScanEnd(
  { log, clock }: Context,
  { scan, library, outcome }: StartedScan & { outcome: ScanOutcome },
) {
  const { added, changed, moved, missing, filesTotal: files } = outcome.progress
  const seconds = Math.round((clock.now().getTime() - scan.startedAt!.getTime()) / 100) / 10
  const fields = { libraryId: library.id, scanId: scan.id, mode: scan.mode, seconds }
  const counts = { files, added, changed, moved, missing }
  log.info(fields, scanLogMessages.ended({ library: library.name, ...counts }))
}

/** Returns false if the scan has already ended. */
async function storeScanEnd(
  ctx: Context,
  tx: Tx,
  {
    scan,
    library,
    outcome,
  }: StartedScan & {
    outcome: ScanOutcome
  },
) {
  const { status, progress } = outcome
  const messages = outcome.messages.length > 0 ? outcome.messages : null
  const changes = {
    ...progress.columns,
    phase: null,
    status,
    messages,
    completedAt: ctx.clock.now(),
  }
  if (!(await updateLiveScan(tx, scan.id, changes))) return false
  await finishScan(tx, { ctx, library, scan }, outcome)
  tx.afterCommit(() => {
    progress.publish(status)
    logScanEnd(ctx, { scan, library, outcome })
    ctx.bus.publish(libraryUpdated, { libraryId: library.id })
  })
  return true
}
