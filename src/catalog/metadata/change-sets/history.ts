/** Undoes all change sets of a run together, and deletes old ones. */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import type { Entity } from '../field-table'
import { type AfterUndo, undoChangeSet } from './change-sets'
import { deleteOldChangeSets, listAppliedOfRun } from './queries'

interface RunUndo {
  runId: string
  viewer?: Viewer
  signal?: AbortSignal
  afterUndo?: AfterUndo
}

/**
 * Undoes all change sets of a run, newest first, each in its own transaction. Skips series and
 * books that are not visible to the viewer. `kept`: number of fields that have changed since.
 */
export async function undoRun(
  ctx: Context,
  // oxlint-disable-next-line typescript/no-explicit-any -- each entity has rows of its own shape
  entities: Readonly<Record<'series' | 'book', Entity<any>>>,
  { runId, viewer, signal, afterUndo }: RunUndo,
): Promise<{ undone: number; kept: number }> {
  const total = { undone: 0, kept: 0 }
  let beforeId: string | undefined
  for (;;) {
    const sets = await listAppliedOfRun(ctx.db, runId, beforeId)
    for (const { id: changeSetId, seriesId } of sets) {
      signal?.throwIfAborted()
      const entity = seriesId === null ? entities.book : entities.series
      const outcome = await undoIfPossible(ctx, entity, {
        changeSetId,
        ...(viewer && { viewer }),
        afterUndo,
      })
      if (!outcome) continue
      total.undone += 1
      total.kept += outcome.kept.length
    }
    if (sets.length === 0) return total
    beforeId = sets.at(-1)!.id
  }
}

/** Returns undefined if the change set has already been undone, was deleted or is not visible. */
async function undoIfPossible<Row>(
  ctx: Context,
  entity: Entity<Row>,
  which: Parameters<typeof undoChangeSet>[2],
) {
  try {
    return await undoChangeSet(ctx, entity, which)
  } catch (error) {
    if (error instanceof Refusal && ['not_found', 'conflict'].includes(error.reason)) {
      return undefined
    }
    throw error
  }
}

const retentionDays = 90
const dayMs = 86_400_000
const setsPerSlice = 500

export async function deleteExpiredChangeSets(ctx: Context) {
  const before = new Date(ctx.clock.now().getTime() - retentionDays * dayMs)
  const deleteSlice = () => ctx.writeBulk((tx) => deleteOldChangeSets(tx, before, setsPerSlice))
  while ((await deleteSlice()) === setsPerSlice);
}
