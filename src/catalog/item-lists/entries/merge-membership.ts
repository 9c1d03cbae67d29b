import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/store'
import type { ListTables } from '../list-tables'

interface MergedItems {
  fromId: string
  toId: string
  /** Time of the last merge of the two. What users have removed since then does not come back. */
  since: Date | undefined
}

/** Adds an item right after the one that it continues, in every list. The first one stays too. */
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
  if (listIds.length === 0) return
  const ofList = and(inArray(lists.id, listIds), eq(lists.coverItemId, fromId))
  await tx.update(lists).set({ coverItemId: toId }).where(ofList)
}
