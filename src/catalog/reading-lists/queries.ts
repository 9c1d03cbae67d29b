import { and, count, eq, or } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import { bookProgress } from '../../reading/progress/schema'
import type { Viewer } from '../../accounts/permissions/model'
import type { ListKind } from '../item-lists/list-kind'
import { readingListBooks } from './schema'

/** How many of the visible books of each list the viewer has read. */
export async function countReadBooks(
  db: Db,
  viewer: Viewer,
  { isItemVisible }: ListKind,
  listIds: readonly string[],
): Promise<Map<string, number>> {
  if (listIds.length === 0) return new Map()
  const rows = await db
    .select({ listId: readingListBooks.listId, read: count() })
    .from(readingListBooks)
    .innerJoin(bookProgress, isRead(viewer))
    .where(and(inIds(readingListBooks.listId, listIds), isItemVisible(viewer)))
    .groupBy(readingListBooks.listId)
  return new Map(rows.map(({ listId, read }) => [listId, read]))
}

const isRead = ({ userId }: Viewer) =>
  and(
    eq(bookProgress.bookId, readingListBooks.itemId),
    eq(bookProgress.userId, userId),
    eq(bookProgress.completed, true),
  )

/** Whether the viewer has completed them, for the books of the list that were begun or completed. */
export async function mapBegunBooks(
  db: Db,
  { userId }: Viewer,
  listId: string,
): Promise<Map<string, boolean>> {
  const rows = await db
    .select({ id: readingListBooks.itemId, completed: bookProgress.completed })
    .from(readingListBooks)
    .innerJoin(bookProgress, eq(bookProgress.bookId, readingListBooks.itemId))
    .where(
      and(
        eq(readingListBooks.listId, listId),
        eq(bookProgress.userId, userId),
        or(bookProgress.started, bookProgress.completed),
      ),
    )
  return new Map(rows.map(({ id, completed }) => [id, completed]))
}
