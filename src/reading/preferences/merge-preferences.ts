import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/store'
import type { Item, MergedItems } from '../want-to-read/merge-wanted'
import { preferences } from './schema'

/** Copies the settings of users for one book or series to another one that has none. */
export async function mergePreferences(tx: Tx, { kind, fromId, toId, since }: MergedItems) {
  const rows = await tx.select().from(preferences).where(eq(preferences.target, fromId))
  const changed = rows.filter(({ updatedAt }) => !since || updatedAt > since)
  await addPreferences(tx, { kind, id: toId }, changed)
}

export type PreferenceRow = typeof preferences.$inferSelect

/** Adds settings of users that they have not made for this book or series. */
export async function addPreferences(
  tx: Tx,
  { kind, id: toId }: Item,
  added: readonly PreferenceRow[],
) {
  const owner = kind === 'book' ? { bookId: toId } : { seriesId: toId }
  for (const { userId, key, value, updatedAt } of added) {
    const row = { ...owner, userId, target: toId, key, value, updatedAt }
    await tx.insert(preferences).values(row).onConflictDoNothing()
  }
}
