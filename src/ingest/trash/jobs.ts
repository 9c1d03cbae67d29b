import type { Context } from '../../context'
import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { purgeTrash } from './model'
import { failPurge, runPurge } from './purge'

export const trashJobs = (ctx: Context): JobRegistration[] => [
  handleJob(purgeTrash, (job, signal) => runPurge(ctx, job, signal), {
    onFailed: failPurge(ctx),
  }),
]
