import { eq } from 'drizzle-orm'
import type { Context } from '../../../context'
import type { UsablePlugin } from '../../plugins/usable-plugin'
import { recordReleases } from '../ledger/record-releases'
import { releaseSources } from '../schema'
import { loadTracked } from '../sources/tracked-series'
import type { ReleaseCandidate } from './read-candidate'

/**
 * Records a release found by a plugin in the ledger, unless its confidence is too low. Returns
 * whether a row was added, or undefined if the plugin may not access the series, the series is not
 * tracked, or the source was removed.
 */
export async function recordCandidate(
  ctx: Context,
  { libraryIds }: Pick<UsablePlugin, 'libraryIds'>,
  { sourceId, candidate }: { sourceId: string; candidate: ReleaseCandidate },
): Promise<boolean | undefined> {
  const { seriesId, ...found } = candidate
  return ctx.write(async (tx) => {
    if ((await tx.$count(releaseSources, eq(releaseSources.id, sourceId))) === 0) return undefined
    const series = (await loadTracked(tx, [seriesId])).get(seriesId)
    if (!series || libraryIds?.includes(series.libraryId) === false) return undefined
    if (found.confidence < series.threshold) return false
    const now = ctx.clock.now()
    return (await recordReleases(ctx, tx, { sourceId, found: [{ ...found, series }], now })) > 0
  })
}
