import type { Context } from '../../context'
import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { reportDismissal } from './dismissals'
import { fetchRecommendationsJob, refreshRecommendationsJob, reportDismissalJob } from './model'
import { fetchRecommendations } from './outside/fetch-recommendations'
import { updateOutsideRow } from './outside/outside-queries'
import { refreshRecommendations } from './refresh'
import { endRefresh } from './service'

export const recommendationJobs = (ctx: Context): JobRegistration[] => [
  handleJob(refreshRecommendationsJob, (job, signal) => refreshRecommendations(ctx, job, signal), {
    onFailed: (tx, { payload }) => endRefresh(tx, payload.userId),
  }),
  handleJob(fetchRecommendationsJob, (job, signal) => fetchRecommendations(ctx, job, signal), {
    onFailed: async (tx, { payload }) => {
      const change = { requestedAt: null, triedAt: ctx.clock.now() }
      await updateOutsideRow(tx, payload.connectionId, change)
    },
  }),
  handleJob(reportDismissalJob, (job, signal) => reportDismissal(ctx, job, signal)),
]
