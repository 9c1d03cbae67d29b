import type { Context } from '../../context'
import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { joinWaitingFacts } from './merge/join-waiting'
import { joinWaitingFactsJob } from './model'

export const importingJobs = (ctx: Context): JobRegistration[] => [
  handleJob(joinWaitingFactsJob, async (_, signal) => {
    await joinWaitingFacts(ctx, signal)
  }),
]
