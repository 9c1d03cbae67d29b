/** What providers offered for a series, and undoing what was applied. */
import type { Viewer } from '../../../accounts/permissions/model'
import { type AfterUndo, undoChangeSet } from '../../../catalog/metadata/change-sets/change-sets'
import { seriesEntity } from '../../../catalog/series/metadata/series-fields'
import { getStored } from '../../../catalog/series/metadata/service'
import type { Context } from '../../../context'
import type { Db } from '../../../platform/db/store'
import { getProviderId } from '../../providers/providers'
import { deleteUnusedOffer, listOffers } from '../../../catalog/metadata/matching/match-decisions'

export async function listSeriesOffers(db: Db, viewer: Viewer, seriesId: string) {
  await getStored(db, viewer, seriesId)
  const offers = await listOffers(db, seriesId)
  return {
    offers: offers.map(({ provider, externalId, work, fetchedAt }) => ({
      pluginId: getProviderId(provider),
      provider,
      externalId,
      fetchedAt,
      values: work,
    })),
  }
}

export const deleteOfferOfChange: AfterUndo = async (tx, { seriesId, source }) => {
  if (seriesId !== null) await deleteUnusedOffer(tx, seriesId, source)
}

export async function undoMetadataChange(
  ctx: Context,
  viewer: Viewer,
  { id, changeSetId }: { id: string; changeSetId: string },
) {
  await getStored(ctx.db, viewer, id)
  return undoChangeSet(ctx, seriesEntity, {
    changeSetId,
    id,
    viewer,
    afterUndo: deleteOfferOfChange,
  })
}
