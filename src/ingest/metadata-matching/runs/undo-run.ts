/** Undoes a run in the background. Continues after any interruption. */
import { withdrawCover } from '../../../artwork/covers/suggest-cover'
import { bookEntity } from '../../../catalog/books/metadata/book-fields'
import { undoRun } from '../../../catalog/metadata/change-sets/history'
import { seriesEntity } from '../../../catalog/series/metadata/series-fields'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import type { Job } from '../../../platform/jobs/job'
import { deleteOfferOfChange } from '../series/applied'
import { findRun, listAppliedItems, updateRun } from './run-queries'

/** Restores what the run changed, except fields that were changed since. */
export async function undoMatchRun(
  ctx: Context,
  { payload: { runId } }: Job<{ runId: string }>,
  signal: AbortSignal,
) {
  const entities = { series: seriesEntity, book: bookEntity }
  const run = await findRun(ctx.db, runId)
  // After a refresh, the series stays matched.
  const afterUndo = run?.isRefresh ? undefined : deleteOfferOfChange
  await undoRun(ctx, entities, { runId, signal, ...(afterUndo && { afterUndo }) })
  let afterId: string | undefined
  for (;;) {
    signal.throwIfAborted()
    const items = await listAppliedItems(ctx.db, runId, afterId)
    for (const { seriesId, coverId } of items) {
      if (coverId !== null) await withdrawCover(ctx, seriesId, coverId)
    }
    if (items.length === 0) break
    afterId = items.at(-1)!.seriesId
  }
  return (tx: Tx) => updateRun(tx, runId, { undoneAt: ctx.now() }).then(() => undefined)
}
