/** Lists stored provider offers for a series or book, and undoes what was applied. */
import type { Viewer } from '../../../accounts/permissions/model'
import { type AfterUndo, undoChangeSet } from '../../../catalog/metadata/change-sets/change-sets'
import type { Context } from '../../../context'
import type { Db } from '../../../platform/db/store'
import { getProviderId } from '../../providers/providers'
import { deleteUnusedOffer, listOffers } from '../../../catalog/metadata/matching/match-decisions'
import type { Target } from './target'

export async function listStoredOffers(db: Db, target: Target, viewer: Viewer, id: string) {
  await target.requireVisible(db, viewer, id)
  const offers = await listOffers(db, { kind: target.entity.kind, id })
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

export const deleteOfferOfChange: AfterUndo = async (tx, { seriesId, bookId, source }) => {
  if (seriesId !== null) await deleteUnusedOffer(tx, { kind: 'series', id: seriesId }, source)
  if (bookId !== null) await deleteUnusedOffer(tx, { kind: 'book', id: bookId }, source)
}

export async function undoMetadataChange(
  ctx: Context,
  target: Target,
  viewer: Viewer,
  { id, changeSetId }: { id: string; changeSetId: string },
) {
  await target.requireVisible(ctx.db, viewer, id)
  return undoChangeSet(ctx, target.entity, {
    changeSetId,
    id,
    viewer,
    afterUndo: deleteOfferOfChange,
  })
}
