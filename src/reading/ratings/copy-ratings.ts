/** Copies the ratings, notes and favorites of a series to the one that its books were moved to. */
import { and, eq, sql } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Tx } from '../../platform/db/store'
import { ratings } from './schema'

interface Pair {
  fromId: string
  toId: string
}

/**
 * Copies the ratings, except for users who already have a rating, note or favorite for the series
 * `toId`. Returns the IDs of the users whose rating was copied.
 */
export async function copySeriesRatings(tx: Tx, { fromId, toId }: Pair): Promise<string[]> {
  const rows = await tx.select().from(ratings).where(eq(ratings.seriesId, fromId))
  const copied: string[] = []
  for (const { id: _, ...row } of rows) {
    const stored = await tx
      .insert(ratings)
      .values({ ...row, seriesId: toId })
      .onConflictDoNothing()
      .returning({ id: ratings.id })
    if (stored.length > 0) copied.push(row.userId)
  }
  return copied
}

/**
 * Removes the copied ratings of these users, except those that were changed since. Returns the IDs
 * of the users whose copy was removed.
 */
export async function removeCopiedRatings(
  tx: Tx,
  { fromId, toId }: Pair,
  userIds: readonly string[],
) {
  const isCopy = sql`exists (select 1 from ratings as original
    where original.series_id = ${fromId} and original.user_id = ${ratings.userId}
      and original.updated_at = ${ratings.updatedAt})`
  const rows = await tx
    .delete(ratings)
    .where(and(eq(ratings.seriesId, toId), inIds(ratings.userId, userIds), isCopy))
    .returning({ userId: ratings.userId })
  return rows.map(({ userId }) => userId)
}
