/**
 * Scans: when the folders of a library are looked through, how far that is, and how it ended. What is
 * found is written by the rooms that keep it: books, series, labels, libraries.
 */
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { notFound, Refusal } from '../../errors'
import type { Found, Paging } from '../../platform/http/pagination'
import type { Job } from '../../platform/jobs/job'
import { requireLibrary, requireRoots } from '../../catalog/libraries/service'
import type { Viewer } from '../../accounts/permissions/model'
import { scanAgainJob, type ScanMode, type ScanOrder, type ScanView } from './model'
import { announceEnd, enqueueLater, enqueueScan, scanKeyOf, startOrRefuse, viewOf } from './orders'
import { reviveScan } from './record'
import { asScan, type Begun, recount } from './lifetime'
import {
  endOrphans,
  findLibrary,
  findScan,
  listScanRows,
  listStarting,
  updateLiveScan,
} from './queries'
import { finish, type Outcome, scanLibrary } from './scan'
import { findUndoStates } from './undo/undo-queries'
import { scanMessages } from './messages'
import { libraryUpdated } from '../../catalog/libraries/model'

const interrupted = 'The scan was interrupted.'
/** How long a scan lets a file grow before it looks again: longer each time, up to five minutes. */
const growthWaitMs = 5_000
const longestGrowthWaitMs = 300_000

export async function startScan(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
  mode: ScanMode,
): Promise<ScanView> {
  const library = await requireLibrary(ctx, viewer, libraryId)
  if (!library.isActive) throw new Refusal('conflict', scanMessages.library_disabled())
  return startOrRefuse(ctx, { libraryId, mode, trigger: 'manual' })
}

/** A person says that the missing files are really gone: the scan that follows believes its eyes. */
export async function confirmMissing(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
): Promise<ScanView> {
  const { state } = await requireLibrary(ctx, viewer, libraryId)
  if (state === 'available') {
    throw new Refusal('conflict', scanMessages.nothing_to_confirm())
  }
  await requireRoots(ctx, libraryId)
  return startOrRefuse(ctx, { libraryId, mode: 'normal', trigger: 'manual', confirmed: state })
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
  return { data: data.map((scan) => viewOf(scan, undos.get(scan.id))), total }
}

interface ScanIds {
  id: string
  scanId: string
}

export async function getScan(ctx: Context, viewer: Viewer, ids: ScanIds): Promise<ScanView> {
  await requireLibrary(ctx, viewer, ids.id)
  const scan = await findScan(ctx.db, ids.id, ids.scanId)
  if (!scan) throw notFound(scanMessages.not_found())
  return viewOf(scan, (await findUndoStates(ctx.db, [scan.id])).get(scan.id))
}

/** Its Workers end at once, in whichever process it runs; what was written so far stays. */
export async function cancelScan(ctx: Context, viewer: Viewer, ids: ScanIds): Promise<ScanView> {
  await getScan(ctx, viewer, ids)
  const now = ctx.now()
  const ended = { status: 'cancelled', cancelRequestedAt: now, completedAt: now } as const
  const wasLive = await ctx.write((tx) => updateLiveScan(tx, ids.scanId, ended))
  if (!wasLive) throw new Refusal('conflict', scanMessages.already_ended())
  await ctx.queue.cancel(scanKeyOf(ids.id))
  const scan = await getScan(ctx, viewer, ids)
  announceEnd(ctx, scan)
  return scan
}

/** For the schedule named `scan:<libraryId>`; in the transaction that moves the schedule on. */
export async function scanWhenDue(ctx: Context, tx: Tx, name: string) {
  const library = await findLibrary(tx, name.slice('scan:'.length))
  if (!library?.isActive || !library.scanningEnabled) return
  await enqueueScan(ctx, tx, { libraryId: library.id, mode: library.scanMode, trigger: 'schedule' })
}

/** Ends what an earlier life left behind; then libraries that wish it, or all if the settings say so. */
export async function scanOnStart(ctx: Context) {
  const orphaned = { status: 'failed', message: interrupted, completedAt: ctx.now() } as const
  await ctx.write((tx) => endOrphans(tx, orphaned))
  const starting = await listStarting(ctx.db, ctx.config.scan.on_start)
  if (starting.length === 0) return
  await ctx.write(async (tx) => {
    for (const { id, mode } of starting) {
      await enqueueScan(ctx, tx, { libraryId: id, mode, trigger: 'start' })
    }
  })
}

/** Files have changed, as those who watch say. False when a scan waits or runs already. */
export async function scanWatched(ctx: Context, libraryId: string): Promise<boolean> {
  const order = { libraryId, mode: 'normal', trigger: 'watch' } as const
  return (await ctx.write((tx) => enqueueScan(ctx, tx, order))) !== undefined
}

/** The job. A scan has the id of its job, so whatever interrupts it, the same scan goes on. */
export async function runScan(ctx: Context, job: Job<ScanOrder>, signal: AbortSignal) {
  const order = job.payload
  return asScan(ctx, job, signal, async ({ scan, library }) => {
    const { confirmed } = order
    const outcome = await scanLibrary({ ctx, scan, library, confirmed, signal })
    // Always: whatever was cut short before this scan, the numbers are right after it.
    await recount({ ctx, library })
    if (outcome.progress.added >= manyBooks) await ctx.refreshStatistics()
    return async (tx: Tx) => {
      const isOver = await end(ctx, tx, { scan, library, outcome })
      if (isOver && outcome.waiting > 0) await lookAgain(ctx, tx, order)
    }
  })
}

/** Files were still growing: nothing else may ever tell that they are whole. */
async function lookAgain(ctx: Context, tx: Tx, { libraryId, round = 0 }: ScanOrder) {
  const waitMs = Math.min(growthWaitMs * 2 ** round, longestGrowthWaitMs)
  const payload: ScanOrder = { libraryId, mode: 'normal', trigger: 'watch', round: round + 1 }
  const runAt = new Date(ctx.now().getTime() + waitMs)
  await ctx.queue.enqueue(tx, scanAgainJob, payload, { key: `scan-again:${libraryId}`, runAt })
}

/** The job that follows: a scan like any other, unless one is on its way, which sees the same files. */
export const scanAgain = (ctx: Context, job: Job<ScanOrder>) => async (tx: Tx) => {
  const order = job.payload
  if (!(await findLibrary(tx, order.libraryId))) return
  const scan = await enqueueScan(ctx, tx, order)
  if (!scan && (order.trigger === 'manual' || order.mustFollow)) await enqueueLater(ctx, tx, order)
}

/** After so many new rows the database plans its queries anew. */
const manyBooks = 500

/** For the engine: a scan that will not be tried again must not look as if it went on for ever. */
export const giveUpScan = (ctx: Context) => async (tx: Tx, job: Job<ScanOrder>) => {
  const message = 'The scan broke down. The log says why.'
  const changes = { status: 'failed', phase: null, message, completedAt: ctx.now() } as const
  if (!(await updateLiveScan(tx, job.id, changes))) return
  const { libraryId } = job.payload
  const scan = await findScan(tx, libraryId, job.id)
  if (scan) tx.afterCommit(() => announceEnd(ctx, viewOf(scan)))
}

/** For the engine: a scan that was cancelled or broke down goes on, because a person wants it after all. */
export const retryScan = (ctx: Context) => async (tx: Tx, job: Job<ScanOrder>) =>
  reviveScan(tx, job.id, ctx.now())

/** False when somebody else has ended it. */
async function end(
  ctx: Context,
  tx: Tx,
  {
    scan,
    library,
    outcome,
  }: Begun & {
    outcome: Outcome
  },
) {
  const { status, message, progress } = outcome
  const changes = { ...progress.columns, phase: null, status, message, completedAt: ctx.now() }
  if (!(await updateLiveScan(tx, scan.id, changes))) return false
  await finish(tx, { ctx, library, scan }, outcome)
  tx.afterCommit(() => {
    progress.announce(status)
    ctx.bus.publish(libraryUpdated, { libraryId: library.id })
  })
  return true
}
