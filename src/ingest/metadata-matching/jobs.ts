import type { Context } from '../../context'
import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { failRefresh, refreshLibrary } from './refresh/refresh-library'
import { matchLibraryJob, refreshMetadataJob, undoMatchRunJob } from './model'
import { matchRun } from './runs/match-run'
import { undoMatchRun } from './runs/undo-run'
import { endCanceledRun, failRun, repeatUndo, restartRun, withdrawUndo } from './runs/run-jobs'

export const metadataMatchingJobs = (ctx: Context): JobRegistration[] => [
  handleJob(matchLibraryJob, (job, signal) => matchRun(ctx, job, signal), {
    onFailed: (tx, { payload }) => failRun(ctx, tx, payload.runId),
    onCanceled: (tx, { payload }) => endCanceledRun(ctx, tx, payload.runId),
    onRetried: (tx, { payload }) => restartRun(tx, payload.runId),
  }),
  handleJob(refreshMetadataJob, (job, signal) => refreshLibrary(ctx, job, signal), {
    onFailed: (tx, { payload }) => failRefresh(ctx, tx, payload.runId),
    onCanceled: (tx, { payload }) => endCanceledRun(ctx, tx, payload.runId),
    onRetried: (tx, { payload }) => restartRun(tx, payload.runId),
  }),
  handleJob(undoMatchRunJob, (job, signal) => undoMatchRun(ctx, job, signal), {
    onFailed: (tx, { payload }) => withdrawUndo(tx, payload.runId),
    onCanceled: (tx, { payload }) => withdrawUndo(tx, payload.runId),
    onRetried: (tx, { payload }) => repeatUndo(ctx, tx, payload.runId),
  }),
]
