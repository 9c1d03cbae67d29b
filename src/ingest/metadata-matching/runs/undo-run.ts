/** Undoes a run in the background. Resumes after any interruption. */
import { undoRun } from '../../../catalog/metadata/change-sets/history'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import type { Job } from '../../../platform/jobs/job'
import { bookTarget } from '../books/book-target'
import { seriesTarget } from '../series/series-target'
import { deleteOfferOfChange } from '../targets/applied'
import { getMatched, listAppliedItems } from './item-queries'
import { findRun, updateRun } from './run-queries'

const targets = { series: seriesTarget, book: bookTarget }

/** Restores what the run changed, except fields that have been changed since. */
export async function undoMatchRun(
  ctx: Context,
  { payload: { runId } }: Job<{ runId: string }>,
  signal: AbortSignal,
) {
  const entities = { series: seriesTarget.entity, book: bookTarget.entity }
  const run = await findRun(ctx.db, runId)
  // Undoing a refresh keeps the stored offers, so that the series stay matched.
  const afterUndo = run?.isRefresh ? undefined : deleteOfferOfChange
  await undoRun(ctx, entities, { runId, signal, ...(afterUndo && { afterUndo }) })
  let afterId: string | undefined
  for (;;) {
    signal.throwIfAborted()
    const items = await listAppliedItems(ctx.db, runId, afterId)
    for (const item of items) {
      if (item.coverId === null) continue
      const { kind, id } = getMatched(item)
      await targets[kind].withdrawCover(ctx, id, item.coverId)
    }
    if (items.length === 0) break
    afterId = items.at(-1)!.id
  }
  return (tx: Tx) => updateRun(tx, runId, { undoneAt: ctx.clock.now() }).then(() => undefined)
}
