import type { Context } from '../../context'
import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { hashBooksJob, previewScanJob, scanAgainJob, scanLibraryJob, undoScanJob } from './model'
import { giveUpPreview, runPreview } from './preview/preview'
import { hashBooks } from './read/hashing'
import { giveUpScan, retryScan, runScan, scanAgain } from './service'
import { giveUpUndo, retryUndo, runUndo } from './undo/undo'

export const scanJobs = (ctx: Context): JobRegistration[] => [
  handleJob(scanLibraryJob, (job, signal) => runScan(ctx, job, signal), {
    onFailed: giveUpScan(ctx),
    onRetried: retryScan(ctx),
  }),
  handleJob(scanAgainJob, async (job) => scanAgain(ctx, job)),
]

export const scanningJobs = (ctx: Context): JobRegistration[] => [
  ...scanJobs(ctx),
  handleJob(undoScanJob, (job, signal) => runUndo(ctx, job, signal), {
    onFailed: giveUpUndo(ctx),
    onRetried: retryUndo(),
  }),
  handleJob(previewScanJob, (job, signal) => runPreview(ctx, job, signal), {
    onFailed: giveUpPreview(ctx),
  }),
  handleJob(hashBooksJob, (_, signal) => hashBooks(ctx, signal)),
]
