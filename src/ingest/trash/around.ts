/** What follows from books that came into the trash, out of it, or went for good. */
import type { Context } from '../../context'
import { recountLibrary } from '../../catalog/libraries/counts'

/** After the transaction that changed the books: the counts of the library, and of the labels of its series. */
export async function recount(ctx: Context, libraryId: string) {
  await recountLibrary(ctx, libraryId)
  await ctx.writeBulk(async (tx) => {
    await ctx.queue.enqueue(tx, 'recount_labels', {})
  })
  ctx.bus.announce({ type: 'library_updated', libraryId })
}
