import { and, count, eq, or } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import { bookProgress } from '../../reading/progress/schema'
import type { Viewer } from '../../accounts/permissions/model'
import type { ListKind } from '../item-lists/list-kind'
import type { ListView } from '../item-lists/service'
import { readingListBooks } from './schema'

/** Counts the visible books that the viewer has read in each manual list. */
export async function countReadBooks(
  db: Db,
  viewer: Viewer,
  kind: ListKind,
  lists: readonly ListView[],
): Promise<Map<string, number>> {
  const byHand = lists.flatMap(({ id, automatic }) => (automatic ? [] : id))
  if (byHand.length === 0) return new Map()
  const rows = await db
    .select({ listId: readingListBooks.listId, read: count() })
    .from(readingListBooks)
    .innerJoin(bookProgress, isRead(viewer))
    .where(and(inIds(readingListBooks.listId, byHand), kind.isItemVisible(viewer)))
    .groupBy(readingListBooks.listId)
  return new Map(rows.map(({ listId, read }) => [listId, read]))
}

const isRead = ({ userId }: Viewer) =>
  and(
    eq(bookProgress.bookId, readingListBooks.itemId),
    eq(bookProgress.userId, userId),
    eq(bookProgress.completed, true),
  )

/** Maps book IDs to whether the viewer completed the book. Omits books that were never started. */
export async function mapBegunBooks(
  db: Db,
  { userId }: Viewer,
  bookIds: readonly string[],
): Promise<Map<string, boolean>> {
  const rows = await db
    .select({ id: bookProgress.bookId, completed: bookProgress.completed })
    .from(bookProgress)
    .where(
      and(
        inIds(bookProgress.bookId, bookIds),
        eq(bookProgress.userId, userId),
        or(bookProgress.started, bookProgress.completed),
      ),
    )
  return new Map(rows.map(({ id, completed }) => [id, completed]))
}
