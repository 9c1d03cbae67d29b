import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/store'
import type { MergedBooks } from '../bookmarks/merge-bookmarks'
import { highlights } from './schema'

/**
 * Copies the highlights of the book `fromId` to the book `toId`, which has the same content. The
 * original highlights are kept.
 */
export async function mergeHighlights(tx: Tx, { fromId, toId, since }: MergedBooks) {
  const rows = await listOfBook(tx, fromId)
  const changed = rows.filter(({ updatedAt }) => !since || updatedAt > since)
  await addHighlights(tx, toId, changed)
}

export type HighlightRow = typeof highlights.$inferSelect

const listOfBook = (tx: Tx, bookId: string): Promise<HighlightRow[]> =>
  tx.select().from(highlights).where(eq(highlights.bookId, bookId))

/**
 * Adds highlights from another book with the same content. If both have the same highlight, the
 * newer one wins.
 */
export async function addHighlights(tx: Tx, toId: string, added: readonly HighlightRow[]) {
  const known = new Map((await listOfBook(tx, toId)).map((one) => [buildKey(one), one]))
  for (const { id: _, ...highlight } of added) {
    const twin = known.get(buildKey(highlight))
    if (!twin) {
      const [stored] = await tx
        .insert(highlights)
        .values({ ...highlight, bookId: toId })
        .returning()
      known.set(buildKey(stored!), stored!)
    } else if (twin.updatedAt < highlight.updatedAt) {
      const { color, note, updatedAt } = highlight
      const changes = { color, note, updatedAt }
      await tx.update(highlights).set(changes).where(eq(highlights.id, twin.id))
      known.set(buildKey(twin), { ...twin, ...changes })
    }
  }
}

/**
 * Removes highlights of `toId` that were copied from `fromId`, unless users have changed them
 * since.
 */
export async function removeMergedHighlights(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
) {
  const isCopy = sql`exists (select 1 from highlights as original
    where original.book_id = ${fromId} and original.user_id = ${highlights.userId}
      and original.created_at = ${highlights.createdAt} and original.updated_at = ${highlights.updatedAt})`
  await tx.delete(highlights).where(and(eq(highlights.bookId, toId), isCopy))
}

/** The user and creation time identify a highlight, because a user creates one at a time. */
const buildKey = ({ userId, createdAt }: { userId: string; createdAt: Date }) =>
  `${userId} ${createdAt.getTime()}`
