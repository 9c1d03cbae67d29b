/** What the deletion of a sharing tag means for those for whom it is allowed or denied. */
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { Tx } from '../../platform/db/store'
import { accessChanged } from '../permissions/model'
import { accessMessages } from './messages'
import { findOnlyWhitelist, listUserIdsOfTag } from './queries'
import { refreshRestrictions } from './restrictions'

/** Without its only allowed tag, a user or group would see everything. */
export async function refuseLiftedWhitelist(tx: Tx, tagId: string) {
  const name = await findOnlyWhitelist(tx, tagId)
  if (name === undefined) return
  throw new Refusal('conflict', accessMessages.whitelist_in_use({ name }))
}

/** `remove` deletes the tag, and its grants with it. */
export async function refreshUsersOfTag(
  ctx: Context,
  tx: Tx,
  tagId: string,
  remove: () => PromiseLike<unknown>,
) {
  const userIds = await listUserIdsOfTag(tx, tagId)
  await remove()
  await refreshRestrictions(tx, userIds)
  tx.afterCommit(() => ctx.bus.publish(accessChanged, { everyone: true }))
}
