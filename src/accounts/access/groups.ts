/**
 * Access groups: restrictions that several users share. Groups of a sign-in provider can be mapped
 * to them.
 */
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { invalid, notFound, Refusal } from '../../errors'
import type { Db, Tx } from '../../platform/db/store'
import { isUuid } from '../../platform/http/shapes'
import { requestMessages } from '../../platform/messages/common'
import { accessChanged, groupsChanged, type Viewer } from '../permissions/model'
import { noAgeLimit, resolveAgeLimit, unrestricted } from '../permissions/restriction-rules'
import { foldName } from '../users/names/fold-name'
import { refuseUnknownLibraries } from '../users/library-grants'
import { auditGroup, auditGroupSettings, auditMembers } from './access-audit'
import { accessMessages } from './messages'
import type {
  AccessGroup,
  AccessGroupDetail,
  GroupCreation,
  GroupPatch,
  ShareableGroup,
} from './model'
import {
  findGroupIdByName,
  findGroupSettings,
  listExistingGroups,
  listGroupGrants,
  listGroupRows,
  listGroupsOfUser,
  listMappings,
  listMemberIds,
  listGroupMembers,
} from './queries'
import { getUser } from '../users/service'
import { refreshRestrictions } from './restrictions'
import { accessGroups, groupMappings } from './schema'

const maxGroups = 500
const maxMappings = 100

export const listAccessGroups = (ctx: Context): Promise<AccessGroup[]> => listGroupRows(ctx.db)

export async function requireGroup(db: Db, id: string): Promise<AccessGroup> {
  const [group] = await listGroupRows(db, id)
  if (!group) throw notFound(accessMessages.group_not_found())
  return group
}

export async function requireGroupSettings(db: Db, id: string) {
  const group = await findGroupSettings(db, id)
  if (!group) throw notFound(accessMessages.group_not_found())
  return group
}

/** Throws a `Refusal` if one of these groups does not exist. */
export async function requireGroups(db: Db, ids: readonly string[]): Promise<void> {
  const found = await listExistingGroups(db, ids)
  if (found.length < new Set(ids).size) throw notFound(accessMessages.group_not_found())
}

export async function getAccessGroup(ctx: Context, id: string): Promise<AccessGroupDetail> {
  const group = await requireGroup(ctx.db, id)
  const [members, grants, oidcMappings] = await Promise.all([
    listGroupMembers(ctx.db, id),
    listGroupGrants(ctx.db, id),
    listMappings(ctx.db, id),
  ])
  return { ...group, members, grants, oidcMappings }
}

export async function listAccessGroupsOfUser(ctx: Context, userId: string) {
  await getUser(ctx, userId)
  const groups = await listGroupsOfUser(ctx.db, userId)
  return groups.map(({ id, name, description }) => ({ id, name, description }))
}

/**
 * Lists the groups with which the viewer may share lists: all groups for administrators, and for
 * other users the groups to which they belong.
 */
export async function listShareableGroups(db: Db, viewer: Viewer): Promise<ShareableGroup[]> {
  if (viewer.permissions.has('system:admin')) {
    const all = await listGroupRows(db)
    return all.map(({ id, name, memberCount }) => ({ id, name, memberCount }))
  }
  const own = await listGroupsOfUser(db, viewer.userId)
  return own.map(({ id, name }) => ({ id, name, memberCount: null }))
}

export const createAccessGroup = (ctx: Context, viewer: Viewer, { name, ...more }: GroupCreation) =>
  ctx.write(async (tx) => {
    if ((await tx.$count(accessGroups)) >= maxGroups) {
      throw new Refusal('conflict', accessMessages.too_many_groups({ max: maxGroups }))
    }
    const names = await checkName(tx, name, undefined)
    await refuseUnknownLibraries(tx, more.libraryIds ?? [])
    const [row] = await tx
      .insert(accessGroups)
      .values({ ...more, ...resolveAgeLimit(noAgeLimit, more), ...names })
      .returning({ id: accessGroups.id })
    const group = await requireGroup(tx, row!.id)
    await auditGroup(ctx, tx, viewer, { group, action: 'create_access_group' })
    await auditGroupSettings(ctx, tx, viewer, {
      group,
      before: { ...unrestricted, ...pick(group) },
    })
    return group
  })

const pick = ({ name, description }: AccessGroup) => ({ name, description })

async function checkName(tx: Tx, given: string, ownId: string | undefined) {
  const name = given.trim()
  if (name === '') {
    const details = [{ path: 'name', message: accessMessages.name_blank() }]
    throw invalid(requestMessages.body_invalid(), details)
  }
  const nameKey = foldName(name)
  const taken = await findGroupIdByName(tx, nameKey)
  if (taken !== undefined && taken !== ownId) {
    throw new Refusal('conflict', accessMessages.group_name_taken())
  }
  return { name, nameKey }
}

export async function editAccessGroup(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { name, ...more }: GroupPatch,
) {
  const group = await ctx.write(async (tx) => {
    const before = await requireGroupSettings(tx, id)
    await refuseUnknownLibraries(tx, more.libraryIds ?? [])
    const names = name ? await checkName(tx, name, id) : {}
    await tx
      .update(accessGroups)
      .set({ ...more, ...resolveAgeLimit(before, more), ...names, updatedAt: ctx.clock.now() })
      .where(eq(accessGroups.id, id))
    await refreshRestrictions(tx, await listMemberIds(tx, id))
    await auditGroupSettings(ctx, tx, viewer, { group: before, before })
    return requireGroup(tx, id)
  })
  ctx.bus.publish(accessChanged, { everyone: true })
  return group
}

/** Also lifts the group's restrictions from its members. */
export async function deleteAccessGroup(ctx: Context, viewer: Viewer, id: string) {
  await ctx.write(async (tx) => {
    const group = await requireGroup(tx, id)
    const members = await listMemberIds(tx, id)
    await auditGroup(ctx, tx, viewer, { group, action: 'delete_access_group' })
    await auditMembers(ctx, tx, viewer, { userIds: members, groups: [group], isMember: false })
    await tx.delete(accessGroups).where(eq(accessGroups.id, id))
    await refreshRestrictions(tx, members)
    tx.afterCommit(() => {
      for (const userId of members) ctx.bus.publish(groupsChanged, { userId })
    })
  })
  ctx.bus.publish(accessChanged, { everyone: true })
}

export const addMapping = (ctx: Context, viewer: Viewer, groupId: string, oidcGroupName: string) =>
  ctx.write(async (tx) => {
    const group = await requireGroup(tx, groupId)
    const known = await listMappings(tx, groupId)
    if (known.length >= maxMappings) {
      throw new Refusal('conflict', accessMessages.too_many_mappings({ max: maxMappings }))
    }
    if (known.some((mapping) => mapping.oidcGroupName === oidcGroupName)) {
      throw new Refusal('conflict', accessMessages.mapping_taken())
    }
    const [row] = await tx.insert(groupMappings).values({ groupId, oidcGroupName }).returning()
    const { id, createdAt } = row!
    const changes = [{ name: 'mapping', before: null, after: oidcGroupName }]
    await auditGroup(ctx, tx, viewer, { group, action: 'change_access_group', changes })
    return { id, oidcGroupName, createdAt }
  })

export const removeMapping = (ctx: Context, viewer: Viewer, groupId: string, id: string) =>
  ctx.write(async (tx) => {
    const isMapping = and(eq(groupMappings.groupId, groupId), eq(groupMappings.id, id))
    const [removed] = await tx
      .delete(groupMappings)
      .where(isMapping)
      .returning({ oidcGroupName: groupMappings.oidcGroupName })
    if (!removed) throw notFound(accessMessages.mapping_not_found())
    const group = await requireGroup(tx, groupId)
    const changes = [{ name: 'mapping', before: removed.oidcGroupName, after: null }]
    await auditGroup(ctx, tx, viewer, { group, action: 'change_access_group', changes })
  })

/** Finds the group that corresponds to a group of another installation, by ID or else by name. */
export async function findSameGroup(
  db: Db,
  { id, name }: { id: string; name: string },
): Promise<string | undefined> {
  const [same] = isUuid(id) ? await listExistingGroups(db, [id]) : []
  return same?.id ?? findGroupIdByName(db, foldName(name))
}
