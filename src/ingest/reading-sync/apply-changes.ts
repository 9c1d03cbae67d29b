/** Makes the changes of a run, each with its journal in one transaction. */
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { Tx } from '../../platform/db/store'
import { ProviderError } from '../../platform/outgoing/provider-error'
import { pullReadings } from '../../reading/progress/adjustments/pulled-readings'
import { addAllToWantToRead } from '../../reading/want-to-read/service'
import type { Connection } from '../connections/connections'
import type { ListChange, ListEntry, SendPrivate } from '../connections/services/list-service'
import { isPull, isPush, type WorkPlan } from './plan'
import {
  type ChangeRow,
  deleteChange,
  listChangesIn,
  refreshSyncCounts,
  updateChange,
  upsertSyncState,
} from './queries'
import { buildPull, buildPush } from './store-run'

export interface Applying {
  connection: Connection
  viewer: Viewer
  send: SendPrivate
  accountId: string
  plans: readonly WorkPlan[]
}

/** A service that refuses this many changes in a row is not asked for more. */
const maxFailuresInRow = 5

/** Throws the last error if the service keeps failing. */
export async function applyChanges(
  ctx: Context,
  runId: string,
  work: Applying,
  signal: AbortSignal,
): Promise<void> {
  const plans = new Map(work.plans.map((plan) => [plan.externalId, plan]))
  let failuresInRow = 0
  for (const change of await listChangesIn(ctx.db, runId, 'planned')) {
    signal.throwIfAborted()
    const failure = await applyOrFail(ctx, work, change, plans.get(change.externalId))
    failuresInRow = failure ? failuresInRow + 1 : 0
    if (failure && failuresInRow >= maxFailuresInRow) throw failure
  }
}

/** What concerns only this work is stored with the change, and returned. */
async function applyOrFail(
  ctx: Context,
  work: Applying,
  change: ChangeRow,
  plan: WorkPlan | undefined,
): Promise<Refusal | undefined> {
  try {
    await applyChange(ctx, work, change, plan)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal) || !isAboutWork(error)) throw error
    await ctx.write(async (tx) => {
      await updateChange(tx, change.id, { state: 'failed', error: error.userMessage })
      await refreshSyncCounts(tx, change.runId)
    })
    return error
  }
}

const isAboutWork = (error: Refusal) =>
  !(error instanceof ProviderError) || error.code === 'not_found' || error.code === 'broken'

async function applyChange(
  ctx: Context,
  work: Applying,
  change: ChangeRow,
  plan: WorkPlan | undefined,
): Promise<void> {
  if (change.direction === 'pull' && plan && isPull(plan)) return applyPull(ctx, work, change, plan)
  if (change.direction === 'push' && plan && isPush(plan)) return applyPush(ctx, work, change, plan)
  // It is no longer needed, or the process ended before it was stored that it was made.
  const isMade = change.push && plan?.entry && isChangedTo(plan.entry, change.push.change)
  await ctx.write(async (tx) => {
    if (isMade) await updateChange(tx, change.id, { state: 'done' })
    else await deleteChange(tx, change.id)
    await refreshSyncCounts(tx, change.runId)
  })
}

export const isChangedTo = (entry: ListEntry, change: ListChange): boolean =>
  (change.status === undefined || change.status === entry.status) &&
  (change.chapters === undefined || change.chapters === entry.chapters) &&
  (change.volumes === undefined || change.volumes === entry.volumes)

async function applyPull(
  ctx: Context,
  { connection, viewer }: Applying,
  change: ChangeRow,
  plan: WorkPlan,
): Promise<void> {
  const [firstSeries] = plan.seriesIds
  if (plan.isWanted && firstSeries !== undefined) {
    await addAllToWantToRead(ctx, viewer, { seriesIds: [firstSeries] })
  }
  await ctx.write(async (tx) => {
    const pulled = await pullReadings(ctx, tx, viewer, {
      bookIds: plan.bookIds,
      device: connection.service.displayName,
      happenedAt: plan.entry?.updatedAt ?? null,
    })
    await updateChange(tx, change.id, { state: 'done', pull: buildPull(plan, pulled) })
    // Otherwise the push stores it.
    if (!isPush(plan)) await storeBase(ctx, tx, connection, plan)
  })
}

async function applyPush(
  ctx: Context,
  { connection, send, accountId }: Applying,
  change: ChangeRow,
  plan: WorkPlan,
): Promise<void> {
  const { externalId, entry, push } = plan
  await ctx.write((tx) => updateChange(tx, change.id, { push: buildPush(plan) }))
  const entryId = entry?.entryId ?? null
  await connection.service.save(send, { accountId, externalId, entryId, change: push })
  await ctx.write(async (tx) => {
    await updateChange(tx, change.id, { state: 'done' })
    await storeBase(ctx, tx, connection, plan)
  })
}

export const storeBase = (
  ctx: Context,
  tx: Tx,
  { row: { id: connectionId } }: Connection,
  { externalId, base }: Pick<WorkPlan, 'externalId' | 'base'>,
) => upsertSyncState(tx, { connectionId, externalId, base, updatedAt: ctx.now() })
