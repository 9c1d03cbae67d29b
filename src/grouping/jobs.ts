import type { Context } from '../context'
import type { JobHandler } from '../jobs/queue'
import { applyJobKind, runApply } from './apply'

/** What the engine calls, by kind. */
export const groupingJobs = (ctx: Context): Record<string, JobHandler> => ({
  [applyJobKind]: (job, signal) => runApply(ctx, job, signal),
})
