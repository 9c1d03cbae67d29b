import { and, asc, count, eq, inArray, ne } from 'drizzle-orm'
import { series } from '../../catalog/series/schema'
import { sharingSetTags, sharingTags } from '../../catalog/sharing-tags/schema'
import { inIds } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import { heldTagId } from '../permissions/restriction-rules'
import { users } from '../users/schema'
import { accessGroups, groupMappings, groupMembers, groupTagGrants, userTagGrants } from './schema'

const groupColumns = {
  id: accessGroups.id,
  name: accessGroups.name,
  description: accessGroups.description,
  libraryIds: accessGroups.libraryIds,
  ageLimit: accessGroups.ageLimit,
  hidesUnrated: accessGroups.hidesUnrated,
  createdAt: accessGroups.createdAt,
  updatedAt: accessGroups.updatedAt,
}

/**
 * Lists all access groups by name, or only the one with this ID, with the number of members and
 * tags.
 */
export async function listGroupRows(db: Db, id?: string) {
  const which = id === undefined ? undefined : eq(accessGroups.id, id)
  const groups = await db
    .select(groupColumns)
    .from(accessGroups)
    .where(which)
    .orderBy(asc(accessGroups.nameKey), asc(accessGroups.id))
  const members = await db
    .select({ id: groupMembers.groupId, total: count() })
    .from(groupMembers)
    .where(id === undefined ? undefined : eq(groupMembers.groupId, id))
    .groupBy(groupMembers.groupId)
  const grants = await db
    .select({ id: groupTagGrants.groupId, total: count() })
    .from(groupTagGrants)
    .where(id === undefined ? undefined : eq(groupTagGrants.groupId, id))
    .groupBy(groupTagGrants.groupId)
  return groups.map((group) => ({
    ...group,
    memberCount: totalOf(members, group.id),
    grantCount: totalOf(grants, group.id),
  }))
}

const totalOf = (rows: { id: string; total: number }[], of: string) =>
  rows.find((row) => row.id === of)?.total ?? 0

export async function findGroupIdByName(db: Db, nameKey: string) {
  const [row] = await db
    .select({ id: accessGroups.id })
    .from(accessGroups)
    .where(eq(accessGroups.nameKey, nameKey))
  return row?.id
}

export const listExistingGroups = (db: Db, ids: readonly string[]) =>
  db
    .select({ id: accessGroups.id, name: accessGroups.name })
    .from(accessGroups)
    .where(inIds(accessGroups.id, ids))
    .orderBy(asc(accessGroups.nameKey))

export const listGroupGrants = (db: Db, groupId: string) =>
  db
    .select({
      sharingTagId: groupTagGrants.tagId,
      sharingTagName: sharingTags.name,
      accessMode: groupTagGrants.mode,
      createdAt: groupTagGrants.createdAt,
    })
    .from(groupTagGrants)
    .innerJoin(sharingTags, eq(sharingTags.id, groupTagGrants.tagId))
    .where(eq(groupTagGrants.groupId, groupId))
    .orderBy(asc(sharingTags.nameKey))

export const listGroupMembers = (db: Db, groupId: string) =>
  db
    .select({
      userId: groupMembers.userId,
      username: users.username,
      source: groupMembers.source,
      createdAt: groupMembers.createdAt,
    })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .where(eq(groupMembers.groupId, groupId))
    .orderBy(asc(users.usernameKey))

export const listMappings = (db: Db, groupId: string) =>
  db
    .select({
      id: groupMappings.id,
      oidcGroupName: groupMappings.oidcGroupName,
      createdAt: groupMappings.createdAt,
    })
    .from(groupMappings)
    .where(eq(groupMappings.groupId, groupId))
    .orderBy(asc(groupMappings.oidcGroupName))

/** Lists IDs of access groups that are mapped to one of these groups of a sign-in provider. */
export async function listGroupIdsOfNames(db: Db, oidcGroupNames: readonly string[]) {
  if (oidcGroupNames.length === 0) return []
  const rows = await db
    .selectDistinct({ id: groupMappings.groupId })
    .from(groupMappings)
    .where(inArray(groupMappings.oidcGroupName, [...oidcGroupNames]))
  return rows.map(({ id }) => id)
}

export const listGroupsOfUser = (db: Db, userId: string) =>
  db
    .select({ ...groupColumns, source: groupMembers.source })
    .from(groupMembers)
    .innerJoin(accessGroups, eq(accessGroups.id, groupMembers.groupId))
    .where(eq(groupMembers.userId, userId))
    .orderBy(asc(accessGroups.nameKey), asc(accessGroups.id))

export const listMemberships = (db: Db, userIds: readonly string[]) =>
  db
    .select({ userId: groupMembers.userId, groupId: groupMembers.groupId })
    .from(groupMembers)
    .where(inIds(groupMembers.userId, userIds))

export async function listMemberIds(db: Db, groupId: string) {
  const rows = await db
    .select({ userId: groupMembers.userId })
    .from(groupMembers)
    .where(eq(groupMembers.groupId, groupId))
  return rows.map(({ userId }) => userId)
}

export const listUserGrants = (db: Db, userId: string) =>
  db
    .select({
      id: userTagGrants.id,
      sharingTagId: userTagGrants.tagId,
      sharingTagName: sharingTags.name,
      accessMode: userTagGrants.mode,
      createdAt: userTagGrants.createdAt,
    })
    .from(userTagGrants)
    .innerJoin(sharingTags, eq(sharingTags.id, userTagGrants.tagId))
    .where(eq(userTagGrants.userId, userId))
    .orderBy(asc(sharingTags.nameKey))

/**
 * Lists the users' own settings, without allowed and denied tags, and their stored restrictions.
 */
export const listOwnSettings = (db: Db, userIds: readonly string[]) =>
  db
    .select({
      id: users.id,
      libraryIds: users.libraryIds,
      ageLimit: users.ageLimit,
      hidesUnrated: users.hidesUnrated,
      restrictions: users.restrictions,
    })
    .from(users)
    .where(inIds(users.id, userIds))

export const listGrantsOfUsers = (db: Db, userIds: readonly string[]) =>
  db
    .select({ ownerId: userTagGrants.userId, tagId: userTagGrants.tagId, mode: userTagGrants.mode })
    .from(userTagGrants)
    .where(inIds(userTagGrants.userId, userIds))

export const listSettingsOfGroups = (db: Db, groupIds: readonly string[]) =>
  db.select(groupColumns).from(accessGroups).where(inIds(accessGroups.id, groupIds))

export const listGrantsOfGroups = (db: Db, groupIds: readonly string[]) =>
  db
    .select({
      ownerId: groupTagGrants.groupId,
      tagId: groupTagGrants.tagId,
      mode: groupTagGrants.mode,
    })
    .from(groupTagGrants)
    .where(inIds(groupTagGrants.groupId, groupIds))

/** Finds the group with its tags. Returns undefined if the group does not exist. */
export async function findGroupSettings(db: Db, id: string) {
  const [group] = await listSettingsOfGroups(db, [id])
  if (!group) return undefined
  const grants = await listGrantsOfGroups(db, [id])
  const listTags = (mode: 'allow' | 'deny') =>
    grants.filter((grant) => grant.mode === mode).map(({ tagId }) => tagId)
  return { ...group, deniedTagIds: listTags('deny'), allowedTagIds: listTags('allow') }
}

export const listNamesOfUsers = (db: Db, userIds: readonly string[]) =>
  db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(inIds(users.id, userIds))
    .orderBy(asc(users.usernameKey))

/** Lists which of the given users belong to the group. */
export async function listMembersAmong(db: Db, groupId: string, userIds: readonly string[]) {
  const rows = await db
    .select({ userId: groupMembers.userId })
    .from(groupMembers)
    .where(and(eq(groupMembers.groupId, groupId), inIds(groupMembers.userId, userIds)))
  return rows.map(({ userId }) => userId)
}

/** Lists users whose restrictions mention the tag, in their own grants or those of their groups. */
export async function listUserIdsOfTag(db: Db, tagId: string): Promise<string[]> {
  const own = await db
    .select({ id: userTagGrants.userId })
    .from(userTagGrants)
    .where(eq(userTagGrants.tagId, tagId))
  const members = await db
    .select({ id: groupMembers.userId })
    .from(groupTagGrants)
    .innerJoin(groupMembers, eq(groupMembers.groupId, groupTagGrants.groupId))
    .where(eq(groupTagGrants.tagId, tagId))
  return [...new Set([...own, ...members].map(({ id }) => id))]
}

/** Finds the name of a user or group whose only allowed tag is this one. */
export async function findOnlyWhitelist(db: Db, tagId: string): Promise<string | undefined> {
  const ofUsers = await db
    .select({ ownerId: userTagGrants.userId, name: users.username, tagId: userTagGrants.tagId })
    .from(userTagGrants)
    .innerJoin(users, eq(users.id, userTagGrants.userId))
    .where(eq(userTagGrants.mode, 'allow'))
  const ofGroups = await db
    .select({
      ownerId: groupTagGrants.groupId,
      name: accessGroups.name,
      tagId: groupTagGrants.tagId,
    })
    .from(groupTagGrants)
    .innerJoin(accessGroups, eq(accessGroups.id, groupTagGrants.groupId))
    .where(eq(groupTagGrants.mode, 'allow'))
  const owners = Map.groupBy([...ofUsers, ...ofGroups], ({ ownerId }) => ownerId)
  const only = owners.values().find((rows) => rows.length === 1 && rows[0]!.tagId === tagId)
  return only?.[0]?.name
}

/** Excludes the tag that holds series back, which cannot be assigned to anyone. */
export async function listExistingTagIds(db: Db, ids: readonly string[]) {
  const rows = await db
    .select({ id: sharingTags.id })
    .from(sharingTags)
    .where(and(inIds(sharingTags.id, ids), ne(sharingTags.id, heldTagId)))
  return rows.map(({ id }) => id)
}

/** Lists the names of tags in alphabetical order. */
export const listTagNames = (db: Db, ids: readonly string[]) =>
  db
    .select({ id: sharingTags.id, name: sharingTags.name })
    .from(sharingTags)
    .where(inIds(sharingTags.id, ids))
    .orderBy(asc(sharingTags.nameKey))

/**
 * Finds the properties that determine who can see a series. Returns undefined if the series does
 * not exist.
 */
export async function findMarks(db: Db, seriesId: string) {
  const [row] = await db
    .select({
      libraryId: series.libraryId,
      ageRating: series.ageRating,
      sharingSet: series.sharingSet,
      trashedAt: series.trashedAt,
    })
    .from(series)
    .where(eq(series.id, seriesId))
  if (!row) return undefined
  const tags = await db
    .select({ id: sharingSetTags.tagId })
    .from(sharingSetTags)
    .where(eq(sharingSetTags.setId, row.sharingSet))
  return { ...row, tagIds: tags.map(({ id }) => id) }
}
