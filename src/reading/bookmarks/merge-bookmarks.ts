import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/store'
import { bookmarks } from './schema'

export interface MergedBooks {
  fromId: string
  toId: string
  /**
   * Time of the last merge of the two books. Bookmarks that users have deleted since then are not
   * added again.
   */
  since: Date | undefined
}

/**
 * Copies the bookmarks of the book `fromId` to the book `toId`, which has the same content. The
 * original bookmarks are kept.
 */
export async function mergeBookmarks(tx: Tx, { fromId, toId, since }: MergedBooks) {
  const rows = await listOfBook(tx, fromId)
  const changed = rows.filter(({ updatedAt }) => !since || updatedAt > since)
  await addBookmarks(tx, toId, changed)
}

export type BookmarkRow = typeof bookmarks.$inferSelect

const listOfBook = (tx: Tx, bookId: string): Promise<BookmarkRow[]> =>
  tx.select().from(bookmarks).where(eq(bookmarks.bookId, bookId))

/**
 * Adds bookmarks from another book with the same content. If both have the same bookmark, the newer
 * one wins.
 */
export async function addBookmarks(tx: Tx, toId: string, added: readonly BookmarkRow[]) {
  const known = new Map((await listOfBook(tx, toId)).map((one) => [buildKey(one), one]))
  for (const { id: _, ...bookmark } of added) {
    const twin = known.get(buildKey(bookmark))
    if (!twin) {
      const [stored] = await tx
        .insert(bookmarks)
        .values({ ...bookmark, bookId: toId })
        .returning()
      known.set(buildKey(stored!), stored!)
    } else if (twin.updatedAt < bookmark.updatedAt) {
      const { page, locator, fraction, note, updatedAt } = bookmark
      const changes = { page, locator, fraction, note, updatedAt }
      await tx.update(bookmarks).set(changes).where(eq(bookmarks.id, twin.id))
      known.set(buildKey(twin), { ...twin, ...changes })
    }
  }
}

/**
 * Removes bookmarks of `toId` that were copied from `fromId`, unless users have changed them since.
 */
export async function removeMergedBookmarks(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
) {
  const isCopy = sql`exists (select 1 from bookmarks as original
    where original.book_id = ${fromId} and original.user_id = ${bookmarks.userId}
      and original.created_at = ${bookmarks.createdAt} and original.updated_at = ${bookmarks.updatedAt})`
  await tx.delete(bookmarks).where(and(eq(bookmarks.bookId, toId), isCopy))
}

/** The user and creation time identify a bookmark, because a user creates one at a time. */
const buildKey = ({ userId, createdAt }: { userId: string; createdAt: Date }) =>
  `${userId} ${createdAt.getTime()}`
