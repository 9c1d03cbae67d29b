import type { Context } from '../../context'
import type { JobHandler } from '../../platform/jobs/queue'
import { previewJobKind, runPreview } from './preview/preview'
import { scanAgainJobKind, scanJobKind } from './orders'
import { runScan, scanAgain } from './service'
import { runUndo, undoJobKind } from './undo/undo'

/** What the engine calls, by kind. */
export const scanningJobs = (ctx: Context): Record<string, JobHandler> => ({
  [scanJobKind]: (job, signal) => runScan(ctx, job, signal),
  [scanAgainJobKind]: async (job) => scanAgain(ctx, job),
})

export const undoJobs = (ctx: Context): Record<string, JobHandler> => ({
  [undoJobKind]: (job, signal) => runUndo(ctx, job, signal),
})

export const previewJobs = (ctx: Context): Record<string, JobHandler> => ({
  [previewJobKind]: (job, signal) => runPreview(ctx, job, signal),
})
