/** Finds and creates the stored combinations of sharing tags. */
import { heldTagId } from '../../accounts/permissions/restriction-rules'
import { notFound, Refusal } from '../../errors'
import type { Tx } from '../../platform/db/store'
import { sharingMessages } from './messages'
import { maxTagsOfSeries } from './model'
import { findSet, insertSet, listExistingTags } from './queries'

/** Returns the number of the combination. `tagIds` are sorted. */
export async function findOrCreateSet(tx: Tx, tagIds: readonly string[]): Promise<number> {
  if (tagIds.length === 0) return 0
  if (tagIds.filter((id) => id !== heldTagId).length > maxTagsOfSeries) {
    throw new Refusal('conflict', sharingMessages.too_many_on_series({ max: maxTagsOfSeries }))
  }
  const key = tagIds.join()
  const known = await findSet(tx, key)
  if (known !== undefined) return known
  if ((await listExistingTags(tx, tagIds)).size < tagIds.length) {
    throw notFound(sharingMessages.not_found())
  }
  return insertSet(tx, tagIds, key)
}
