/** Applies the planned changes of a run one by one, and stores the result of each. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Tx } from '../../../platform/db/store'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import { pullReadings } from '../../../reading/progress/adjustments/pulled-readings'
import { addAllToWantToRead } from '../../../reading/want-to-read/service'
import { requireStillUsable } from '../../connections/connections'
import type { Connection } from '../../connections/services/connected-service'
import type { OpenList } from '../../connections/services/open-list'
import {
  isWholeDay,
  type ListChange,
  type ListEntry,
} from '../../connections/services/list-service'
import { omitAbsent } from '../../providers/text/read-json'
import { isPull, isPush, type WorkPlan } from '../plan-sync'
import {
  type ChangeRow,
  deleteChange,
  listChangesIn,
  refreshSyncCounts,
  updateChange,
  upsertSyncState,
} from '../queries'
import { firstBase, mergeSides } from '../rules/merge-sides'
import { axes, type Base } from '../rules/model'
import type { PullDetail, PulledOpinion, PushDetail } from '../schema'
import { buildPull } from '../store-run'
import { buildKnownOpinion, pullOpinion } from './ratings-and-notes'

export interface Applying {
  connection: Connection
  viewer: Viewer
  list: OpenList
  plans: readonly WorkPlan[]
}

/** After this many consecutive failures, no more changes are sent to the service. */
const maxFailuresInRow = 5

/** Applies planned changes. Throws the last error if the service keeps failing. */
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
    await requireStillUsable(ctx, work.connection)
    const failure = await applyOrFail(ctx, work, change, plans.get(change.externalId))
    failuresInRow = failure ? failuresInRow + 1 : 0
    if (failure && failuresInRow >= maxFailuresInRow) throw failure
  }
}

/** Applies a change. An error that concerns only this work is stored and returned. */
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
    await requireStillUsable(ctx, work.connection)
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
  return dropChange(ctx, change, plan?.entry)
}

export const isChangedTo = (entry: ListEntry, change: ListChange): boolean =>
  (change.status === undefined || change.status === entry.status) &&
  (change.chapters === undefined || change.chapters === entry.chapters) &&
  (change.volumes === undefined || change.volumes === entry.volumes) &&
  (change.score === undefined || isSameScore(change.score, entry.score ?? null)) &&
  (change.notes === undefined || change.notes === (entry.notes ?? null))

/** Ignores small differences, because services round scores. */
const isSameScore = (one: number | null, other: number | null) =>
  one === null || other === null ? one === other : Math.abs(one - other) <= maxRounding

const maxRounding = 5

async function applyPull(
  ctx: Context,
  { connection, viewer }: Applying,
  change: ChangeRow,
  plan: WorkPlan,
): Promise<void> {
  const { books, isWanted, upTo } = limitPull(plan, change.pull)
  const [firstSeries] = plan.seriesIds
  if (isWanted && firstSeries !== undefined) {
    await addAllToWantToRead(ctx, viewer, { seriesIds: [firstSeries] })
  }
  await ctx.write(async (tx) => {
    const pulled = await pullReadings(ctx, tx, viewer, {
      bookIds: books.map(({ id }) => id),
      device: connection.service.displayName,
      happenedAt: plan.entry ? findReadTime(plan.entry) : null,
    })
    const opinion = await pullOpinion(ctx, tx, viewer, { plan, seen: change.pull?.opinion })
    const isWhole =
      books.length === plan.books.length &&
      isWanted === plan.isWanted &&
      isWholeOpinion(plan, opinion)
    const { readBefore } = buildPull(plan)
    const pull = {
      upTo,
      isWanted,
      count: pulled.length,
      books: pulled,
      readBefore,
      ...(opinion && { opinion }),
    }
    await updateChange(tx, change.id, { state: 'done', pull })
    // The push may fail or may not have been approved, so progress here beyond the pull must stay
    // marked as not yet pushed.
    const base = isWhole && !isPush(plan) ? plan.base : buildPulledBase(plan, pull)
    await storeBase(ctx, tx, connection, { externalId: plan.externalId, base })
  })
}

const isWholeOpinion = ({ pull }: WorkPlan, stored: Partial<PulledOpinion> = {}) =>
  stored.score === pull.score && stored.notes === pull.notes

/** Returns the day of completion at the service, or else the time of the last update. */
function findReadTime({ status, completedOn, updatedAt }: ListEntry): Date | null {
  if (status !== 'completed' || !completedOn || !isWholeDay(completedOn)) return updatedAt
  const finishedAt = new Date(completedOn)
  return updatedAt && updatedAt < finishedAt ? updatedAt : finishedAt
}

/**
 * Limits the pull to the progress that the user approved. The service may have advanced since, and
 * progress beyond that limit is left to the next sync.
 */
function limitPull({ books, isWanted, pull }: WorkPlan, seen: ChangeRow['pull']) {
  const upTo: PullDetail['upTo'] = {}
  for (const axis of axes) {
    const [planned, limit] = [pull[axis]?.upTo, seen?.upTo[axis]]
    if (planned !== undefined && limit !== undefined) upTo[axis] = Math.min(planned, limit)
  }
  return {
    upTo,
    books: books.filter(({ axis, last }) => last <= (upTo[axis] ?? -1)),
    isWanted: isWanted && seen?.isWanted === true,
  }
}

function buildPulledBase(
  { known = firstBase, base: { declined } }: WorkPlan,
  { upTo, isWanted, opinion }: Pick<PullDetail, 'upTo' | 'isWanted' | 'opinion'>,
): Base {
  return {
    ...known,
    chapters: Math.max(known.chapters, upTo.chapters ?? 0),
    volumes: Math.max(known.volumes, upTo.volumes ?? 0),
    declined,
    status: isWanted ? 'planned' : known.status,
    ...(opinion && buildKnownOpinion(opinion, opinion)),
  }
}

async function applyPush(
  ctx: Context,
  { connection, list }: Applying,
  change: ChangeRow,
  plan: WorkPlan,
): Promise<void> {
  const { externalId } = plan
  // The list was read before earlier changes were applied, and the user may have read more at the
  // service since then.
  const entry = await list.findEntry(externalId)
  const { push, base } = mergeSides(plan.known, plan.here, entry)
  if (Object.keys(push).length === 0) return dropChange(ctx, change, entry)
  const detail = buildSent(change.push, entry, push)
  await ctx.write((tx) => updateChange(tx, change.id, { push: detail }))
  try {
    await list.save({ externalId, entry, change: push })
  } catch (error) {
    // The service may have applied the change even though the request failed.
    if (!(error instanceof ProviderError) || error.code !== 'broken') throw error
    const after = await list.findEntry(externalId)
    if (!after || !isMade(detail, after)) throw error
  }
  await ctx.write(async (tx) => {
    await updateChange(tx, change.id, { state: 'done' })
    // Keeps the progress of the plan, because progress that the service added in the meantime has
    // not been pulled.
    const { status, score, notes } = base
    const after = { ...plan.base, status, ...omitAbsent({ score, notes }) }
    await storeBase(ctx, tx, connection, { externalId, base: after })
  })
}

function buildSent(
  stored: PushDetail | null,
  entry: ListEntry | undefined,
  change: ListChange,
): PushDetail {
  const made = stored && entry && isMade(stored, entry) ? stored : undefined
  return {
    before: made ? made.before : (entry ?? null),
    change: { ...made?.change, ...change },
    isSent: true,
  }
}

/** Returns whether the change was sent before, and the entry already has the new values. */
const isMade = ({ isSent, change }: PushDetail, entry: ListEntry) =>
  isSent && isChangedTo(entry, change)

/** Drops a change that is no longer needed or has already been applied. */
async function dropChange(ctx: Context, change: ChangeRow, entry: ListEntry | undefined) {
  const { id, runId, push } = change
  await ctx.write(async (tx) => {
    if (push && entry && isMade(push, entry)) await updateChange(tx, id, { state: 'done' })
    else await deleteChange(tx, id)
    await refreshSyncCounts(tx, runId)
  })
}

export const storeBase = (
  ctx: Context,
  tx: Tx,
  { row: { id: connectionId } }: Connection,
  { externalId, base }: Pick<WorkPlan, 'externalId' | 'base'>,
) => upsertSyncState(tx, { connectionId, externalId, base, updatedAt: ctx.clock.now() })
