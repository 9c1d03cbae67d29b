/**
 * Lists series with only their external IDs and their volume and chapter numbers, for programs that
 * look up many series.
 */
import { and, asc } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { inIds } from '../../../platform/db/sql'
import type { Found } from '../../../platform/http/pagination'
import { isSeriesVisibleTo } from '../../libraries/series-visibility'
import { externalIds } from '../../metadata/schema'
import { series } from '../schema'
import { type ListRequest, listSeriesIds } from './list-series'
import type { ExternalIndexView } from './model'

export async function listExternalIndex(
  ctx: Context,
  viewer: Viewer,
  asked: ListRequest,
): Promise<Found<ExternalIndexView>> {
  const { data: ids, total } = await listSeriesIds(ctx, viewer, asked)
  const { id, localMaxChapter, localMaxVolume, volumesOwned } = series
  const [rows, known] = await Promise.all([
    ctx.heavy
      .select({ id, localMaxChapter, localMaxVolume, volumesOwned })
      .from(series)
      .where(and(inIds(id, ids), isSeriesVisibleTo(viewer))),
    ctx.heavy
      .select()
      .from(externalIds)
      .where(inIds(externalIds.seriesId, ids))
      .orderBy(asc(externalIds.source)),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const idsBySeries = Map.groupBy(known, ({ seriesId }) => seriesId)
  const data = ids.flatMap((seriesId) => {
    const row = byId.get(seriesId)
    const found = idsBySeries.get(seriesId) ?? []
    return row ? [{ ...row, externalIds: found.map(pickReference) }] : []
  })
  return { data, total }
}

const pickReference = ({ source, externalId, externalUrl }: typeof externalIds.$inferSelect) => ({
  source,
  externalId,
  externalUrl,
})
