import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/store'
import type { MergedItems } from '../want-to-read/merge-wanted'
import { ratings } from './schema'

/** Adds ratings, notes and favorites of one item to the one that continues it. The newer value wins. */
export async function mergeRatings(tx: Tx, { kind, fromId, toId, since }: MergedItems) {
  const column = kind === 'book' ? ratings.bookId : ratings.seriesId
  const load = (id: string) => tx.select().from(ratings).where(eq(column, id))
  const known = new Map((await load(toId)).map((row) => [row.userId, row]))
  for (const { id: _, seriesId: _series, bookId: _book, ...row } of await load(fromId)) {
    if (since && row.updatedAt <= since) continue
    const twin = known.get(row.userId)
    if (!twin) {
      const item = kind === 'book' ? { bookId: toId } : { seriesId: toId }
      await tx.insert(ratings).values({ ...row, ...item })
      continue
    }
    const [newer, older] = row.updatedAt > twin.updatedAt ? [row, twin] : [twin, row]
    await tx
      .update(ratings)
      .set({
        rating: newer.rating ?? older.rating,
        note: newer.note ?? older.note,
        favorite: newer.favorite || older.favorite,
        updatedAt: newer.updatedAt,
      })
      .where(eq(ratings.id, twin.id))
  }
}
