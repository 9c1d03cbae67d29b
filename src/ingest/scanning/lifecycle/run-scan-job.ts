/**
 * Runs scan jobs and stores how they end. The modules that own the data (books, series, labels,
 * libraries) store the files and metadata that a scan finds.
 */
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import type { Job } from '../../../platform/jobs/job'
import { libraryUpdated } from '../../../catalog/libraries/model'
import { scanLogMessages, scanResultMessages } from '../messages'
import { scanAgainJob, type ScanOrder } from '../model'
import { findLibraryToScan, findScan, updateLiveScan } from '../queries'
import { finishScan, type ScanOutcome, scanLibrary } from '../scan'
import { buildScanView, enqueueFollowUpScan, enqueueScan, publishScanEnd } from './enqueue'
import { recountAfterScan, resetScanForRetry, runAsScan, type StartedScan } from './scan-lifecycle'

/**
 * The scan has the same ID as the job, so a restarted job continues the same scan.
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

/**
 * Enqueues a scan. If another scan of the library is active, a manual or required scan is enqueued
 * again for later, and other scans are dropped.
 */
export const runFollowUpScan = (ctx: Context, job: Job<ScanOrder>) => async (tx: Tx) => {
  const payload = job.payload
  if (!(await findLibraryToScan(tx, payload.libraryId))) return
  const scan = await enqueueScan(ctx, tx, payload)
  if (!scan && (payload.trigger === 'manual' || payload.mustFollow))
    await enqueueFollowUpScan(ctx, tx, payload)
}

/** Number of new books after which the database updates its query statistics. */
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

/** Initial delay before a growing file is rescanned. Doubles up to the maximum. */
const growthWaitMs = 5_000

const maxGrowthWaitMs = 300_000

/** A growing file may be completed without another file system event. */
async function enqueueGrowthRescan(ctx: Context, tx: Tx, { libraryId, round = 0 }: ScanOrder) {
  const waitMs = Math.min(growthWaitMs * 2 ** round, maxGrowthWaitMs)
  const payload: ScanOrder = { libraryId, mode: 'normal', trigger: 'watch', round: round + 1 }
  const runAt = new Date(ctx.clock.now().getTime() + waitMs)
  await ctx.queue.enqueue(tx, scanAgainJob, payload, { key: `scan-again:${libraryId}`, runAt })
}
