import { and, eq, gt, gte, inArray, sql } from 'drizzle-orm'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import type { ListTables } from '../list-tables'

interface MergedItems {
  fromId: string
  toId: string
  /**
   * Time of the last merge of the two items. Entries that users have removed since then are not
   * added again.
   */
  since: Date | undefined
}

/**
 * Adds the item `toId` to every list that contains `fromId`, right after `fromId`, which stays in
 * the list. Returns the IDs of the changed lists.
 */
export async function mergeMembership(
  tx: Tx,
  { items, lists }: ListTables,
  { fromId, toId, since }: MergedItems,
) {
  const entries = await tx.select().from(items).where(eq(items.itemId, fromId))
  const added = entries.filter(({ addedAt }) => !since || addedAt > since)
  const missing = await addMembership(tx, items, toId, added)
  const listIds = missing.map(({ listId }) => listId)
  if (listIds.length === 0) return []
  const ofList = and(inArray(lists.id, listIds), eq(lists.coverItemId, fromId))
  await tx.update(lists).set({ coverItemId: toId }).where(ofList)
  return listIds
}

/**
 * Removes the item `toId` from these lists if `mergeMembership` added it. Returns the IDs of the
 * changed lists.
 */
export async function removeMergedMembership(
  tx: Tx,
  { items, lists }: ListTables,
  { fromId, toId }: Pick<MergedItems, 'fromId' | 'toId'>,
  listIds: readonly string[],
) {
  const originals = await tx
    .select({ listId: items.listId, addedAt: items.addedAt })
    .from(items)
    .where(and(inIds(items.listId, listIds), eq(items.itemId, fromId)))
  const removed: string[] = []
  for (const { listId, addedAt } of originals) {
    const isCopy = and(eq(items.listId, listId), eq(items.itemId, toId), eq(items.addedAt, addedAt))
    const rows = await tx.delete(items).where(isCopy).returning({ listId: items.listId })
    if (rows.length > 0) removed.push(listId)
  }
  const showsCopy = and(inIds(lists.id, removed), eq(lists.coverItemId, toId))
  await tx.update(lists).set({ coverItemId: fromId }).where(showsCopy)
  return removed
}

/** Removes the item `toId` from all lists to which `mergeMembership` added it. */
export async function removeAllMergedMembership(
  tx: Tx,
  tables: ListTables,
  pair: Pick<MergedItems, 'fromId' | 'toId'>,
) {
  const { items } = tables
  const entries = await tx.select().from(items).where(eq(items.itemId, pair.fromId))
  const listIds = entries.map(({ listId }) => listId)
  return listIds.length === 0 ? [] : removeMergedMembership(tx, tables, pair, listIds)
}

export type ListEntry = ListTables['items']['$inferSelect']

/**
 * Adds an item right after these entries, in the lists that do not contain it. Returns the added
 * entries.
 */
async function addMembership(
  tx: Tx,
  items: ListTables['items'],
  itemId: string,
  added: readonly ListEntry[],
): Promise<readonly ListEntry[]> {
  const present = await tx.select().from(items).where(eq(items.itemId, itemId))
  const known = new Set(present.map(({ listId }) => listId))
  const missing: ListEntry[] = []
  for (const entry of added) {
    const { listId, position, addedAt } = entry
    // Several purged copies of a book may have been in the same list.
    if (known.has(listId)) continue
    known.add(listId)
    missing.push(entry)
    await tx
      .update(items)
      .set({ position: sql`${items.position} + 1` })
      .where(and(eq(items.listId, listId), gt(items.position, position)))
    await tx.insert(items).values({ listId, itemId, position: position + 1, addedAt })
  }
  return missing
}

/**
 * Puts an item back at the places of its former entries. Skips lists that were deleted since, and
 * those that contain the item.
 */
export async function restoreMembership(
  tx: Tx,
  { items, lists }: ListTables,
  itemId: string,
  entries: readonly ListEntry[],
) {
  const listIds = [...new Set(entries.map(({ listId }) => listId))]
  const present = await tx.select({ id: lists.id }).from(lists).where(inArray(lists.id, listIds))
  const open = new Set(present.map(({ id }) => id))
  for (const one of await tx.select().from(items).where(eq(items.itemId, itemId))) {
    open.delete(one.listId)
  }
  for (const { listId, itemId: formerId, position, addedAt } of entries) {
    // Several purged copies of a book may have been in the same list.
    if (!open.delete(listId)) continue
    const isAt = and(eq(items.listId, listId), eq(items.position, position))
    // A purge leaves the place free, unless the list was reordered since.
    if ((await tx.$count(items, isAt)) > 0) {
      await tx
        .update(items)
        .set({ position: sql`${items.position} + 1` })
        .where(and(eq(items.listId, listId), gte(items.position, position)))
    }
    await tx.insert(items).values({ listId, itemId, position, addedAt })
    const showsItem = and(eq(lists.id, listId), eq(lists.coverItemId, formerId))
    await tx.update(lists).set({ coverItemId: itemId }).where(showsItem)
  }
}
