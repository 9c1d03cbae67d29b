import type { Context } from '../../context'
import type { JobHandler } from '../../platform/jobs/queue'
import { purgeJobKind, runPurge } from './purge'

/** What the engine calls, by kind. */
export const trashJobs = (ctx: Context): Record<string, JobHandler> => ({
  [purgeJobKind]: (job, signal) => runPurge(ctx, job, signal),
})
