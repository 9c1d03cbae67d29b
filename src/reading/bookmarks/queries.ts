import { and, asc, count, desc, eq, type SQL } from 'drizzle-orm'
import { books } from '../../catalog/books/schema'
import { bookAndSeriesVisibleTo } from '../../catalog/books/book-visibility'
import { compileTextTest } from '../../platform/query/compile-comparison'
import type { Db, Tx } from '../../platform/db/store'
import type { Paging } from '../../platform/http/pagination'
import { series } from '../../catalog/series/schema'
import type { Viewer } from '../../accounts/permissions/model'
import { bookmarks } from './schema'

/** Builds the condition for the viewer's own bookmarks in books that the viewer can see. */
const isOwn = (viewer: Viewer) =>
  and(eq(bookmarks.userId, viewer.userId), bookAndSeriesVisibleTo(viewer))

const selectOwnBookmarks = (db: Db, viewer: Viewer, condition: SQL | undefined) =>
  db
    .select({
      id: bookmarks.id,
      bookId: bookmarks.bookId,
      bookTitle: books.title,
      seriesId: series.id,
      seriesName: series.title,
      page: bookmarks.page,
      locator: bookmarks.locator,
      note: bookmarks.note,
      createdAt: bookmarks.createdAt,
      updatedAt: bookmarks.updatedAt,
    })
    .from(bookmarks)
    .innerJoin(books, eq(books.id, bookmarks.bookId))
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(and(isOwn(viewer), condition))
    .$dynamic()
export type BookmarkRow = Awaited<ReturnType<typeof selectOwnBookmarks>>[number]

async function countOwnBookmarks(db: Db, viewer: Viewer, condition: SQL | undefined) {
  const [row] = await db
    .select({ total: count() })
    .from(bookmarks)
    .innerJoin(books, eq(books.id, bookmarks.bookId))
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(and(isOwn(viewer), condition))
  return row!.total
}

/** Lists the bookmarks of one book, in reading order. */
export async function listBookmarksInBook(db: Db, viewer: Viewer, bookId: string, paging: Paging) {
  const ofBook = eq(bookmarks.bookId, bookId)
  const data = await selectOwnBookmarks(db, viewer, ofBook)
    .orderBy(asc(bookmarks.fraction), asc(bookmarks.id))
    .limit(paging.pageSize)
    .offset(paging.offset)
  return { data, total: await countOwnBookmarks(db, viewer, ofBook) }
}

/** Lists the bookmarks of all books, newest first. */
export async function listAllBookmarks(
  db: Db,
  viewer: Viewer,
  { search, paging }: { search: string | undefined; paging: Paging },
) {
  const found = search
    ? compileTextTest(bookmarks.note, { operator: 'contains', value: search })
    : undefined
  const data = await selectOwnBookmarks(db, viewer, found)
    .orderBy(desc(bookmarks.createdAt), desc(bookmarks.id))
    .limit(paging.pageSize)
    .offset(paging.offset)
  return { data, total: await countOwnBookmarks(db, viewer, found) }
}

export async function findBookmark(db: Db, viewer: Viewer, bookId: string, id: string) {
  const [row] = await selectOwnBookmarks(
    db,
    viewer,
    and(eq(bookmarks.id, id), eq(bookmarks.bookId, bookId)),
  ).limit(1)
  return row
}

export async function findBookmarkOnPage(db: Db, userId: string, bookId: string, page: number) {
  const [row] = await db
    .select({ id: bookmarks.id })
    .from(bookmarks)
    .where(
      and(eq(bookmarks.userId, userId), eq(bookmarks.bookId, bookId), eq(bookmarks.page, page)),
    )
    .limit(1)
  return row?.id
}

export async function countBookmarksInBook(db: Db, userId: string, bookId: string) {
  const [row] = await db
    .select({ total: count() })
    .from(bookmarks)
    .where(and(eq(bookmarks.userId, userId), eq(bookmarks.bookId, bookId)))
  return row!.total
}

export async function insertBookmark(tx: Tx, values: typeof bookmarks.$inferInsert) {
  const [row] = await tx.insert(bookmarks).values(values).returning({ id: bookmarks.id })
  return row!.id
}

export async function updateNote(tx: Tx, id: string, note: string | null, now: Date) {
  await tx.update(bookmarks).set({ note, updatedAt: now }).where(eq(bookmarks.id, id))
}

export async function deleteBookmark(tx: Tx, id: string) {
  await tx.delete(bookmarks).where(eq(bookmarks.id, id))
}
