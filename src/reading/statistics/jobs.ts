import type { Context } from '../../context'
import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { deriveSessionsJob } from './model'
import { deriveAllSessions } from './sessions/update-sessions'

export const statisticsJobs = (ctx: Context): JobRegistration[] => [
  handleJob(deriveSessionsJob, ({ payload }, signal) =>
    deriveAllSessions(ctx, payload.userId, signal),
  ),
]
