import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/store'
import type { Item, MergedItems } from '../want-to-read/merge-wanted'
import { ratings } from './schema'

/**
 * Adds the ratings, notes and favorites of one item to the item that continues it. The newer rating
 * and note win. An item is a favorite if either was.
 */
export async function mergeRatings(tx: Tx, { kind, fromId, toId, since }: MergedItems) {
  const rows = await listOfItem(tx, { kind, id: fromId })
  const changed = rows.filter(({ updatedAt }) => !since || updatedAt > since)
  await addRatings(tx, { kind, id: toId }, changed)
}

export type RatingRow = typeof ratings.$inferSelect

const listOfItem = (tx: Tx, { kind, id }: Item): Promise<RatingRow[]> =>
  tx
    .select()
    .from(ratings)
    .where(eq(kind === 'book' ? ratings.bookId : ratings.seriesId, id))

/**
 * Adds users' ratings, notes and favorites to an item. The newer rating and note win. The item is a
 * favorite if either was.
 */
export async function addRatings(tx: Tx, { kind, id: toId }: Item, added: readonly RatingRow[]) {
  const known = new Map((await listOfItem(tx, { kind, id: toId })).map((row) => [row.userId, row]))
  for (const { id: _, seriesId: _series, bookId: _book, ...row } of added) {
    const twin = known.get(row.userId)
    if (!twin) {
      const item = kind === 'book' ? { bookId: toId } : { seriesId: toId }
      const [stored] = await tx
        .insert(ratings)
        .values({ ...row, ...item })
        .returning()
      known.set(row.userId, stored!)
      continue
    }
    const [newer, older] = row.updatedAt > twin.updatedAt ? [row, twin] : [twin, row]
    const changes = {
      rating: newer.rating ?? older.rating,
      note: newer.note ?? older.note,
      favorite: newer.favorite || older.favorite,
      updatedAt: newer.updatedAt,
    }
    await tx.update(ratings).set(changes).where(eq(ratings.id, twin.id))
    known.set(row.userId, { ...twin, ...changes })
  }
}

/**
 * Removes ratings of the book `toId` that were copied from the book `fromId`, unless users have
 * changed them since.
 */
export async function removeMergedRatings(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
) {
  const isCopy = sql`exists (select 1 from ratings as original
    where original.book_id = ${fromId} and original.user_id = ${ratings.userId}
      and original.updated_at = ${ratings.updatedAt}
      and original.favorite = ${ratings.favorite}
      and original.rating is not distinct from ${ratings.rating}
      and original.note is not distinct from ${ratings.note})`
  await tx.delete(ratings).where(and(eq(ratings.bookId, toId), isCopy))
}
