import type { Context } from '../../context'
import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { writeExportJob } from './model'
import { failExport, writeExport } from './write-export'

export const exportJobs = (ctx: Context): JobRegistration[] => [
  handleJob(writeExportJob, (job, signal) => writeExport(ctx, job, signal), {
    onFailed: (tx, { payload }) => failExport(ctx, tx, payload.exportId),
    onCanceled: (tx, { payload }) => failExport(ctx, tx, payload.exportId),
  }),
]
