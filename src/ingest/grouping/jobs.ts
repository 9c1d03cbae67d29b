import type { Context } from '../../context'
import type { JobHandler } from '../../platform/jobs/queue'
import { applyJobKind, regroupJobKind, runApply, waitForLibrary } from './apply'

/** What the engine calls, by kind. */
export const groupingJobs = (ctx: Context): Record<string, JobHandler> => ({
  [regroupJobKind]: (job, signal) => runApply(ctx, job, signal),
})

/** Those that wait until a library is free. */
export const waitingJobs = (ctx: Context): Record<string, JobHandler> => ({
  [applyJobKind]: (job, signal) => waitForLibrary(ctx, job, signal),
})
