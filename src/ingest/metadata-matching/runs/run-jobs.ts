/** Updates a run when its job or its undo job fails, is canceled or is retried. */
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { matchingMessages } from '../messages'
import { updateEndedRun, updateRun } from './run-queries'

/** Marks the run as failed. Called after the final attempt of its job. */
export async function failRun(ctx: Context, tx: Tx, runId: string) {
  const message = matchingMessages.run_failed()
  await updateRun(tx, runId, { state: 'failed', message, finishedAt: ctx.clock.now() }, 'running')
}

export async function endCanceledRun(ctx: Context, tx: Tx, runId: string) {
  await updateRun(tx, runId, { state: 'canceled', finishedAt: ctx.clock.now() }, 'running')
}

export async function restartRun(tx: Tx, runId: string) {
  await updateEndedRun(tx, runId, { state: 'running', message: null, finishedAt: null })
}

/** Allows the undo to be requested again. Data that was already restored is kept. */
export async function withdrawUndo(tx: Tx, runId: string) {
  await updateRun(tx, runId, { undoRequestedAt: null })
}

export async function repeatUndo(ctx: Context, tx: Tx, runId: string) {
  await updateEndedRun(tx, runId, { undoRequestedAt: ctx.clock.now() })
}
