import { and, eq, gt, sql } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Tx } from '../../platform/db/store'
import { wantToRead } from './schema'

export interface MergedItems {
  kind: 'book' | 'series'
  fromId: string
  toId: string
  /** Time of the last merge of the two. What users have removed since then does not come back. */
  since: Date | undefined
}

/**
 * Adds an item right after the one that it continues, in every list. The first one stays too. Returns the
 * users whose list changed.
 */
export async function mergeWanted(tx: Tx, { kind, fromId, toId, since }: MergedItems) {
  const column = kind === 'book' ? wantToRead.bookId : wantToRead.seriesId
  const load = (id: string) => tx.select().from(wantToRead).where(eq(column, id))
  const known = new Set((await load(toId)).map(({ userId }) => userId))
  const added: string[] = []
  for (const { userId, position, addedAt } of await load(fromId)) {
    if (known.has(userId) || (since && addedAt <= since)) continue
    await tx
      .update(wantToRead)
      .set({ position: sql`${wantToRead.position} + 1` })
      .where(and(eq(wantToRead.userId, userId), gt(wantToRead.position, position)))
    const item = kind === 'book' ? { bookId: toId } : { seriesId: toId }
    await tx.insert(wantToRead).values({ ...item, userId, position: position + 1, addedAt })
    added.push(userId)
  }
  return added
}

/** Removes series that were added for another one, from the lists of these users. */
export async function removeMergedWanted(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
  userIds: readonly string[],
) {
  const isCopy = sql`exists (select 1 from want_to_read as original
    where original.series_id = ${fromId} and original.user_id = ${wantToRead.userId}
      and original.added_at = ${wantToRead.addedAt})`
  await tx
    .delete(wantToRead)
    .where(and(eq(wantToRead.seriesId, toId), inIds(wantToRead.userId, userIds), isCopy))
}
