/** Adds user activity on a trashed series to the series that continues its books. */
import { CoverCopies } from '../../../artwork/covers/merge-covers'
import { collectionTables } from '../../../catalog/collections/schema'
import { mergeMembership } from '../../../catalog/item-lists/entries/merge-membership'
import { mergeMetadata } from '../../../catalog/metadata/copies/merge-metadata'
import { mergeMatchDecisions } from '../../../catalog/metadata/matching/match-decisions'
import { inheritEditions } from '../../../catalog/series/editions/service'
import { mergeTracking } from '../../../catalog/series/gaps/tracking'
import { seriesEntity } from '../../../catalog/series/metadata/series-fields'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { mergePreferences } from '../../../reading/preferences/merge-preferences'
import { mergeSharingTags } from '../../../catalog/sharing-tags/series-tags'
import { mergeSeriesCompletions } from '../../../reading/progress/copies/merge-reading'
import { refreshSeriesProgress } from '../../../reading/progress/series/series-progress'
import { mergeRatings } from '../../../reading/ratings/merge-ratings'
import { mergeWanted } from '../../../reading/want-to-read/merge-wanted'
import { moveReleasesJob } from '../../releases/model'
import { moveRegistered } from '../purged/item-kind'
import {
  endPendingMerge,
  findContinuingSeries,
  findMerge,
  findSeriesPlace,
  hasReleases,
  listPendingMerges,
  storeMerge,
} from './copy-queries'

/** Merges series whose books have moved to copies, except series that a scan may still change. */
export async function mergePendingSeries(
  ctx: Context,
  { signal, scanned }: { signal: AbortSignal; scanned: ReadonlySet<string> },
) {
  for (const { fromId, toId } of await listPendingMerges(ctx.db)) {
    signal.throwIfAborted()
    const places = [await findSeriesPlace(ctx.db, fromId), await findSeriesPlace(ctx.db, toId)]
    if (places.some((place) => place && scanned.has(place.libraryId))) continue
    const [from] = places
    // While a book of the series is present, the merge waits for the next run.
    if (from?.isTrashed) await mergeSeries(ctx, fromId, toId)
    if (!from || from.isTrashed) await ctx.write((tx) => endPendingMerge(tx, fromId))
  }
}

/** Runs in one transaction. Does nothing unless the series is trashed and the target is not. */
export async function mergeSeries(ctx: Context, fromId: string, target?: string) {
  const toId = target ?? (await findContinuingSeries(ctx.db, fromId))
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
  await mergeMembership(tx, collectionTables, { fromId, toId, since })
  await mergePreferences(tx, { kind: 'series', fromId, toId, since })
  await mergeRatings(tx, { kind: 'series', fromId, toId, since })
  await mergeMetadata(ctx, tx, { entity: seriesEntity, fromId, toId })
  await mergeMatchDecisions(tx, { kind: 'series', fromId, toId })
  await mergeSharingTags(ctx, tx, { fromId, toId })
  await mergeTracking(tx, { fromId, toId })
  // Editions are added only by the first merge, because users may have unlinked some since then.
  if (since === undefined) await inheritEditions(tx, { fromId, toId })
  await moveRegistered(tx, { kind: 'series', fromId, toId })
  if (await hasReleases(tx, fromId)) {
    await ctx.queue.enqueue(
      tx,
      moveReleasesJob,
      { fromId, toId },
      { key: `move-releases:${fromId}` },
    )
  }
  const [, bookId] = /^book:(.+)$/.exec(from.coverSource) ?? []
  const merged = bookId === undefined ? undefined : await findMerge(tx, bookId)
  await covers.store(tx, ctx.clock.now(), merged?.toId)
  await refreshSeriesProgress(tx, [toId])
  await storeMerge(tx, { fromId, toId, mergedAt: ctx.clock.now() })
}
