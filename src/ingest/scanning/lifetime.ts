/** The beginning and the end of a job that has a scan's record, whatever it does in between. */
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import type { Job } from '../../platform/jobs/job'
import { recountLabels } from '../../catalog/labels/upkeep'
import type { ScanOrder } from './model'
import { ScanEnded } from './progress'
import {
  endOrphans,
  endOtherScans,
  ensureScan,
  findLibrary,
  findScan,
  type ScanRow,
  updateLiveScan,
} from './queries'
import { refreshCounts, type Run } from './run'

export interface Begun {
  scan: ScanRow
  library: Run['library']
}

type Finish = (tx: Tx) => Promise<void>

/** The record has the id of the job, so whatever interrupts it, the same record goes on. */
export async function asScan(
  ctx: Context,
  job: Job<ScanOrder>,
  signal: AbortSignal,
  work: (begun: Begun) => Promise<Finish>,
): Promise<Finish | undefined> {
  const begun = await begin(ctx, job.id, job.payload)
  if (!begun) return undefined
  try {
    return await work(begun)
  } catch (error) {
    if (signal.aborted || error instanceof ScanEnded) await leaveInOrder(ctx, begun)
    if (!(error instanceof ScanEnded)) throw error
    signal.throwIfAborted()
    return undefined
  }
}

/** Undefined when there is nothing to do: the library is gone, or the scan was cancelled meanwhile. */
async function begin(
  ctx: Context,
  id: string,
  { libraryId, mode, trigger }: ScanOrder,
): Promise<Begun | undefined> {
  return ctx.write(async (tx) => {
    const library = await findLibrary(tx, libraryId)
    const now = ctx.now()
    if (!library) {
      const message = 'The library was deleted.'
      await updateLiveScan(tx, id, { status: 'cancelled', message, completedAt: now })
      return undefined
    }
    await ensureScan(tx, { id, libraryId, mode, trigger, status: 'pending', createdAt: now })
    await endOtherScans(tx, libraryId, id, now)
    const known = await findScan(tx, libraryId, id)
    const startedAt = known?.startedAt ?? now
    if (!(await updateLiveScan(tx, id, { status: 'running', startedAt }))) return undefined
    return { library, scan: { ...known!, startedAt } }
  })
}

/** Either the program ends, and the scan goes on later, or somebody has ended it. */
async function leaveInOrder(ctx: Context, { scan, library }: Begun) {
  const completedAt = ctx.now()
  await ctx.write((tx) => endOrphans(tx, { status: 'cancelled', completedAt }, scan.id))
  const known = await findScan(ctx.db, library.id, scan.id)
  if (known && known.status !== 'running') await recount({ ctx, library })
}

export async function recount(run: Pick<Run, 'ctx' | 'library'>) {
  await refreshCounts(run)
  await recountLabels(run.ctx)
}
