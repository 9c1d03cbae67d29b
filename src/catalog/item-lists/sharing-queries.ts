/** The people and groups that lists are shared with. */
import { asc, eq } from 'drizzle-orm'
import { accessGroups, groupMembers } from '../../accounts/access/schema'
import { users } from '../../accounts/users/schema'
import { inIds } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import type { ListTables } from './list-tables'

/** Finds the users that each list is individually shared with. */
export const findListPeople = (db: Db, { people }: ListTables, listIds: readonly string[]) =>
  db
    .select({
      listId: people.listId,
      userId: people.userId,
      canEdit: people.canEdit,
      username: users.username,
    })
    .from(people)
    .innerJoin(users, eq(users.id, people.userId))
    .where(inIds(people.listId, listIds))
    .orderBy(asc(users.username))

/** Finds the groups that each list is shared with. */
export const findListGroups = (db: Db, { groups }: ListTables, listIds: readonly string[]) =>
  db
    .select({
      listId: groups.listId,
      id: groups.groupId,
      canEdit: groups.canEdit,
      name: accessGroups.name,
    })
    .from(groups)
    .innerJoin(accessGroups, eq(accessGroups.id, groups.groupId))
    .where(inIds(groups.listId, listIds))
    .orderBy(asc(accessGroups.nameKey), asc(accessGroups.id))

/**
 * Finds everyone that the list is shared with, individually or as a group member, and whether they
 * may edit it.
 */
export async function findAudience(
  db: Db,
  { people, groups }: ListTables,
  listId: string,
): Promise<Map<string, boolean>> {
  const named = await db
    .select({ userId: people.userId, canEdit: people.canEdit })
    .from(people)
    .where(eq(people.listId, listId))
  const members = await db
    .select({ userId: groupMembers.userId, canEdit: groups.canEdit })
    .from(groups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, groups.groupId))
    .where(eq(groups.listId, listId))
  const audience = new Map<string, boolean>()
  for (const { userId, canEdit } of [...named, ...members]) {
    audience.set(userId, canEdit || audience.get(userId) === true)
  }
  return audience
}

export async function replacePeople(
  tx: Tx,
  { people }: ListTables,
  listId: string,
  rows: readonly { userId: string; canEdit: boolean }[],
) {
  await tx.delete(people).where(eq(people.listId, listId))
  if (rows.length > 0) await tx.insert(people).values(rows.map((row) => ({ ...row, listId })))
}

export async function replaceGroups(
  tx: Tx,
  { groups }: ListTables,
  listId: string,
  rows: readonly { groupId: string; canEdit: boolean }[],
) {
  await tx.delete(groups).where(eq(groups.listId, listId))
  if (rows.length > 0) await tx.insert(groups).values(rows.map((row) => ({ ...row, listId })))
}

export const hasAudience = async (tx: Tx, { people, groups }: ListTables, listId: string) =>
  (await tx.$count(people, eq(people.listId, listId))) > 0 ||
  (await tx.$count(groups, eq(groups.listId, listId))) > 0
