/** What follows from books that came into the trash, out of it, or went for good. */
import type { Context } from '../context'
import type { Tx } from '../db/store'
import { recountLibrary } from '../libraries/counts'
import { refreshSeriesProgress } from '../reading/refresh'
import { refreshSeries } from '../series/refresh'
import { refreshSearch } from '../series/search-text'

/** In the transaction that changed the books. */
export async function refreshAround(tx: Tx, seriesIds: readonly string[]) {
  await refreshSeries(tx, seriesIds)
  await refreshSeriesProgress(tx, seriesIds)
  await refreshSearch(tx, seriesIds)
}

/** After it: the counts of the library, and of the labels of its series. */
export async function recount(ctx: Context, libraryId: string) {
  await recountLibrary(ctx, libraryId)
  await ctx.writeBulk(async (tx) => {
    await ctx.queue.enqueue(tx, 'recount_labels', {})
  })
  ctx.bus.announce({ type: 'library_updated', libraryId })
}
