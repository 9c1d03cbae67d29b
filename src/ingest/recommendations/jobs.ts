import type { Context } from '../../context'
import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { refreshRecommendationsJob } from './model'
import { refreshRecommendations } from './refresh'
import { endRefresh } from './service'

export const recommendationJobs = (ctx: Context): JobRegistration[] => [
  handleJob(refreshRecommendationsJob, (job, signal) => refreshRecommendations(ctx, job, signal), {
    onFailed: (tx, { payload }) => endRefresh(tx, payload.userId),
  }),
]
