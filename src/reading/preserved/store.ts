/**
 * Stores user data of purged books and series, and the series that each purged book belonged to,
 * until their content is found again.
 */
import { and, asc, desc, eq, inArray, lt, notExists, notInArray, sql } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Tx } from '../../platform/db/store'
import { isUuid } from '../../platform/http/shapes'
import { splitIntoSlices } from '../../platform/lib/slices'
import { preservedItems, preservedSeries } from './schema'

export type PreservedKind = (typeof preservedItems.$inferSelect)['kind']

export interface PreservedItem {
  id?: string
  userId: string | null
  /** Content identity of a book, or ID of a series. */
  identity: string
  kind: PreservedKind
  row: object
}

const rowsAtOnce = 200
const instants: ReadonlySet<string> = new Set([
  'createdAt',
  'updatedAt',
  'addedAt',
  'completedAt',
  'fetchedAt',
])

export async function storePreserved(tx: Tx, items: readonly PreservedItem[], now: Date) {
  const rows = items.map(({ row, ...item }) => ({ ...item, value: toJson(row), createdAt: now }))
  for (const slice of splitIntoSlices(rows, rowsAtOnce))
    await tx.insert(preservedItems).values(slice)
}

/**
 * Stores items, except those that are already stored. Returns the number of items that were added.
 */
export async function addPreserved(tx: Tx, items: readonly PreservedItem[], now: Date) {
  const identities = [...new Set(items.map(({ identity }) => identity))]
  if (identities.length === 0) return 0
  const rows = await tx
    .select()
    .from(preservedItems)
    .where(inArray(preservedItems.identity, identities))
  const known = new Set(rows.map((row) => buildItemKey({ ...row, row: row.value })))
  const fresh = items.filter((item) => !known.has(buildItemKey(item)))
  await storePreserved(tx, fresh, now)
  return fresh.length
}

/**
 * Builds a key that is equal for equal items. Members are sorted, because their order differs
 * between databases. The IDs of the row and the book are omitted, because equal items can differ in
 * them.
 */
function buildItemKey({ userId, identity, kind, row }: PreservedItem) {
  const { id: _, bookId: _book, ...members } = toJson(row)
  const sorted = Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([userId, identity, kind, sorted])
}

const toJson = (row: object) => JSON.parse(JSON.stringify(row)) as Record<string, unknown>

/** Removes the items and returns them, grouped by identity and sorted from newest to oldest. */
export async function takePreserved(
  tx: Tx,
  identities: readonly string[],
): Promise<Map<string, PreservedItem[]>> {
  const isFound = inArray(preservedItems.identity, [...identities])
  const rows = await tx
    .select()
    .from(preservedItems)
    .where(isFound)
    .orderBy(desc(preservedItems.createdAt), desc(preservedItems.id))
  if (rows.length > 0) await tx.delete(preservedItems).where(isFound)
  const items = rows.map(({ userId, identity, kind, value }) => ({
    userId,
    identity,
    kind,
    row: reviveInstants(value),
  }))
  return Map.groupBy(items, ({ identity }) => identity)
}

/** Finds the newest item of this kind for each identity. */
export async function findPreserved(
  tx: Tx,
  identities: readonly string[],
  kind: PreservedKind,
): Promise<Map<string, unknown>> {
  const rows = await tx
    .select({ identity: preservedItems.identity, value: preservedItems.value })
    .from(preservedItems)
    .where(and(inArray(preservedItems.identity, [...identities]), eq(preservedItems.kind, kind)))
    .orderBy(asc(preservedItems.createdAt), asc(preservedItems.id))
  return new Map(rows.map(({ identity, value }) => [identity, value]))
}

const reviveInstants = (value: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      instants.has(key) && typeof one === 'string' ? new Date(one) : one,
    ]),
  )

export interface PreservedMembership {
  /** The content identity of a purged book. */
  identity: string
  seriesId: string
}

export async function storeMemberships(tx: Tx, memberships: readonly PreservedMembership[]) {
  for (const slice of splitIntoSlices(memberships, rowsAtOnce)) {
    await tx.insert(preservedSeries).values(slice).onConflictDoNothing()
  }
}

/**
 * Deletes the assignments of purged books to these series. Call this for series without preserved
 * data.
 */
export async function deleteMemberships(tx: Tx, seriesIds: readonly string[]) {
  await tx.delete(preservedSeries).where(inIds(preservedSeries.seriesId, seriesIds))
}

export async function takeMemberships(
  tx: Tx,
  identities: readonly string[],
): Promise<PreservedMembership[]> {
  const isFound = inArray(preservedSeries.identity, [...identities])
  const rows = await tx.select().from(preservedSeries).where(isFound)
  if (rows.length > 0) await tx.delete(preservedSeries).where(isFound)
  return rows
}

/** Deletes the preserved data that is part of a user's history. */
export async function deletePreservedHistory(tx: Tx, userId: string) {
  const isHistory = inArray(preservedItems.kind, ['session', 'seriesCompletion'])
  await tx.delete(preservedItems).where(and(eq(preservedItems.userId, userId), isHistory))
}

/** Data about what users have read, completed and rated does not expire. */
const unlimitedKinds: PreservedKind[] = ['session', 'seriesCompletion', 'rating']

/** Deletes one slice of expired items. Returns them, so that their files can be deleted. */
export async function deleteExpiredItems(tx: Tx, before: Date) {
  const isLimited = notInArray(preservedItems.kind, unlimitedKinds)
  const expired = await tx
    .select({
      id: preservedItems.id,
      kind: preservedItems.kind,
      identity: preservedItems.identity,
      value: preservedItems.value,
    })
    .from(preservedItems)
    .where(and(lt(preservedItems.createdAt, before), isLimited))
    .orderBy(asc(preservedItems.createdAt), asc(preservedItems.id))
    .limit(rowsAtOnce)
  const ids = expired.map(({ id }) => id)
  await tx.delete(preservedItems).where(inIds(preservedItems.id, ids))
  const seriesIds = expired.map(({ identity }) => identity).filter(isUuid)
  await deleteUnusedMemberships(tx, [...new Set(seriesIds)])
  return expired
}

async function deleteUnusedMemberships(tx: Tx, seriesIds: readonly string[]) {
  const ofSeries = eq(preservedItems.identity, sql`cast(${preservedSeries.seriesId} as text)`)
  const remaining = tx
    .select({ one: sql`1` })
    .from(preservedItems)
    .where(ofSeries)
  await tx
    .delete(preservedSeries)
    .where(and(inIds(preservedSeries.seriesId, seriesIds), notExists(remaining)))
}

/**
 * Deletes a slice of all items, whether or not they have expired. Returns them, so that their files
 * can be deleted.
 */
export async function deleteSomePreserved(tx: Tx) {
  const { id, kind, value } = preservedItems
  const some = tx.select({ id }).from(preservedItems).limit(rowsAtOnce)
  return tx.delete(preservedItems).where(inArray(id, some)).returning({ kind, value })
}

export async function deleteAllMemberships(tx: Tx) {
  await tx.delete(preservedSeries)
}
