import type { Context } from '../../context'
import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { enqueueIfUsable } from './automatic-syncs'
import { syncLaterJob, syncReadingJob } from './model'
import { abandonSync, syncReading } from './sync'

export const readingSyncJobs = (ctx: Context): JobRegistration[] => [
  handleJob(syncReadingJob, (job, signal) => syncReading(ctx, job, signal), {
    onFailed: (tx, { payload }) => abandonSync(ctx, tx, payload.connectionId),
    onCanceled: (tx, { payload }) => abandonSync(ctx, tx, payload.connectionId),
  }),
  handleJob(syncLaterJob, async ({ payload }) => async (tx) => {
    await enqueueIfUsable(ctx, tx, payload.connectionId)
  }),
]
