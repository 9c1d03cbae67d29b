import type { Context } from '../../context'
import type { JobHandler } from '../../platform/jobs/queue'
import { recountLabels } from './upkeep'

/** What the engine calls, by kind. */
export const labelJobs = (ctx: Context): Record<string, JobHandler> => ({
  recount_labels: () => recountLabels(ctx),
})
