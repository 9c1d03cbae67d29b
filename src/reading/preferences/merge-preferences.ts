import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/store'
import type { MergedItems } from '../want-to-read/merge-wanted'
import { preferences } from './schema'

/** Copies the settings of users for one book or series to another one that has none. */
export async function mergePreferences(tx: Tx, { kind, fromId, toId, since }: MergedItems) {
  const load = (id: string) => tx.select().from(preferences).where(eq(preferences.target, id))
  const owner = kind === 'book' ? { bookId: toId } : { seriesId: toId }
  for (const { userId, key, value, updatedAt } of await load(fromId)) {
    if (since && updatedAt <= since) continue
    const row = { ...owner, userId, target: toId, key, value, updatedAt }
    await tx.insert(preferences).values(row).onConflictDoNothing()
  }
}
