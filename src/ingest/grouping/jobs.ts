import type { Context } from '../../context'
import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { giveUpScan, retryScan } from '../scanning/service'
import { runApply, waitForLibrary } from './apply'
import { applyNamesJob, regroupLibraryJob } from './model'

export const groupingJobs = (ctx: Context): JobRegistration[] => [
  handleJob(applyNamesJob, (job, signal) => waitForLibrary(ctx, job, signal)),
  handleJob(regroupLibraryJob, (job, signal) => runApply(ctx, job, signal), {
    onFailed: giveUpScan(ctx),
    onRetried: retryScan(ctx),
  }),
]
