/** Stores user data of purged books and series until their content is found again. */
import { and, eq, inArray } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Tx } from '../../platform/db/store'
import { splitIntoSlices } from '../../platform/lib/slices'
import { preservedItems, preservedSeries } from './schema'

export type PreservedKind = (typeof preservedItems.$inferSelect)['kind']

export interface PreservedItem {
  userId: string | null
  /** Content identity of a book, or ID of a series. */
  identity: string
  kind: PreservedKind
  row: object
}

const rowsAtOnce = 200
const instants: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'addedAt', 'completedAt'])

export async function storePreserved(tx: Tx, items: readonly PreservedItem[]) {
  const rows = items.map(({ row, ...item }) => ({ ...item, value: toJson(row) }))
  for (const slice of splitIntoSlices(rows, rowsAtOnce))
    await tx.insert(preservedItems).values(slice)
}

const toJson = (row: object) => JSON.parse(JSON.stringify(row)) as Record<string, unknown>

/** Removes the items and returns them, grouped by identity. */
export async function takePreserved(
  tx: Tx,
  identities: readonly string[],
): Promise<Map<string, PreservedItem[]>> {
  const isFound = inArray(preservedItems.identity, [...identities])
  const rows = await tx.select().from(preservedItems).where(isFound)
  if (rows.length > 0) await tx.delete(preservedItems).where(isFound)
  const items = rows.map(({ userId, identity, kind, value }) => ({
    userId,
    identity,
    kind,
    row: reviveInstants(value),
  }))
  return Map.groupBy(items, ({ identity }) => identity)
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

/** Call this for series without preserved data. */
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
