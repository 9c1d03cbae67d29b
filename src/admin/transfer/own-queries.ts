/** Reads data that belongs to a user rather than to one book, in slices. */
import { and, asc, eq, gt, or, type SQL, sql } from 'drizzle-orm'
import { accessGroups } from '../../accounts/access/schema'
import type { ListTables } from '../../catalog/item-lists/list-tables'
import { inIds } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import { readingProfiles } from '../../reading/preferences/profiles/schema'
import { preferences } from '../../reading/preferences/schema'
import { wantToRead } from '../../reading/want-to-read/schema'

const rowsAtOnce = 500
const listsAtOnce = 100

type Wanted = typeof wantToRead.$inferSelect
type Preference = typeof preferences.$inferSelect

export const listWantedAfter = (db: Db, after: Wanted | undefined) =>
  db
    .select()
    .from(wantToRead)
    .where(after && isWantedAfter(after))
    .orderBy(asc(wantToRead.userId), asc(wantToRead.position), asc(wantToRead.id))
    .limit(rowsAtOnce)

const isWantedAfter = ({ userId, position, id }: Wanted) =>
  or(
    gt(wantToRead.userId, userId),
    and(
      eq(wantToRead.userId, userId),
      or(
        gt(wantToRead.position, position),
        and(eq(wantToRead.position, position), gt(wantToRead.id, id)),
      ),
    ),
  )

export async function listProfilesAfter(
  db: Db,
  after: Pick<typeof readingProfiles.$inferSelect, 'userId' | 'id'> | undefined,
) {
  const isAfter =
    after &&
    or(
      gt(readingProfiles.userId, after.userId),
      and(eq(readingProfiles.userId, after.userId), gt(readingProfiles.id, after.id)),
    )
  const rows = await db
    .select()
    .from(readingProfiles)
    .where(isAfter)
    .orderBy(asc(readingProfiles.userId), asc(readingProfiles.id))
    .limit(rowsAtOnce)
  return rows.map((row) => ({ ...row, bookId: null, seriesId: null }))
}

export const listPreferencesAfter = (db: Db, after: Preference | undefined) =>
  db
    .select()
    .from(preferences)
    .where(after && isPreferenceAfter(after))
    .orderBy(asc(preferences.userId), asc(preferences.target), asc(preferences.key))
    .limit(rowsAtOnce)

const isPreferenceAfter = ({ userId, target, key }: Preference) =>
  or(
    gt(preferences.userId, userId),
    and(
      eq(preferences.userId, userId),
      or(
        gt(preferences.target, target),
        and(eq(preferences.target, target), gt(preferences.key, key)),
      ),
    ),
  )

export type ExportedList = Awaited<ReturnType<typeof listListsAfter>>[number]

/** `entries` is the number of entries in the list. */
export const listListsAfter = (
  db: Db,
  { lists, items }: ListTables,
  after: { nameKey: string; id: string } | undefined,
) =>
  db
    .select({
      list: lists,
      entries:
        sql<number>`(select count(*) from ${items} where ${items.listId} = ${lists.id})`.mapWith(
          Number,
        ),
    })
    .from(lists)
    .where(after && isListAfter(lists, after))
    .orderBy(asc(lists.nameKey), asc(lists.id))
    .limit(listsAtOnce)

const isListAfter = (
  lists: ListTables['lists'],
  { nameKey, id }: { nameKey: string; id: string },
): SQL | undefined =>
  or(gt(lists.nameKey, nameKey), and(eq(lists.nameKey, nameKey), gt(lists.id, id)))

/** Finds the entries of these lists, and the people and groups with whom they are shared. */
export async function findListDetails(
  db: Db,
  { items, people, groups }: ListTables,
  listIds: readonly string[],
) {
  const entries = await db
    .select({
      listId: items.listId,
      item: items.itemId,
      position: items.position,
      addedAt: items.addedAt,
    })
    .from(items)
    .where(inIds(items.listId, listIds))
    .orderBy(asc(items.listId), asc(items.position), asc(items.itemId))
  const audience = await db
    .select({ listId: people.listId, user: people.userId, canEdit: people.canEdit })
    .from(people)
    .where(inIds(people.listId, listIds))
    .orderBy(asc(people.listId), asc(people.userId))
  const sharing = await db
    .select({
      listId: groups.listId,
      id: accessGroups.id,
      name: accessGroups.name,
      canEdit: groups.canEdit,
    })
    .from(groups)
    .innerJoin(accessGroups, eq(accessGroups.id, groups.groupId))
    .where(inIds(groups.listId, listIds))
    .orderBy(asc(groups.listId), asc(accessGroups.nameKey))
  return {
    groups: Map.groupBy(sharing, ({ listId }) => listId),
    entries: Map.groupBy(entries, ({ listId }) => listId),
    people: Map.groupBy(audience, ({ listId }) => listId),
  }
}
