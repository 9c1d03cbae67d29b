/** Undoes the changes of a run, unless something else has changed since. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import { undoReadings } from '../../../reading/progress/adjustments/undoable-readings'
import { removeFromWantToRead } from '../../../reading/want-to-read/service'
import { requireStillUsable } from '../../connections/connections'
import type { Connection } from '../../connections/services/connected-service'
import type { OpenList } from '../../connections/services/open-list'
import type { ListChange, ListEntry } from '../../connections/services/list-service'
import { isChangedTo } from './apply-changes'
import { buildKnownOpinion, withdrawOpinion } from './ratings-and-notes'
import {
  type ChangeRow,
  findSyncState,
  listChangesIn,
  updateChange,
  upsertSyncState,
} from '../queries'
import type { Base } from '../rules/model'
import type { PullDetail, PushDetail } from '../schema'

export interface Undoing {
  connection: Connection
  viewer: Viewer
  list: OpenList
}

export async function undoChanges(
  ctx: Context,
  runId: string,
  work: Undoing,
  signal: AbortSignal,
): Promise<void> {
  for (const change of (await listChangesIn(ctx.db, runId, 'done')).toReversed()) {
    signal.throwIfAborted()
    await requireStillUsable(ctx, work.connection)
    if (change.pull) await undoPull(ctx, work, change, change.pull)
    if (change.push) await undoPush(ctx, work, change, change.push)
  }
}

async function undoPull(
  ctx: Context,
  { connection, viewer }: Undoing,
  { id, externalId, seriesId }: ChangeRow,
  { books, isWanted, upTo, readBefore, opinion }: PullDetail,
): Promise<void> {
  if (isWanted && seriesId !== null) {
    await removeFromWantToRead(ctx, viewer, { seriesId, bookId: null })
  }
  await ctx.write(async (tx) => {
    const count = await undoReadings(ctx, tx, { userId: viewer.userId, changes: books })
    const isWithdrawn = !opinion || (await withdrawOpinion(ctx, tx, viewer, opinion))
    const state = await findSyncState(tx, connection.row.id, externalId)
    if (state) {
      const { declined } = state.base
      const base = {
        ...state.base,
        // Restores the counts of read chapters and volumes, so that reading these books again
        // counts as new progress.
        read: { ...state.base.read, ...readBefore },
        declined: {
          chapters: Math.max(declined.chapters, upTo.chapters ?? 0),
          volumes: Math.max(declined.volumes, upTo.volumes ?? 0),
        },
        // The service still has the pulled rating and notes, which must not be pulled again.
        ...(opinion && buildKnownOpinion(opinion, opinion.before)),
      }
      await upsertSyncState(tx, { ...state, base, updatedAt: ctx.clock.now() })
    }
    const isUndone = count === books.length && isWithdrawn
    await updateChange(tx, id, { state: isUndone ? 'undone' : 'kept' })
  })
}

async function undoPush(
  ctx: Context,
  { connection: { row }, list }: Undoing,
  { id, externalId }: ChangeRow,
  { before, change }: PushDetail,
): Promise<void> {
  const now = await list.findEntry(externalId)
  const isSame = now !== undefined && isChangedTo(now, change)
  const isOurs = isSame && (before !== null || canDelete(list, now, change))
  if (isOurs && before) {
    const restored = pickBefore(before, change)
    await list.save({ externalId, entry: now, change: restored })
  } else if (isOurs) await deleteIfPresent(async () => list.deleteEntry?.(now.entryId))
  await ctx.write(async (tx) => {
    await updateChange(tx, id, { state: isOurs ? 'undone' : 'kept' })
    const state = isOurs ? await findSyncState(tx, row.id, externalId) : undefined
    // Stores the restored status, because the next sync would otherwise mistake it for the user's
    // choice.
    const base = state && {
      ...state.base,
      status: before?.status ?? null,
      ...forgetPushed(state.base, before, change),
    }
    if (state && base) await upsertSyncState(tx, { ...state, base, updatedAt: ctx.clock.now() })
  })
}

/**
 * Builds the known values after the undo of a push. The service has its earlier rating and notes
 * again, and the user's own must not be pushed again.
 */
const forgetPushed = (
  { score, notes }: Base,
  before: ListEntry | null,
  change: ListChange,
): Pick<Base, 'score' | 'notes'> => ({
  ...(score && change.score !== undefined && { score: { ...score, there: before?.score ?? null } }),
  ...(notes && change.notes !== undefined && { notes: { ...notes, there: before?.notes ?? null } }),
})

const canDelete = (list: OpenList, entry: ListEntry, change: ListChange) =>
  list.deleteEntry !== undefined && isNothingElse(entry, change)

/** Returns false if deleting the entry would lose data that the user added. */
const isNothingElse = (entry: ListEntry, change: ListChange) =>
  (!entry.isAnnotated || isOwnOpinion(entry, change)) &&
  entry.chapters === (change.chapters ?? 0) &&
  (entry.volumes ?? 0) === (change.volumes ?? 0)

/** Returns true if the entry has no rating or notes other than those that were pushed. */
const isOwnOpinion = ({ score, notes }: ListEntry, change: ListChange) =>
  (score === null || (score !== undefined && change.score !== undefined)) &&
  (notes === null || (notes !== undefined && change.notes !== undefined))

async function deleteIfPresent(deleteEntry: () => Promise<void>): Promise<void> {
  try {
    await deleteEntry()
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'not_found') throw error
  }
}

const pickBefore = (before: ListEntry, change: ListChange): ListChange => ({
  ...(change.status !== undefined && before.status !== null && { status: before.status }),
  ...(change.chapters !== undefined && { chapters: before.chapters }),
  ...(change.volumes !== undefined && before.volumes !== null && { volumes: before.volumes }),
  ...(change.startedOn !== undefined && { startedOn: before.startedOn }),
  ...(change.completedOn !== undefined && { completedOn: before.completedOn }),
  ...(change.score !== undefined && { score: before.score ?? null }),
  ...(change.notes !== undefined && { notes: before.notes ?? null }),
})
