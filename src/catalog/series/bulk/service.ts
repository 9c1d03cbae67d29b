/**
 * Bulk edits of series. The rules are the same as for a single series. The result lists rejected
 * series.
 */
import type { Context } from '../../../context'
import { applyToEach } from '../../../platform/http/bulk'
import type { Viewer } from '../../../accounts/permissions/model'
import { changeEachMetadata } from '../../metadata/metadata-draft'
import { publishSeriesChange, seriesEntity } from '../metadata/series-fields'
import { getStoredSeries, normalizeSeriesEdit } from '../metadata/service'
import { updateSeries } from '../queries'
import type { BulkLocksBody, BulkMetadataBody } from './model'

/** Edits many series. Omitted fields are kept, null clears a field, and new values are locked. */
export async function editManySeries(
  ctx: Context,
  viewer: Viewer,
  { seriesIds: ids, ...edit }: BulkMetadataBody,
) {
  const values = normalizeSeriesEdit(edit)
  return changeEachMetadata(ctx, seriesEntity, { viewer, ids }, (draft) => draft.edit(values))
}

export const lockManySeries = (
  ctx: Context,
  viewer: Viewer,
  { seriesIds: ids, ...wanted }: BulkLocksBody,
) => changeEachMetadata(ctx, seriesEntity, { viewer, ids }, (draft) => draft.setLocks(wanted))

/** Restores the values from the files in all fields that users edited, and unlocks the fields. */
export const resetManySeries = (ctx: Context, viewer: Viewer, ids: readonly string[]) =>
  changeEachMetadata(ctx, seriesEntity, { viewer, ids }, (draft) => draft.reset())

export async function trackMany(
  ctx: Context,
  viewer: Viewer,
  { seriesIds, tracked }: { seriesIds: string[]; tracked: boolean },
) {
  return applyToEach(ctx, seriesIds, async (tx, id) => {
    const stored = await getStoredSeries(tx, viewer, id)
    if (stored.series.tracked === tracked) return false
    await updateSeries(tx, id, { tracked, updatedAt: ctx.clock.now() })
    publishSeriesChange(ctx, tx, stored, { fieldsUpdated: ['tracked'] })
    return true
  })
}
