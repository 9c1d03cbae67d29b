/** SQL conditions for the lists that a viewer can see or change. */
import { and, type Column, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { UuidTest } from '../../platform/query/compile-comparison'
import { groupMembers } from '../../accounts/access/schema'
import type { Viewer } from '../../accounts/permissions/model'
import { seesEverything } from '../libraries/library-visibility'
import type { ListKind } from './list-kind'
import type { ListTables } from './list-tables'

/** Matches own, shared and public lists. For publishers, also lists without an owner. */
export const isListOpenTo = (viewer: Viewer, tables: ListTables): SQL =>
  or(
    eq(tables.lists.ownerId, viewer.userId),
    eq(tables.lists.sharing, 'everyone'),
    isSharedWith(viewer, tables),
    isKeptFor(viewer, tables),
  )!

/**
 * Publishers can see lists whose owner's account was deleted, because nobody else could delete
 * them.
 */
const isKeptFor = ({ permissions }: Viewer, { lists }: ListTables): SQL | undefined =>
  permissions.has('lists:publish') ? isNull(lists.ownerId) : undefined

/** Matches lists that are shared with the viewer or one of the viewer's groups. */
const isSharedWith = (viewer: Viewer, tables: ListTables): SQL =>
  or(isNamed(viewer, tables), isMember(viewer, tables))!

const isNamed = ({ userId }: Viewer, { lists, people }: ListTables, more?: SQL): SQL =>
  sql`exists (select 1 from ${people} where ${and(
    eq(people.listId, lists.id),
    eq(people.userId, userId),
    more,
  )})`

const isMember = ({ userId }: Viewer, { lists, groups }: ListTables, more?: SQL): SQL =>
  sql`exists (select 1 from ${groups}
    join ${groupMembers} on ${groupMembers.groupId} = ${groups.groupId} where ${and(
      eq(groups.listId, lists.id),
      eq(groupMembers.userId, userId),
      more,
    )})`

/** Matches lists that the viewer owns or that the owner allows the viewer to change. */
const isOwnOrEntrusted = (viewer: Viewer, tables: ListTables): SQL =>
  or(
    eq(tables.lists.ownerId, viewer.userId),
    isNamed(viewer, tables, eq(tables.people.canEdit, true)),
    isMember(viewer, tables, eq(tables.groups.canEdit, true)),
  )!

const isLookedAfterBy = (viewer: Viewer, tables: ListTables): SQL | undefined =>
  viewer.permissions.has('lists:publish')
    ? or(eq(tables.lists.sharing, 'everyone'), isKeptFor(viewer, tables))
    : undefined

/** Matches lists that the viewer may change. Does not check whether the list is visible. */
export const isListEditableBy = (viewer: Viewer, tables: ListTables): SQL =>
  or(isOwnOrEntrusted(viewer, tables), isLookedAfterBy(viewer, tables))!

/**
 * Another user's list that the viewer may not edit is visible only if the viewer can see at least
 * one of its items: its name alone could reveal hidden items. Publishers also see public lists, and
 * lists without an owner, if the list is a manual list without items or nothing is hidden from the
 * publisher. `smartIds`: the smart lists in which the viewer can see at least one item.
 */
export const isListVisibleTo = (
  viewer: Viewer,
  kind: ListKind,
  smartIds: readonly string[] = [],
): SQL => {
  const { lists, items } = kind.tables
  const hasItem = (more?: SQL) => sql`exists (select 1 from ${items}
    where ${and(eq(items.listId, lists.id), more)})`
  const isManaged = and(
    isLookedAfterBy(viewer, kind.tables) ?? sql`false`,
    seesEverything(viewer) ? undefined : sql`(${lists.condition} is null and not ${hasItem()})`,
  )
  return and(
    isListOpenTo(viewer, kind.tables),
    or(
      isOwnOrEntrusted(viewer, kind.tables),
      isManaged,
      hasItem(kind.isItemVisible(viewer)),
      smartIds.length > 0 ? inIds(lists.id, smartIds) : undefined,
    ),
  )!
}

/**
 * Compiles conditions on the membership of series and books in lists. Lists that the viewer may not
 * open count as empty.
 */
export function compileListTest(
  viewer: Viewer,
  { lists, items, people, groups }: ListTables,
  { itemId, test }: { itemId: Column; test: UuidTest },
): SQL {
  const ids = 'value' in test ? [test.value] : test.values
  const isOpen = isListOpenTo(viewer, { lists, items, people, groups })
  const found = sql`(${itemId} in (select ${items.itemId} from ${items}
    join ${lists} on ${lists.id} = ${items.listId} where ${inIds(lists.id, ids)} and ${isOpen}))`
  return test.operator === 'isNot' || test.operator === 'notIn' ? sql`(not ${found})` : found
}
