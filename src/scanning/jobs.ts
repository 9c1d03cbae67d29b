import type { Context } from '../context'
import type { JobHandler } from '../jobs/queue'
import { runScan, scanAgain, scanAgainJobKind, scanJobKind } from './service'

/** What the engine calls, by kind. */
export const scanningJobs = (ctx: Context): Record<string, JobHandler> => ({
  [scanJobKind]: (job, signal) => runScan(ctx, job, signal),
  [scanAgainJobKind]: async (job) => scanAgain(ctx, job),
})
