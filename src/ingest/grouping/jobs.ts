import type { Context } from '../../context'
import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { failScan, retryScan } from '../scanning/lifecycle/run-scan-job'
import { runRegroup, waitForLibrary } from './apply-naming'
import { applyNamesJob, regroupLibraryJob } from './model'

export const groupingJobs = (ctx: Context): JobRegistration[] => [
  handleJob(applyNamesJob, (job, signal) => waitForLibrary(ctx, job, signal)),
  handleJob(regroupLibraryJob, (job, signal) => runRegroup(ctx, job, signal), {
    onFailed: failScan(ctx),
    onRetried: retryScan(ctx),
  }),
]
