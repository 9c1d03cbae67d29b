/** Who may begin a scan of a library: one at a time. */
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { Refusal } from '../../errors'
import type { JobType } from '../../platform/jobs/job'
import { scanAgainJob, scanLibraryJob, type ScanOrder, scanProgress, type ScanView } from './model'
import { findLiveScan, insertScan, type ScanRow, updateLiveScan } from './queries'
import { scanMessages } from './messages'

const busyWaitMs = 10_000

/** What a person waits for goes before what nobody asked for. */
const priorities = { manual: 10, created: 10, start: 0, schedule: 0, watch: 0, names: 10 } as const

export async function startOrRefuse(ctx: Context, order: ScanOrder): Promise<ScanView> {
  for (let tries = 0; tries < maxSteppingAside; tries++) {
    const scan = await ctx.write((tx) => enqueueScan(ctx, tx, order))
    if (scan) return viewOf(scan)
    if (!(await stepAside(ctx, order))) break
  }
  throw new Refusal('conflict', scanMessages.already_running())
}

/** One that ends by itself meanwhile can be followed by another that nobody asked for. */
const maxSteppingAside = 5

/**
 * A person wants to see what is there now, and a scan that nobody asked for may have passed by there
 * already: theirs takes its place, and goes on where it was. But not for less than it does.
 */
async function stepAside(ctx: Context, { libraryId, mode }: ScanOrder): Promise<boolean> {
  const live = await findLiveScan(ctx.db, libraryId)
  if (!live) return true
  const isAskedFor = ['manual', 'created', 'names'].includes(live.trigger)
  if (isAskedFor || (live.mode === 'deep' && mode !== 'deep')) return false
  const message = 'A scan that somebody asked for took its place.'
  const ended = { status: 'cancelled', phase: null, message, completedAt: ctx.now() } as const
  if (!(await ctx.write((tx) => updateLiveScan(tx, live.id, ended)))) return true
  await ctx.queue.cancelJob(live.id)
  announceEnd(ctx, { ...viewOf(live), ...ended })
  return true
}

/** Undefined when a scan of the library waits or runs already. Whatever the kind of its job, it has a scan's record. */
export async function enqueueScan(
  ctx: Context,
  tx: Tx,
  order: ScanOrder,
  type: JobType<ScanOrder> = scanLibraryJob,
): Promise<ScanRow | undefined> {
  const { libraryId, mode, trigger } = order
  const options = { key: scanKeyOf(libraryId), priority: priorities[trigger] }
  const id = await ctx.queue.enqueue(tx, type, order, options)
  if (id === undefined) return undefined
  return insertScan(tx, { id, libraryId, mode, trigger, status: 'pending', createdAt: ctx.now() })
}

/** A scan that must begin after the one that runs now. */
export async function enqueueLater(ctx: Context, tx: Tx, order: ScanOrder) {
  const runAt = new Date(ctx.now().getTime() + busyWaitMs)
  const key = `scan-later:${order.libraryId}`
  await ctx.queue.enqueue(tx, scanAgainJob, order, { key, runAt })
}

export function announceEnd(ctx: Context, scan: ScanView) {
  const { libraryId, id: scanId, status, filesProcessed, filesTotal } = scan
  const progress = { libraryId, scanId, status, phase: null, filesProcessed, filesTotal }
  ctx.bus.publish(scanProgress, { ...progress })
}

/** Whoever holds it has the library to himself. */
export const scanKeyOf = (libraryId: string) => `scan:${libraryId}`

export function viewOf(scan: ScanRow, undo: ScanView['undo'] = null): ScanView {
  const { createdAt: _, cancelRequestedAt: __, namesBefore: ___, ...view } = scan
  const isLive = scan.status === 'pending' || scan.status === 'running'
  return { ...view, currentPath: isLive ? scan.currentPath : null, undo }
}
