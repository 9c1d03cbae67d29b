/** Updates counts after books were trashed, restored or purged. */
import type { Context } from '../../context'
import { recountLibrary } from '../../catalog/libraries/recount-library'
import { libraryUpdated } from '../../catalog/libraries/model'
import { recountLabelsJob } from '../../catalog/labels/model'

/**
 * Runs after the transaction that changed the books. Recounts the library and enqueues a recount of
 * labels.
 */
export async function recountAfterTrashChange(ctx: Context, libraryId: string) {
  await recountLibrary(ctx, libraryId)
  await ctx.writeBulk(async (tx) => {
    await ctx.queue.enqueue(tx, recountLabelsJob, {})
  })
  ctx.bus.publish(libraryUpdated, { libraryId })
}
