/** What follows from books that came into the trash, out of it, or went for good. */
import type { Context } from '../../context'
import { recountLibrary } from '../../catalog/libraries/counts'
import { libraryUpdated } from '../../catalog/libraries/model'
import { recountLabelsJob } from '../../catalog/labels/model'

/** After the transaction that changed the books: the counts of the library, and of the labels of its series. */
export async function recount(ctx: Context, libraryId: string) {
  await recountLibrary(ctx, libraryId)
  await ctx.writeBulk(async (tx) => {
    await ctx.queue.enqueue(tx, recountLabelsJob, {})
  })
  ctx.bus.publish(libraryUpdated, { libraryId })
}
