/**
 * Holds back series in which books arrive while labels of an import wait for their books. People
 * with denied tags do not see them until it is known whether the labels belong to them. They have
 * a tag of their own, which exists as long as labels wait.
 */
import { eq } from 'drizzle-orm'
import { heldTagId } from '../../accounts/permissions/restriction-rules'
import type { Context } from '../../context'
import type { Db, Tx } from '../../platform/db/store'
import { setSharingSet } from '../series/service'
import { findOrCreateSet } from './sets'
import { findSharingPlace, listSeriesWithTag, listTagsOfSet, restoreInSets } from './queries'
import { sharingTags } from './schema'
import { removeTagFrom } from './series-tags'

const seriesAtOnce = 100

export const isHolding = async (db: Db): Promise<boolean> =>
  (await db.$count(sharingTags, eq(sharingTags.id, heldTagId))) > 0

/** From now on, series are held back when books arrive in them. */
export async function startHolding(tx: Tx) {
  // No list of tags shows it. The ID as key leaves all names to people.
  const tag = { id: heldTagId, name: heldTagId, nameKey: heldTagId, description: null }
  await tx.insert(sharingTags).values(tag).onConflictDoNothing()
  await restoreInSets(tx, heldTagId)
}

/** Shows all series that are held back. */
export async function stopHoldingSeries(ctx: Context, tx: Tx) {
  for (;;) {
    const held = await listSeriesWithTag(tx, heldTagId, seriesAtOnce)
    if (held.length === 0) break
    await removeTagFrom(ctx, tx, held, heldTagId)
  }
  await tx.delete(sharingTags).where(eq(sharingTags.id, heldTagId))
}

/** Does nothing unless labels wait. The caller publishes what has changed in these series. */
export async function holdSeries(tx: Tx, seriesIds: readonly string[]) {
  if (seriesIds.length === 0 || !(await isHolding(tx))) return
  for (const seriesId of new Set(seriesIds)) {
    const place = await findSharingPlace(tx, seriesId)
    if (!place) continue
    const present = (await listTagsOfSet(tx, place.sharingSet)).map(({ id }) => id)
    if (present.includes(heldTagId)) continue
    const tagIds = [...present, heldTagId].toSorted()
    await setSharingSet(tx, seriesId, await findOrCreateSet(tx, tagIds))
  }
}
