import type { Viewer } from '../../../accounts/permissions/model'
import { Refusal } from '../../../errors'
import type { Db } from '../../../platform/db/store'
import { manualGroupingMessages } from './messages'
import { findExistingSeries } from './queries'

/**
 * Throws if books move to a series with different sharing tags, unless the viewer is an
 * administrator: only administrators can set sharing tags.
 */
export async function requireSameSharing(
  db: Db,
  viewer: Viewer,
  moves: readonly { fromId: string; toId: string }[],
) {
  if (viewer.permissions.has('system:admin')) return
  const ids = new Set(moves.flatMap(({ fromId, toId }) => [fromId, toId]))
  const series = await findExistingSeries(db, [...ids])
  const getSet = (id: string) => series.get(id)?.sharingSet
  if (moves.every(({ fromId, toId }) => getSet(fromId) === getSet(toId))) return
  throw new Refusal('forbidden', manualGroupingMessages.other_sharing_tags())
}
