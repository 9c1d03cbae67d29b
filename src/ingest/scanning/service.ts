/**
 * Service for scans of libraries. Found data is written by the modules that own it: books, series, labels,
 * libraries.
 */
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { notFound, Refusal } from '../../errors'
import type { Found, Paging } from '../../platform/http/pagination'
import type { Job } from '../../platform/jobs/job'
import { requireLibrary, requireRoots } from '../../catalog/libraries/service'
import type { Viewer } from '../../accounts/permissions/model'
import { scanAgainJob, type ScanMode, type ScanOrder, type ScanView } from './model'
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
  deleteEmptyScans,
  deleteOldScans,
  endScansWithoutJob,
  findLibraryToScan,
  findScan,
  listScanRows,
  listLibrariesToScanOnStart,
  updateLiveScan,
} from './queries'
import { finishScan, type ScanOutcome, scanLibrary } from './scan'
import { deleteOldChanges } from './journal/change-queries'
import { findUndoStates } from './undo/undo-queries'
import { scanLogMessages, scanMessages, scanResultMessages } from './messages'
import { libraryUpdated } from '../../catalog/libraries/model'

/** First wait before a growing file is scanned again. Doubles up to the maximum. */
const growthWaitMs = 5_000
const maxGrowthWaitMs = 300_000

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

/** A person confirms that the missing files are really gone, so the next scan accepts the loss. */
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

/** Stops its Workers at once in any process. Changes written so far are kept. */
export async function cancelScan(ctx: Context, viewer: Viewer, ids: ScanIds): Promise<ScanView> {
  await getScan(ctx, viewer, ids)
  const now = ctx.now()
  const ended = { status: 'cancelled', cancelRequestedAt: now, completedAt: now } as const
  const wasLive = await ctx.write((tx) => updateLiveScan(tx, ids.scanId, ended))
  if (!wasLive) throw new Refusal('conflict', scanMessages.already_ended())
  await ctx.queue.cancel(buildScanKey(ids.id))
  const scan = await getScan(ctx, viewer, ids)
  publishScanEnd(ctx, scan)
  return scan
}

/** Handles the schedule `scan:<libraryId>` in the transaction that advances the schedule. */
export async function enqueueScheduledScan(ctx: Context, tx: Tx, name: string) {
  const library = await findLibraryToScan(tx, name.slice('scan:'.length))
  if (!library?.isActive || !library.scanningEnabled) return
  await enqueueScan(ctx, tx, { libraryId: library.id, mode: library.scanMode, trigger: 'schedule' })
}

/** Ends scans of an earlier process, then enqueues scans of libraries that are set to scan on start. */
export async function enqueueStartupScans(ctx: Context) {
  const messages = [scanResultMessages.interrupted()]
  const orphaned = { status: 'failed' as const, messages, completedAt: ctx.now() }
  await ctx.write((tx) => endScansWithoutJob(tx, orphaned))
  const libraries = await listLibrariesToScanOnStart(ctx.db, ctx.config.scan.on_start)
  if (libraries.length === 0) return
  await ctx.write(async (tx) => {
    for (const { id, mode } of libraries) {
      await enqueueScan(ctx, tx, { libraryId: id, mode, trigger: 'start' })
    }
  })
}

/** Called when watched files change. Returns false if a scan is already waiting or running. */
export async function enqueueWatchScan(ctx: Context, libraryId: string): Promise<boolean> {
  const payload = { libraryId, mode: 'normal', trigger: 'watch' } as const
  return (await ctx.write((tx) => enqueueScan(ctx, tx, payload))) !== undefined
}

/** Runs the job. The scan shares its id with the job, so a restarted job continues the same scan. */
export async function runScanJob(ctx: Context, job: Job<ScanOrder>, signal: AbortSignal) {
  const payload = job.payload
  return runAsScan(ctx, job, signal, async ({ scan, library }) => {
    const { confirmed } = payload
    const outcome = await scanLibrary({ ctx, scan, library, confirmed, signal })
    // Corrects the counts after every scan, because an earlier one may have been interrupted.
    await recountAfterScan({ ctx, library })
    if (outcome.progress.added >= statisticsThreshold) await ctx.refreshStatistics()
    return async (tx: Tx) => {
      const hasEnded = await storeScanEnd(ctx, tx, { scan, library, outcome })
      if (hasEnded && outcome.growingCount > 0) await enqueueGrowthRescan(ctx, tx, payload)
    }
  })
}

/** A growing file may be completed without another event. */
async function enqueueGrowthRescan(ctx: Context, tx: Tx, { libraryId, round = 0 }: ScanOrder) {
  const waitMs = Math.min(growthWaitMs * 2 ** round, maxGrowthWaitMs)
  const payload: ScanOrder = { libraryId, mode: 'normal', trigger: 'watch', round: round + 1 }
  const runAt = new Date(ctx.now().getTime() + waitMs)
  await ctx.queue.enqueue(tx, scanAgainJob, payload, { key: `scan-again:${libraryId}`, runAt })
}

/** Runs a follow-up scan unless another one is waiting, which sees the same files. */
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
  const changes = { status: 'failed' as const, phase: null, messages, completedAt: ctx.now() }
  if (!(await updateLiveScan(tx, job.id, changes))) return
  const { libraryId } = job.payload
  const scan = await findScan(tx, libraryId, job.id)
  if (scan) tx.afterCommit(() => publishScanEnd(ctx, buildScanView(scan)))
}

/** Called by the job queue when a person retries a cancelled or failed scan. */
export const retryScan = (ctx: Context) => async (tx: Tx, job: Job<ScanOrder>) =>
  resetScanForRetry(tx, job.id, ctx.now())

function logScanEnd(
  { log }: Context,
  { scan, library, outcome }: StartedScan & { outcome: ScanOutcome },
) {
  const { added, changed, moved, missing, filesTotal: files } = outcome.progress
  const seconds = Math.round((Date.now() - scan.startedAt!.getTime()) / 100) / 10
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
  const changes = { ...progress.columns, phase: null, status, messages, completedAt: ctx.now() }
  if (!(await updateLiveScan(tx, scan.id, changes))) return false
  await finishScan(tx, { ctx, library, scan }, outcome)
  tx.afterCommit(() => {
    progress.publish(status)
    logScanEnd(ctx, { scan, library, outcome })
    ctx.bus.publish(libraryUpdated, { libraryId: library.id })
  })
  return true
}

const retentionDays = 90
const changesPerSlice = 500
/** Retention of automatic scans without changes. */
const emptyRetentionDays = 1
const dayMs = 86_400_000

/** Deletes expired scan records. */
export async function deleteExpiredScans(ctx: Context) {
  const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * dayMs)
  const old = daysAgo(retentionDays)
  while (
    (await ctx.writeBulk((tx) => deleteOldChanges(tx, old, changesPerSlice))) === changesPerSlice
  );
  await ctx.writeBulk(async (tx) => {
    await deleteOldScans(tx, old)
    await deleteEmptyScans(tx, daysAgo(emptyRetentionDays))
  })
}
