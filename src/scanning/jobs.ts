import type { Context } from '../context'
import type { JobHandler } from '../jobs/queue'
import { runScan, scanJobKind } from './service'

/** What the engine calls, by kind. */
export const scanningJobs = (ctx: Context): Record<string, JobHandler> => ({
  [scanJobKind]: (job, signal) => runScan(ctx, job, signal),
})
