/** Adds a list from an export. Existing lists only gain entries. */
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/store'
import { removeBidiControls } from '../../platform/lib/text/bidi-controls'
import { foldText } from '../../platform/lib/text/fold-text'
import { findPresent, insertEntries } from './entries/entry-queries'
import { insertList, isListNameTaken, type ListValues } from './list-queries'
import type { ListTables } from './list-tables'

export interface AddedList {
  list: Pick<
    ListValues,
    'summary' | 'ordered' | 'sort' | 'condition' | 'createdAt' | 'updatedAt' | 'sharing' | 'name'
  > & { id: string; ownerId: string | null }
  people: { userId: string; canEdit: boolean }[]
  groups: { groupId: string; canEdit: boolean }[]
  itemIds: string[]
  now: Date
}

/**
 * Adds the entries to the list of the same owner with the same ID or name, or else to a new list.
 * Returns the ID of that list.
 */
export async function addList(
  tx: Tx,
  tables: ListTables,
  { list: given, people, groups, itemIds, now }: AddedList,
): Promise<string> {
  const list = { ...given, name: removeBidiControls(given.name).trim() || 'List' }
  const known = await findSameList(tx, tables, list)
  const listId =
    known?.id ??
    (await insertNewList(tx, tables, { list: await withFreeId(tx, tables, list), people, groups }))
  // A smart list has no stored entries.
  if (known?.condition || (!known && list.condition)) return listId
  const present = await findPresent(tx, tables, listId, itemIds)
  const ids = [...new Set(itemIds)].filter((id) => !present.has(id))
  if (ids.length > 0) await insertEntries(tx, tables, { listId, ids, now })
  return listId
}

async function findSameList(
  tx: Tx,
  { lists }: ListTables,
  { id, ownerId, name }: AddedList['list'],
) {
  const columns = { id: lists.id, condition: lists.condition }
  const isOfOwner = ownerId === null ? eq(lists.sharing, 'everyone') : eq(lists.ownerId, ownerId)
  const [same] = await tx
    .select(columns)
    .from(lists)
    .where(and(eq(lists.id, id), isOfOwner))
  if (same) return same
  const isNamed = and(isOfOwner, eq(lists.nameKey, foldText(name)))
  const [named] = await tx.select(columns).from(lists).where(isNamed)
  return named
}

/** Generates a new ID if another owner's list already has this one. */
async function withFreeId<List extends { id: string }>(tx: Tx, { lists }: ListTables, list: List) {
  const isTaken = (await tx.$count(lists, eq(lists.id, list.id))) > 0
  return isTaken ? { ...list, id: Bun.randomUUIDv7() } : list
}

async function insertNewList(
  tx: Tx,
  tables: ListTables,
  { list, people, groups }: Pick<AddedList, 'list' | 'people' | 'groups'>,
): Promise<string> {
  const { ownerId, name } = list
  const nameKey = foldText(name)
  const among = eq(tables.lists.sharing, 'everyone')
  // No two public lists have the same name.
  const isTaken =
    list.sharing === 'everyone' &&
    (await isListNameTaken(tx, tables, { nameKey, id: list.id, among }))
  const sharing = isTaken ? ('private' as const) : list.sharing
  const privateTo = sharing === 'private' ? ownerId : null
  await insertList(tx, tables, { ...list, nameKey, sharing, privateTo })
  const audience =
    sharing === 'people' ? [...new Map(people.map((one) => [one.userId, one])).values()] : []
  if (audience.length > 0) {
    const rows = audience.map((one) => ({ ...one, listId: list.id }))
    await tx.insert(tables.people).values(rows)
  }
  const shared =
    sharing === 'people' ? [...new Map(groups.map((one) => [one.groupId, one])).values()] : []
  if (shared.length > 0) {
    await tx.insert(tables.groups).values(shared.map((one) => ({ ...one, listId: list.id })))
  }
  return list.id
}
