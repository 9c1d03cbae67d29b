/** Start and end of every job that has a scan record. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import type { NamingSettings } from '../../../media/naming/settings'
import type { Job } from '../../../platform/jobs/job'
import { recountLabels } from '../../../catalog/labels/recount-labels'
import type { ScanOrder } from '../model'
import { ScanEnded } from './scan-progress'
import {
  endScansWithoutJob,
  failOtherScans,
  insertScanIfMissing,
  findLibraryToScan,
  findScan,
  type ScanRow,
  updateLiveScan,
} from '../queries'
import { refreshCounts, type Run } from '../run'
import { scans } from '../schema'
import { scanResultMessages } from '../messages'

export interface StartedScan {
  scan: ScanRow
  library: Run['library']
}

type FinishTransaction = (tx: Tx) => Promise<void>

/** The record has the same ID as the job, so a restarted job continues the same record. */
export async function runAsScan(
  ctx: Context,
  job: Job<ScanOrder>,
  signal: AbortSignal,
  work: (started: StartedScan) => Promise<FinishTransaction>,
): Promise<FinishTransaction | undefined> {
  const started = await startScanRecord(ctx, job.id, job.payload)
  if (!started) return undefined
  try {
    return await work(started)
  } catch (error) {
    if (signal.aborted || error instanceof ScanEnded) await closeInterruptedScan(ctx, started)
    if (!(error instanceof ScanEnded)) throw error
    signal.throwIfAborted()
    return undefined
  }
}

/** Returns undefined if the library was deleted or the scan was canceled. */
async function startScanRecord(
  ctx: Context,
  id: string,
  { libraryId, mode, trigger }: ScanOrder,
): Promise<StartedScan | undefined> {
  return ctx.write(async (tx) => {
    const library = await findLibraryToScan(tx, libraryId)
    const now = ctx.clock.now()
    if (!library) {
      const messages = [scanResultMessages.library_deleted()]
      await updateLiveScan(tx, id, { status: 'cancelled', messages, completedAt: now })
      return undefined
    }
    await insertScanIfMissing(tx, {
      id,
      libraryId,
      mode,
      trigger,
      status: 'pending',
      createdAt: now,
    })
    await failOtherScans(tx, libraryId, id, now)
    const existing = await findScan(tx, libraryId, id)
    const startedAt = existing?.startedAt ?? now
    if (!(await updateLiveScan(tx, id, { status: 'running', startedAt }))) return undefined
    return { library, scan: { ...existing!, startedAt } }
  })
}

/** Called when the scan was canceled, or when it will continue after a server restart. */
async function closeInterruptedScan(ctx: Context, { scan, library }: StartedScan) {
  const completedAt = ctx.clock.now()
  await ctx.write((tx) => endScansWithoutJob(tx, { status: 'cancelled', completedAt }, scan.id))
  const existing = await findScan(ctx.db, library.id, scan.id)
  if (existing && existing.status !== 'running') await recountAfterScan({ ctx, library })
}

export async function recountAfterScan(run: Pick<Run, 'ctx' | 'library'>) {
  await refreshCounts(run)
  await recountLabels(run.ctx)
}

export async function storePreviousNaming(tx: Tx, id: string, namesBefore: NamingSettings) {
  await tx.update(scans).set({ namesBefore }).where(eq(scans.id, id))
}

/**
 * Resets a canceled or failed scan to pending. Updates its creation time, because changes are
 * counted from that time.
 */
export async function resetScanForRetry(tx: Tx, id: string, now: Date) {
  const reset = {
    status: 'pending',
    phase: null,
    messages: null,
    filesTotal: 0,
    filesProcessed: 0,
  } as const
  await tx
    .update(scans)
    .set({ ...reset, cancelRequestedAt: null, completedAt: null, createdAt: now })
    .where(and(eq(scans.id, id), inArray(scans.status, ['cancelled', 'failed'])))
}

/** Returns false if the scan has already ended. */
export const completeScan = (tx: Tx, id: string, changes: Parameters<typeof updateLiveScan>[2]) =>
  updateLiveScan(tx, id, { ...changes, status: 'completed', phase: null })
