import type { Context } from '../../context'
import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { mergeCopies } from './copies/merge-copies'
import {
  hashBooksJob,
  mergeCopiesJob,
  previewScanJob,
  scanAgainJob,
  scanLibraryJob,
  undoScanJob,
} from './model'
import { failPreview, runPreview } from './preview/scan-preview'
import { hashBooks } from './hashing/hashing'
import { failScan, retryScan, runScanJob, runFollowUpScan } from './lifecycle/run-scan-job'
import { failUndo, retryUndo, runUndo } from './undo/undo'

export const scanJobs = (ctx: Context): JobRegistration[] => [
  handleJob(scanLibraryJob, (job, signal) => runScanJob(ctx, job, signal), {
    onFailed: failScan(ctx),
    onRetried: retryScan(ctx),
  }),
  handleJob(scanAgainJob, async (job) => runFollowUpScan(ctx, job)),
]

export const scanningJobs = (ctx: Context): JobRegistration[] => [
  ...scanJobs(ctx),
  handleJob(undoScanJob, (job, signal) => runUndo(ctx, job, signal), {
    onFailed: failUndo(ctx),
    onRetried: retryUndo(),
  }),
  handleJob(previewScanJob, (job, signal) => runPreview(ctx, job, signal), {
    onFailed: failPreview(ctx),
  }),
  handleJob(hashBooksJob, (_, signal) => hashBooks(ctx, signal)),
  handleJob(mergeCopiesJob, (_, signal) => mergeCopies(ctx, { signal })),
]
