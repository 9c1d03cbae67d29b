/** Members and sharing tags of access groups. */
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { notFound } from '../../errors'
import { inIds } from '../../platform/db/sql'
import type { Tx } from '../../platform/db/store'
import { userMessages } from '../permissions/messages'
import { accessChanged, groupsChanged, system, type Viewer } from '../permissions/model'
import { auditGroupSettings, auditMembers } from './access-audit'
import { requireTag } from './grants'
import { requireGroup, requireGroupSettings } from './groups'
import { accessMessages } from './messages'
import type { GrantBody, GroupGrant, GroupMember } from './model'
import {
  listExistingGroups,
  listGroupGrants,
  listGroupIdsOfNames,
  listGroupsOfUser,
  listMemberIds,
  listMembersAmong,
  listGroupMembers,
  listOwnSettings,
} from './queries'
import { refreshRestrictions } from './restrictions'
import { groupMembers, groupTagGrants } from './schema'

/** Returns all members. Users who already belong to the group are unchanged. */
export async function addMembers(
  ctx: Context,
  viewer: Viewer,
  groupId: string,
  userIds: readonly string[],
): Promise<GroupMember[]> {
  const members = await ctx.write(async (tx) => {
    const group = await requireGroup(tx, groupId)
    const wanted = [...new Set(userIds)]
    if ((await listOwnSettings(tx, wanted)).length < wanted.length) {
      throw notFound(userMessages.user_not_found())
    }
    const present = await listMembersAmong(tx, groupId, wanted)
    const added = wanted.filter((id) => !present.includes(id))
    await storeMembers(tx, { groupIds: [groupId], userIds: added, source: 'manual' })
    await refreshRestrictions(tx, wanted)
    await auditMembers(ctx, tx, viewer, { userIds: added, groups: [group], isMember: true })
    publishChangeOfGroups(ctx, tx, added)
    return listGroupMembers(tx, groupId)
  })
  ctx.bus.publish(accessChanged, { everyone: true })
  return members
}

/**
 * Call this when members change: lists shared with a group appear for new members and disappear for
 * former ones.
 */
function publishChangeOfGroups({ bus }: Pick<Context, 'bus'>, tx: Tx, userIds: readonly string[]) {
  tx.afterCommit(() => {
    for (const userId of userIds) bus.publish(groupsChanged, { userId })
  })
}

interface Memberships {
  groupIds: readonly string[]
  userIds: readonly string[]
  source: string
}

async function storeMembers(tx: Tx, { groupIds, userIds, source }: Memberships) {
  const rows = groupIds.flatMap((groupId) => userIds.map((userId) => ({ groupId, userId, source })))
  if (rows.length > 0) await tx.insert(groupMembers).values(rows).onConflictDoNothing()
}

/**
 * Adds a new account, created by an invitation or at the first sign-in, to groups. Runs within a
 * transaction. Skips groups that no longer exist.
 */
export async function addToGroups(
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  userId: string,
  groupIds: readonly string[],
) {
  const groups = await listExistingGroups(tx, groupIds)
  const userIds = [userId]
  await storeMembers(tx, { groupIds: groups.map(({ id }) => id), userIds, source: 'manual' })
  await refreshRestrictions(tx, userIds)
  await auditMembers(ctx, tx, system, { userIds, groups, isMember: true })
}

/**
 * Adds the user to the access groups that are mapped to these groups of a sign-in provider, and
 * removes the user from other groups to which `source` had added them. Memberships added by an
 * administrator stay. If this returns true, publish `accessChanged` after the transaction.
 */
export async function setMappedGroups(
  ctx: Pick<Context, 'clock' | 'bus'>,
  tx: Tx,
  userId: string,
  { oidcGroupNames, source }: { oidcGroupNames: readonly string[]; source: string },
): Promise<boolean> {
  const wanted = await listGroupIdsOfNames(tx, oidcGroupNames)
  const present = await listGroupsOfUser(tx, userId)
  const gone = present.filter((group) => group.source === source && !wanted.includes(group.id))
  const goneIds = gone.map(({ id }) => id)
  if (gone.length > 0) {
    await tx
      .delete(groupMembers)
      .where(and(eq(groupMembers.userId, userId), inIds(groupMembers.groupId, goneIds)))
  }
  const isNew = (id: string) => !present.some((group) => group.id === id)
  const added = await listExistingGroups(tx, wanted.filter(isNew))
  const userIds = [userId]
  await storeMembers(tx, { groupIds: added.map(({ id }) => id), userIds, source })
  await auditMembers(ctx, tx, system, { userIds, groups: gone, isMember: false })
  await auditMembers(ctx, tx, system, { userIds, groups: added, isMember: true })
  if (gone.length > 0 || added.length > 0) publishChangeOfGroups(ctx, tx, userIds)
  return refreshRestrictions(tx, userIds)
}

export async function removeMember(ctx: Context, viewer: Viewer, groupId: string, userId: string) {
  await ctx.write(async (tx) => {
    const isMember = and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, userId))
    const removed = await tx
      .delete(groupMembers)
      .where(isMember)
      .returning({ userId: groupMembers.userId })
    if (removed.length === 0) throw notFound(accessMessages.member_not_found())
    await refreshRestrictions(tx, [userId])
    const groups = [await requireGroup(tx, groupId)]
    await auditMembers(ctx, tx, viewer, { userIds: [userId], groups, isMember: false })
    publishChangeOfGroups(ctx, tx, [userId])
  })
  ctx.bus.publish(accessChanged, { everyone: true })
}

export async function grantGroupTag(
  ctx: Context,
  viewer: Viewer,
  groupId: string,
  { sharingTagId: tagId, accessMode: mode }: GrantBody,
): Promise<GroupGrant> {
  const grant = await ctx.write(async (tx) => {
    const before = await requireGroupSettings(tx, groupId)
    await requireTag(tx, tagId)
    await tx
      .insert(groupTagGrants)
      .values({ groupId, tagId, mode })
      .onConflictDoUpdate({
        target: [groupTagGrants.groupId, groupTagGrants.tagId],
        set: { mode },
      })
    await refreshRestrictions(tx, await listMemberIds(tx, groupId))
    await auditGroupSettings(ctx, tx, viewer, { group: before, before })
    return (await listGroupGrants(tx, groupId)).find(({ sharingTagId }) => sharingTagId === tagId)!
  })
  ctx.bus.publish(accessChanged, { everyone: true })
  return grant
}

export async function removeGroupTag(ctx: Context, viewer: Viewer, groupId: string, tagId: string) {
  await ctx.write(async (tx) => {
    const before = await requireGroupSettings(tx, groupId)
    const isGrant = and(eq(groupTagGrants.groupId, groupId), eq(groupTagGrants.tagId, tagId))
    const removed = await tx
      .delete(groupTagGrants)
      .where(isGrant)
      .returning({ tagId: groupTagGrants.tagId })
    if (removed.length === 0) throw notFound(accessMessages.grant_not_found())
    await refreshRestrictions(tx, await listMemberIds(tx, groupId))
    await auditGroupSettings(ctx, tx, viewer, { group: before, before })
  })
  ctx.bus.publish(accessChanged, { everyone: true })
}
