import type { Context } from '../../context'
import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { writeExportJob } from './model'
import { failExport, writeExport, type WriteArchive } from './write-export'

/** `writeArchive` is a parameter, because it depends on the tables of all modules. */
export const exportJobs = (ctx: Context, writeArchive: WriteArchive): JobRegistration[] => [
  handleJob(writeExportJob, (job, signal) => writeExport(ctx, job, { signal, writeArchive }), {
    onFailed: (tx, { payload }) => failExport(ctx, tx, payload.exportId),
    onCanceled: (tx, { payload }) => failExport(ctx, tx, payload.exportId),
  }),
]
