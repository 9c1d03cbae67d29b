/** Adds what users did with a series in the trash to the series that continues its books. */
import { CoverCopies } from '../../../artwork/covers/merge-covers'
import { mergeMetadata } from '../../../catalog/metadata/copies/merge-metadata'
import { mergeTracking } from '../../../catalog/series/gaps/tracking'
import { seriesEntity } from '../../../catalog/series/metadata/series-fields'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { mergePreferences } from '../../../reading/preferences/merge-preferences'
import { mergeSeriesCompletions } from '../../../reading/progress/copies/merge-reading'
import { refreshSeriesProgress } from '../../../reading/progress/series-progress'
import { mergeWanted } from '../../../reading/want-to-read/merge-wanted'
import { findContinuingSeries, findMerge, findSeriesPlace, storeMerge } from './copy-queries'

/** One transaction. Does nothing while a book of the series is present. */
export async function mergeSeries(ctx: Context, fromId: string) {
  const toId = await findContinuingSeries(ctx.db, fromId)
  if (toId === undefined) return
  const covers = await CoverCopies.make(ctx, { kind: 'series', fromId, toId })
  try {
    await ctx.write(async (tx) => {
      const [from, to] = [await findSeriesPlace(tx, fromId), await findSeriesPlace(tx, toId)]
      if (!from?.isTrashed || !to || to.isTrashed) return
      await mergeInto(ctx, tx, { from, toId, covers })
    })
  } finally {
    await covers.finish()
  }
}

async function mergeInto(
  ctx: Context,
  tx: Tx,
  {
    from,
    toId,
    covers,
  }: { from: { id: string; coverSource: string }; toId: string; covers: CoverCopies },
) {
  const fromId = from.id
  const last = await findMerge(tx, fromId)
  const since = last?.toId === toId ? last.mergedAt : undefined
  await mergeSeriesCompletions(tx, fromId, toId)
  await mergeWanted(tx, { kind: 'series', fromId, toId, since })
  await mergePreferences(tx, { kind: 'series', fromId, toId, since })
  await mergeMetadata(ctx, tx, { entity: seriesEntity, fromId, toId })
  await mergeTracking(tx, { fromId, toId })
  const [, bookId] = /^book:(.+)$/.exec(from.coverSource) ?? []
  const merged = bookId === undefined ? undefined : await findMerge(tx, bookId)
  await covers.store(tx, ctx.now(), merged?.toId)
  await refreshSeriesProgress(tx, [toId])
  await storeMerge(tx, { fromId, toId, mergedAt: ctx.now() })
}
