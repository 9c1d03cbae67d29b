import { and, asc, eq, sql } from 'drizzle-orm'
import { excludedColumn, inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { splitIntoSlices } from '../../../platform/lib/slices'
import type { Viewer } from '../../../accounts/permissions/model'
import type { PlacedItem } from './item-order'
import type { ListKind } from '../list-kind'
import type { ListTables } from '../list-tables'

const rowsAtOnce = 200

/** Finds all items by position, including those hidden from the viewer. */
export async function findPlacedItems(
  db: Db,
  viewer: Viewer,
  { tables: { lists, items }, isItemVisible }: ListKind,
  listId: string,
): Promise<PlacedItem[]> {
  return db
    .select({
      id: items.itemId,
      position: items.position,
      isVisible: sql<boolean>`${isItemVisible(viewer)}`.mapWith(Boolean),
    })
    .from(items)
    .innerJoin(lists, eq(lists.id, items.listId))
    .where(eq(items.listId, listId))
    .orderBy(asc(items.position), asc(items.itemId))
}

/** Finds the IDs of the visible items, ordered by position. */
export async function findItemIds(
  db: Db,
  viewer: Viewer,
  { tables: { items }, isItemVisible }: ListKind,
  { listId, limit, offset }: { listId: string; limit: number; offset: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: items.itemId })
    .from(items)
    .where(and(eq(items.listId, listId), isItemVisible(viewer)))
    .orderBy(asc(items.position), asc(items.itemId))
    .limit(limit)
    .offset(offset)
  return rows.map(({ id }) => id)
}

const maxRows = 200_000

export async function findIdsOfLists(
  db: Db,
  viewer: Viewer,
  { tables: { items }, isItemVisible }: ListKind,
  listIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (listIds.length === 0) return new Map()
  const rows = await db
    .select({ listId: items.listId, id: items.itemId })
    .from(items)
    .where(and(inIds(items.listId, listIds), isItemVisible(viewer)))
    .orderBy(asc(items.listId), asc(items.position), asc(items.itemId))
    .limit(maxRows)
  const lists = Map.groupBy(rows, ({ listId }) => listId)
  return new Map([...lists].map(([listId, ones]) => [listId, ones.map(({ id }) => id)]))
}

/** Finds the given IDs that are in the list, including those of hidden items. */
export async function findPresent(
  tx: Tx,
  { items }: ListTables,
  listId: string,
  ids: readonly string[],
) {
  const rows = await tx
    .select({ id: items.itemId })
    .from(items)
    .where(and(eq(items.listId, listId), inIds(items.itemId, ids)))
  return new Set(rows.map(({ id }) => id))
}

export const countEntries = (tx: Tx, { items }: ListTables, listId: string): Promise<number> =>
  tx.$count(items, eq(items.listId, listId))

/** Appends entries to the list. */
export async function insertEntries(
  tx: Tx,
  { items }: ListTables,
  { listId, ids, now }: { listId: string; ids: readonly string[]; now: Date },
) {
  const [last] = await tx
    .select({ position: sql<number>`coalesce(max(${items.position}), 0)`.mapWith(Number) })
    .from(items)
    .where(eq(items.listId, listId))
  const after = last?.position ?? 0
  const rows = ids.map((itemId, place) => ({
    listId,
    itemId,
    position: after + place + 1,
    addedAt: now,
  }))
  for (const slice of splitIntoSlices(rows, rowsAtOnce)) await tx.insert(items).values(slice)
}

/** Stores changed positions. All rows exist, so only positions are updated. */
export async function storePositions(
  tx: Tx,
  { items }: ListTables,
  { listId, before, ids }: { listId: string; before: readonly PlacedItem[]; ids: string[] },
) {
  const rows = before.flatMap(({ position }, place) => {
    const itemId = ids[place]!
    return itemId === before[place]!.id ? [] : [{ listId, itemId, position }]
  })
  for (const slice of splitIntoSlices(rows, rowsAtOnce)) {
    await tx
      .insert(items)
      .values(slice)
      .onConflictDoUpdate({
        target: [items.listId, items.itemId],
        set: { position: excludedColumn('position') },
      })
  }
}

/** Deletes only visible items. Returns the number of deleted entries. */
export async function deleteItems(
  tx: Tx,
  viewer: Viewer,
  { tables: { items }, isItemVisible }: ListKind,
  { listId, ids }: { listId: string; ids: readonly string[] },
): Promise<number> {
  const deleted = await tx
    .delete(items)
    .where(and(eq(items.listId, listId), inIds(items.itemId, ids), isItemVisible(viewer)))
    .returning({ id: items.itemId })
  return deleted.length
}
