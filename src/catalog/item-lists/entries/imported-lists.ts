/** Adds lists from other programs. Existing lists only gain entries. */
import { and, eq, isNull } from 'drizzle-orm'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { removeBidiControls } from '../../../platform/lib/text/bidi-controls'
import { foldText } from '../../../platform/lib/text/fold-text'
import { findPresent, insertEntries } from './entry-queries'
import { insertList } from '../list-queries'
import type { ListTables } from '../list-tables'
import { maxItems } from '../model'

export interface ImportedList {
  name: string
  /** Appended to the name if another public list already has it. */
  suffix: string
  summary: string | null
  ordered: boolean
  /** null for a public list without an owner. */
  ownerId: string | null
  isPublic: boolean
}

interface Target {
  /** The list that gets the entries, or undefined for a new one. */
  id: string | undefined
  name: string
}

/**
 * Finds the list of the same owner with the same name. If another public list has that name, adds
 * the suffix to it.
 */
export async function findListToExtend(
  db: Db,
  tables: ListTables,
  list: ImportedList,
): Promise<Target> {
  const name = removeBidiControls(list.name).trim() || 'List'
  const same = await findOwnList(db, tables, { ...list, name })
  if (same !== undefined) return { id: same, name }
  const { lists } = tables
  const isPublic = list.isPublic || list.ownerId === null
  const isTaken = and(eq(lists.nameKey, foldText(name)), eq(lists.sharing, 'everyone'))
  // No two public lists have the same name.
  if (!isPublic || (await db.$count(lists, isTaken)) === 0) return { id: undefined, name }
  const other = `${name} ${list.suffix}`
  return { id: await findOwnList(db, tables, { ...list, name: other }), name: other }
}

async function findOwnList(
  db: Db,
  { lists }: ListTables,
  { ownerId, name }: Pick<ImportedList, 'ownerId' | 'name'>,
): Promise<string | undefined> {
  const isOfOwner = ownerId === null ? isNull(lists.ownerId) : eq(lists.ownerId, ownerId)
  const [row] = await db
    .select({ id: lists.id })
    .from(lists)
    .where(and(isOfOwner, eq(lists.nameKey, foldText(name)), isNull(lists.condition)))
  return row?.id
}

export interface ImportedEntries {
  itemIds: readonly string[]
  now: Date
}

/** Returns the list and the added entries. */
export async function addImportedList(
  tx: Tx,
  tables: ListTables,
  list: ImportedList,
  { itemIds, now }: ImportedEntries,
): Promise<{ listId: string; isNew: boolean; addedIds: string[] }> {
  const target = await findListToExtend(tx, tables, list)
  const listId =
    target.id ?? (await insertImported(tx, tables, { ...list, name: target.name }, now))
  const addedIds = await addImportedEntries(tx, tables, listId, { itemIds, now })
  return { listId, isNew: target.id === undefined, addedIds }
}

/**
 * Appends the entries that are not in the list yet, until the list is full. Returns the added ones.
 */
export async function addImportedEntries(
  tx: Tx,
  tables: ListTables,
  listId: string,
  { itemIds, now }: ImportedEntries,
): Promise<string[]> {
  const { lists, items } = tables
  if ((await tx.$count(lists, eq(lists.id, listId))) === 0) return []
  const present = await findPresent(tx, tables, listId, itemIds)
  const count = await tx.$count(items, eq(items.listId, listId))
  const missing = [...new Set(itemIds)].filter((id) => !present.has(id))
  const ids = missing.slice(0, Math.max(0, maxItems - count))
  if (ids.length > 0) await insertEntries(tx, tables, { listId, ids, now })
  return ids
}

async function insertImported(tx: Tx, tables: ListTables, list: ImportedList, now: Date) {
  const id = Bun.randomUUIDv7()
  const isPublic = list.isPublic || list.ownerId === null
  await insertList(tx, tables, {
    id,
    name: list.name,
    nameKey: foldText(list.name),
    summary: list.summary,
    ordered: list.ordered,
    ownerId: list.ownerId,
    sharing: isPublic ? 'everyone' : 'private',
    privateTo: isPublic ? null : list.ownerId,
    createdAt: now,
    updatedAt: now,
  })
  return id
}

/**
 * Removes the entries that an import added and that are still there. Deletes the list if the import
 * created it and it has no other entries.
 */
export async function removeImportedEntries(
  tx: Tx,
  { lists, items }: ListTables,
  listId: string,
  { itemIds, isNew, addedAt }: { itemIds: readonly string[]; isNew: boolean; addedAt: Date },
) {
  await tx
    .delete(items)
    .where(and(eq(items.listId, listId), inIds(items.itemId, itemIds), eq(items.addedAt, addedAt)))
  if (!isNew || (await tx.$count(items, eq(items.listId, listId))) > 0) return
  await tx.delete(lists).where(eq(lists.id, listId))
}

/** Returns how many of these entries the list has. */
export const countPresent = async (
  db: Db,
  { items }: ListTables,
  listId: string,
  itemIds: readonly string[],
) => db.$count(items, and(eq(items.listId, listId), inIds(items.itemId, itemIds)))
