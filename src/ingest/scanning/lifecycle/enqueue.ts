/** Enqueues scans: at most one active scan per library. */
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { Refusal } from '../../../errors'
import type { JobType } from '../../../platform/jobs/job'
import { scanAgainJob, scanLibraryJob, type ScanOrder, scanProgress, type ScanView } from '../model'
import { findLiveScan, insertScan, type ScanRow, updateLiveScan } from '../queries'
import { scanMessages, scanResultMessages } from '../messages'
import { withText } from '../../../platform/messages/message'

const busyWaitMs = 10_000

/** Scans requested by a user run before automatic ones. */
const priorities = { manual: 10, created: 10, start: 0, schedule: 0, watch: 0, names: 10 } as const

export async function enqueueScanOrConflict(ctx: Context, order: ScanOrder): Promise<ScanView> {
  for (let attempt = 0; attempt < maxPreemptions; attempt++) {
    const scan = await ctx.write((tx) => enqueueScan(ctx, tx, order))
    if (scan) return buildScanView(scan)
    if (!(await preemptAutomaticScan(ctx, order))) break
  }
  throw new Refusal('conflict', scanMessages.already_running())
}

/**
 * Maximum number of attempts to replace an automatic scan. Another automatic scan may start between
 * attempts.
 */
const maxPreemptions = 5

/**
 * Cancels an automatic scan to make room for a requested one, because the running scan may already
 * have passed the changed files. A normal scan never replaces a deep one. Returns false if a scan
 * remains.
 */
async function preemptAutomaticScan(
  ctx: Context,
  { libraryId, mode }: ScanOrder,
): Promise<boolean> {
  const live = await findLiveScan(ctx.db, libraryId)
  if (!live) return true
  const isRequested = ['manual', 'created', 'names'].includes(live.trigger)
  if (isRequested || (live.mode === 'deep' && mode !== 'deep')) return false
  const messages = [scanResultMessages.replaced()]
  const ended = {
    status: 'cancelled' as const,
    phase: null,
    messages,
    completedAt: ctx.clock.now(),
  }
  if (!(await ctx.write((tx) => updateLiveScan(tx, live.id, ended)))) return true
  await ctx.queue.cancelJob(live.id)
  publishScanEnd(ctx, buildScanView({ ...live, ...ended }))
  return true
}

/**
 * Enqueues a job of the given type and creates its scan record. Returns undefined if a scan of the
 * library is waiting or running.
 */
export async function enqueueScan(
  ctx: Context,
  tx: Tx,
  order: ScanOrder,
  type: JobType<ScanOrder> = scanLibraryJob,
): Promise<ScanRow | undefined> {
  const { libraryId, mode, trigger } = order
  const options = { key: buildScanKey(libraryId), priority: priorities[trigger] }
  const id = await ctx.queue.enqueue(tx, type, order, options)
  if (id === undefined) return undefined
  return insertScan(tx, {
    id,
    libraryId,
    mode,
    trigger,
    status: 'pending',
    createdAt: ctx.clock.now(),
  })
}

/**
 * Enqueues a job that tries to start the scan after a delay, when the running scan may have ended.
 */
export async function enqueueFollowUpScan(ctx: Context, tx: Tx, order: ScanOrder) {
  const runAt = new Date(ctx.clock.now().getTime() + busyWaitMs)
  const key = `scan-later:${order.libraryId}`
  await ctx.queue.enqueue(tx, scanAgainJob, order, { key, runAt })
}

export function publishScanEnd(ctx: Context, scan: ScanView) {
  const { libraryId, id: scanId, status, filesProcessed, filesTotal } = scan
  const progress = { libraryId, scanId, status, phase: null, filesProcessed, filesTotal }
  ctx.bus.publish(scanProgress, { ...progress })
}

/** Builds the key of jobs that need exclusive access to the library. */
export const buildScanKey = (libraryId: string) => `scan:${libraryId}`

export function buildScanView(scan: ScanRow, undo: ScanView['undo'] = null): ScanView {
  const { createdAt: _, cancelRequestedAt: __, namesBefore: ___, messages, ...view } = scan
  const isLive = scan.status === 'pending' || scan.status === 'running'
  return {
    ...view,
    messages: (messages ?? []).map(withText),
    currentPath: isLive ? scan.currentPath : null,
    undo,
  }
}
