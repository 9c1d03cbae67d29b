import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { inIds } from '../../../platform/db/sql'
import type { Tx } from '../../../platform/db/store'
import type { ListTables } from '../list-tables'

interface MergedItems {
  fromId: string
  toId: string
  /** Time of the last merge of the two. What users have removed since then does not come back. */
  since: Date | undefined
}

/**
 * Adds an item right after the one that it continues, in every list. The first one stays too. Returns the
 * changed lists.
 */
export async function mergeMembership(
  tx: Tx,
  { items, lists }: ListTables,
  { fromId, toId, since }: MergedItems,
) {
  const load = (id: string) => tx.select().from(items).where(eq(items.itemId, id))
  const known = new Set((await load(toId)).map(({ listId }) => listId))
  const missing = (await load(fromId)).filter(
    ({ listId, addedAt }) => !known.has(listId) && (!since || addedAt > since),
  )
  for (const { listId, position, addedAt } of missing) {
    await tx
      .update(items)
      .set({ position: sql`${items.position} + 1` })
      .where(and(eq(items.listId, listId), gt(items.position, position)))
    await tx.insert(items).values({ listId, itemId: toId, position: position + 1, addedAt })
  }
  const listIds = missing.map(({ listId }) => listId)
  if (listIds.length === 0) return []
  const ofList = and(inArray(lists.id, listIds), eq(lists.coverItemId, fromId))
  await tx.update(lists).set({ coverItemId: toId }).where(ofList)
  return listIds
}

/** Removes an item that was added for another one from these lists. */
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
}
