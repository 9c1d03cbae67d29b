import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { handleJob, type JobHooks, type JobRegistration } from '../../platform/jobs/job'
import {
  failInterrupted,
  runConfirmedImport,
  runImportPreview,
  runImportUndo,
} from './managed/run-imports'
import { joinWaitingFacts } from './merge/join-waiting'
import { applyImportJob, joinWaitingFactsJob, previewImportJob, undoImportJob } from './model'

export const importingJobs = (ctx: Context): JobRegistration[] => [
  handleJob(joinWaitingFactsJob, async (_, signal) => {
    await joinWaitingFacts(ctx, signal)
  }),
  handleJob(
    previewImportJob,
    ({ payload }, signal) => runImportPreview(ctx, payload.importId, signal),
    endsAs(ctx),
  ),
  handleJob(
    applyImportJob,
    ({ payload }, signal) => runConfirmedImport(ctx, payload.importId, signal),
    endsAs(ctx),
  ),
  handleJob(undoImportJob, ({ payload }) => runImportUndo(ctx, payload.importId), endsAs(ctx)),
]

const endsAs = (ctx: Context): JobHooks<{ importId: string }> => {
  const fail = (tx: Tx, { payload }: { payload: { importId: string } }) =>
    failInterrupted(ctx, tx, payload.importId)
  return { onFailed: fail, onCanceled: fail }
}
