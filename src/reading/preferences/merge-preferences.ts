import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/store'
import type { Item, MergedItems } from '../want-to-read/merge-wanted'
import { preferences } from './schema'

export interface PreferenceCopy {
  userId: string
  key: string
}

/**
 * Copies the users' settings for one book or series to another one. Settings that users already
 * have for the target are kept. Returns the copies.
 */
export async function mergePreferences(tx: Tx, { kind, fromId, toId, since }: MergedItems) {
  const rows = await tx.select().from(preferences).where(eq(preferences.target, fromId))
  const changed = rows.filter(({ updatedAt }) => !since || updatedAt > since)
  return addPreferences(tx, { kind, id: toId }, changed)
}

export type PreferenceRow = typeof preferences.$inferSelect

/**
 * Adds settings for a book or series, except those that the users already have. Returns the added
 * settings.
 */
export async function addPreferences(
  tx: Tx,
  { kind, id: toId }: Item,
  added: readonly PreferenceRow[],
): Promise<PreferenceCopy[]> {
  const owner = kind === 'book' ? { bookId: toId } : { seriesId: toId }
  const copies: PreferenceCopy[] = []
  for (const { userId, key, value, updatedAt } of added) {
    const row = { ...owner, userId, target: toId, key, value, updatedAt }
    const stored = await tx.insert(preferences).values(row).onConflictDoNothing().returning()
    if (stored.length > 0) copies.push({ userId, key })
  }
  return copies
}

/** Adds a user's settings. If a setting already exists, the newer value wins. */
export async function addOwnPreferences(tx: Tx, rows: readonly PreferenceRow[]) {
  for (const row of rows) {
    await tx
      .insert(preferences)
      .values(row)
      .onConflictDoUpdate({
        target: [preferences.userId, preferences.target, preferences.key],
        set: { value: row.value, updatedAt: row.updatedAt },
        setWhere: sql`${preferences.updatedAt} < excluded.updated_at`,
      })
  }
}

/**
 * Removes the given copies, except those that were changed after copying. Returns the removed
 * copies.
 */
export async function removeMergedPreferences(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
  copies: readonly PreferenceCopy[],
) {
  const isCopy = sql`exists (select 1 from preferences as original
    where original.target = ${fromId} and original.user_id = ${preferences.userId}
      and original.key = ${preferences.key} and original.updated_at = ${preferences.updatedAt})`
  const removed: PreferenceCopy[] = []
  for (const { userId, key } of copies) {
    const isOfUser = and(eq(preferences.userId, userId), eq(preferences.key, key))
    const rows = await tx
      .delete(preferences)
      .where(and(eq(preferences.target, toId), isOfUser, isCopy))
      .returning({ userId: preferences.userId, key: preferences.key })
    removed.push(...rows)
  }
  return removed
}

/** Removes all settings of `toId` that were copied from `fromId` and have not changed since. */
export async function removeAllMergedPreferences(tx: Tx, pair: { fromId: string; toId: string }) {
  const rows = await tx.select().from(preferences).where(eq(preferences.target, pair.fromId))
  await removeMergedPreferences(tx, pair, rows)
}
