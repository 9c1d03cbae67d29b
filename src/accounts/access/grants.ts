/** Sharing tags that are allowed or denied for individual users. */
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { notFound, Refusal } from '../../errors'
import type { Tx } from '../../platform/db/store'
import { accessChanged, type Viewer } from '../permissions/model'
import { isAdmin, refuseAdminChangeByKey } from '../permissions/permission-rules'
import { getUser, refuseHigherUser } from '../users/service'
import { auditRestrictions } from './access-audit'
import { accessMessages } from './messages'
import type { GrantBody, UserGrant, UserGrants } from './model'
import { findOnlyWhitelist, listExistingTagIds, listUserGrants, listUserIdsOfTag } from './queries'
import { readRestrictions, refreshRestrictions } from './restrictions'
import { userTagGrants } from './schema'
import { storeUserGrant } from './stored-grants'

export async function getUserGrants(ctx: Context, userId: string): Promise<UserGrants> {
  await getUser(ctx, userId)
  return { userId, grants: await listUserGrants(ctx.db, userId) }
}

export async function grantUserTag(
  ctx: Context,
  viewer: Viewer,
  userId: string,
  { sharingTagId, accessMode }: GrantBody,
): Promise<UserGrant> {
  const grant = await ctx.write(async (tx) => {
    const user = await getUser({ ...ctx, db: tx }, userId)
    await refuseHigherUser(tx, viewer, user)
    refuseAdminChangeByKey(viewer, user)
    if (isAdmin(user)) throw new Refusal('conflict', accessMessages.admin_unrestricted())
    await requireTag(tx, sharingTagId)
    const before = await readRestrictions(tx, userId)
    await storeUserGrant(tx, userId, { tagId: sharingTagId, mode: accessMode })
    await refreshRestrictions(tx, [userId])
    const after = await readRestrictions(tx, userId)
    await auditRestrictions(ctx, tx, viewer, { user, before, after })
    const grants = await listUserGrants(tx, userId)
    return grants.find((one) => one.sharingTagId === sharingTagId)!
  })
  ctx.bus.publish(accessChanged, { everyone: true })
  return grant
}

export async function requireTag(tx: Tx, id: string) {
  if ((await listExistingTagIds(tx, [id])).length === 0) {
    throw notFound(accessMessages.tag_not_found())
  }
}

export async function removeUserTag(ctx: Context, viewer: Viewer, userId: string, tagId: string) {
  await ctx.write(async (tx) => {
    const user = await getUser({ ...ctx, db: tx }, userId)
    await refuseHigherUser(tx, viewer, user)
    const before = await readRestrictions(tx, userId)
    const isGrant = and(eq(userTagGrants.userId, userId), eq(userTagGrants.tagId, tagId))
    const removed = await tx
      .delete(userTagGrants)
      .where(isGrant)
      .returning({ id: userTagGrants.id })
    if (removed.length === 0) throw notFound(accessMessages.grant_not_found())
    await refreshRestrictions(tx, [userId])
    const after = await readRestrictions(tx, userId)
    await auditRestrictions(ctx, tx, viewer, { user, before, after })
  })
  ctx.bus.publish(accessChanged, { everyone: true })
}

/**
 * Refuses to delete a tag if it is the only allowed tag of a user or group. Without it, the user or
 * the members of the group would see everything.
 */
export async function refuseLiftedWhitelist(tx: Tx, tagId: string) {
  const name = await findOnlyWhitelist(tx, tagId)
  if (name === undefined) return
  throw new Refusal('conflict', accessMessages.whitelist_in_use({ name }))
}

/**
 * Runs `remove`, which deletes the tag and its grants, and then recomputes the restrictions of the
 * users who had the tag.
 */
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
