/**
 * Compares both sides of a connection and syncs the differences, or undoes an earlier run. Runs as
 * a job.
 */
import type { Viewer } from '../../accounts/permissions/model'
import { findViewerOfUser } from '../../accounts/users/viewer-of-user'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { Tx } from '../../platform/db/store'
import type { Job } from '../../platform/jobs/job'
import type { Message } from '../../platform/messages/message'
import { splitIntoSlices } from '../../platform/lib/slices'
import { openConnection } from '../connections/connection-access'
import { findConnection, requireStillUsable, updateConnection } from '../connections/connections'
import type { Connection } from '../connections/services/connected-service'
import { releasePlugin } from '../connections/plugin-lists/release-plugin'
import { applyChanges, storeBase } from './changes/apply-changes'
import { readingSyncFinished, type SyncPayload } from './model'
import { isPull, isPush, planSync, type WorkPlan } from './plan-sync'
import {
  deletePlannedChanges,
  deleteWaitingRuns,
  findSyncRun,
  findRunIn,
  refreshSyncCounts,
  type RunRow,
  updateSyncRun,
} from './queries'
import { storeRun } from './store-run'
import { undoChanges } from './changes/undo-changes'

/** Limits above which changes require the user's approval. */
const maxUnseen = { books: 200, entries: 100 }
const statesAtOnce = 200

interface Outcome {
  run?: RunRow
  state?: RunRow['state']
  /** The sync has processed all differences that it found. */
  isComplete: boolean
}

export async function syncReading(
  ctx: Context,
  { payload }: Job<SyncPayload>,
  signal: AbortSignal,
) {
  const connection = await findConnection(ctx, payload.connectionId)
  const viewer = connection && (await findViewerOfUser(ctx.db, connection.row.userId))
  if (!connection) return undefined
  if (!viewer?.permissions.has('progress:write')) {
    return (tx: Tx) => abandonSync(ctx, tx, payload.connectionId)
  }
  try {
    const outcome = await act(ctx, connection, { viewer, payload }, signal)
    return (tx: Tx) => endSync(ctx, tx, connection, outcome)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { userMessage } = error
    return (tx: Tx) => failSync(ctx, tx, connection, userMessage)
  } finally {
    await releasePlugin(ctx, connection)
  }
}

async function act(
  ctx: Context,
  connection: Connection,
  { viewer, payload }: { viewer: Viewer; payload: SyncPayload },
  signal: AbortSignal,
): Promise<Outcome> {
  const { id } = connection.row
  const { approvedRunId, undoneRunId } = payload
  const asked = approvedRunId ?? undoneRunId
  if (asked === undefined) {
    const interrupted = await findRunIn(ctx.db, id, ['running'])
    return sync(ctx, connection, { viewer, run: interrupted }, signal)
  }
  const run = await findSyncRun(ctx.db, id, asked)
  if (!run) return { isComplete: false }
  return undoneRunId === undefined
    ? sync(ctx, connection, { viewer, run }, signal)
    : undo(ctx, connection, { viewer, run }, signal)
}

interface Given {
  viewer: Viewer
  /** An earlier run that the user approved, that was interrupted, or that is to be undone. */
  run: RunRow | undefined
}

async function undo(
  ctx: Context,
  connection: Connection,
  { viewer, run }: Given & { run: RunRow },
  signal: AbortSignal,
): Promise<Outcome> {
  const list = await openConnection(ctx, connection, signal)
  await undoChanges(ctx, run.id, { connection, viewer, list }, signal)
  return { run, state: 'undone', isComplete: false }
}

async function sync(
  ctx: Context,
  connection: Connection,
  { viewer, run: begun }: Given,
  signal: AbortSignal,
): Promise<Outcome> {
  const list = await openConnection(ctx, connection, signal)
  const plans = await planSync(ctx, { connection, viewer, list })
  signal.throwIfAborted()
  await requireStillUsable(ctx, connection)
  const run = begun ?? (await beginRun(ctx, connection, plans))
  if (run?.state === 'waiting') return { isComplete: false }
  if (run) await applyChanges(ctx, run.id, { connection, viewer, plans, list }, signal)
  const settled = plans.filter((plan) => plan.isBaseNew && !isPull(plan) && !isPush(plan))
  for (const slice of splitIntoSlices(settled, statesAtOnce)) {
    await ctx.write(async (tx) => {
      for (const plan of slice) await storeBase(ctx, tx, connection, plan)
    })
  }
  return { ...(run && { run, state: 'done' }), isComplete: true }
}

/** Returns undefined if there are no differences. */
async function beginRun(ctx: Context, { row }: Connection, plans: readonly WorkPlan[]) {
  const changing = plans.filter((plan) => isPull(plan) || isPush(plan))
  if (changing.length === 0) {
    await ctx.write((tx) => deleteWaitingRuns(tx, row.id))
    return undefined
  }
  const state = needsApproval(row.lastSuccessAt, changing) ? 'waiting' : 'running'
  return storeRun(ctx, row.id, { state, plans: changing })
}

/** Returns true for the first sync and for unusually large ones. */
function needsApproval(lastSuccessAt: Date | null, changing: readonly WorkPlan[]): boolean {
  const bookCount = changing.reduce((sum, { books }) => sum + books.length, 0)
  return (
    lastSuccessAt === null ||
    bookCount > maxUnseen.books ||
    changing.filter(isPush).length > maxUnseen.entries
  )
}

async function endSync(
  ctx: Context,
  tx: Tx,
  { row }: Connection,
  { run, state, isComplete }: Outcome,
): Promise<void> {
  const now = ctx.clock.now()
  if (run) {
    await updateSyncRun(tx, run.id, { state: state ?? 'done', finishedAt: now, error: null })
    await refreshSyncCounts(tx, run.id)
  }
  await updateConnection(tx, row.id, {
    syncRequestedAt: null,
    lastSyncAt: now,
    lastError: null,
    ...(isComplete && { lastSuccessAt: now }),
  })
  tell(ctx, tx, row.userId)
}

async function failSync(ctx: Context, tx: Tx, { row }: Connection, error: Message) {
  const now = ctx.clock.now()
  const begun = await findRunIn(tx, row.id, ['running', 'undoing'])
  if (begun) {
    // After a failed undo, the run is `done` again, so that its changes can be undone later.
    const state = begun.state === 'undoing' ? 'done' : 'failed'
    await updateSyncRun(tx, begun.id, { state, error, finishedAt: now })
    await deletePlannedChanges(tx, begun.id)
    await refreshSyncCounts(tx, begun.id)
  }
  await updateConnection(tx, row.id, { syncRequestedAt: null, lastSyncAt: now, lastError: error })
  tell(ctx, tx, row.userId)
}

/** Ends the run of a job that ended without completing the run. */
export async function abandonSync(ctx: Context, tx: Tx, connectionId: string): Promise<void> {
  const [row] = await updateConnection(tx, connectionId, { syncRequestedAt: null })
  const begun = row && (await findRunIn(tx, connectionId, ['running', 'undoing']))
  if (!row || !begun) return
  const state = begun.state === 'undoing' ? 'done' : 'failed'
  await updateSyncRun(tx, begun.id, { state, finishedAt: ctx.clock.now() })
  tell(ctx, tx, row.userId)
}

const tell = (ctx: Context, tx: Tx, userId: string) =>
  tx.afterCommit(() => ctx.bus.publish(readingSyncFinished, { userId }))
