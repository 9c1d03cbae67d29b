import { and, asc, count, desc, eq, or, type SQL } from 'drizzle-orm'
import type { Viewer } from '../../accounts/permissions/model'
import { bookAndSeriesVisibleTo } from '../../catalog/books/book-visibility'
import { books } from '../../catalog/books/schema'
import { series } from '../../catalog/series/schema'
import type { Db, Tx } from '../../platform/db/store'
import type { Paging } from '../../platform/http/pagination'
import { compileTextTest } from '../../platform/query/compile-comparison'
import { highlights } from './schema'

/** Selects the viewer's own highlights in books that the viewer can see. */
const selectOwn = (db: Db, viewer: Viewer, condition: SQL | undefined) =>
  db
    .select({
      id: highlights.id,
      bookId: highlights.bookId,
      bookTitle: books.title,
      seriesId: series.id,
      seriesName: series.title,
      locator: highlights.locator,
      passage: highlights.passage,
      color: highlights.color,
      note: highlights.note,
      createdAt: highlights.createdAt,
      updatedAt: highlights.updatedAt,
    })
    .from(highlights)
    .innerJoin(books, eq(books.id, highlights.bookId))
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(and(eq(highlights.userId, viewer.userId), bookAndSeriesVisibleTo(viewer), condition))
    .$dynamic()
export type HighlightRow = Awaited<ReturnType<typeof selectOwn>>[number]

async function countOwn(db: Db, viewer: Viewer, condition: SQL | undefined) {
  const [row] = await db
    .select({ total: count() })
    .from(highlights)
    .innerJoin(books, eq(books.id, highlights.bookId))
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(and(eq(highlights.userId, viewer.userId), bookAndSeriesVisibleTo(viewer), condition))
  return row!.total
}

/** Lists the highlights of a book in the order of the text. */
export async function listHighlightsOfBook(
  db: Db,
  viewer: Viewer,
  bookId: string,
  { pageSize, offset }: Pick<Paging, 'pageSize' | 'offset'>,
) {
  const ofBook = eq(highlights.bookId, bookId)
  const data = await selectOwn(db, viewer, ofBook)
    .orderBy(asc(highlights.fraction), asc(highlights.id))
    .limit(pageSize)
    .offset(offset)
  return { data, total: await countOwn(db, viewer, ofBook) }
}

/** Lists the highlights in all books, newest first. */
export async function listAllHighlights(
  db: Db,
  viewer: Viewer,
  { search, paging }: { search: string | undefined; paging: Paging },
) {
  const test = { operator: 'contains', value: search ?? '' } as const
  const found = search
    ? or(compileTextTest(highlights.passage, test), compileTextTest(highlights.note, test))
    : undefined
  const data = await selectOwn(db, viewer, found)
    .orderBy(desc(highlights.createdAt), desc(highlights.id))
    .limit(paging.pageSize)
    .offset(paging.offset)
  return { data, total: await countOwn(db, viewer, found) }
}

export async function findHighlight(db: Db, viewer: Viewer, bookId: string, id: string) {
  const condition = and(eq(highlights.id, id), eq(highlights.bookId, bookId))
  const [row] = await selectOwn(db, viewer, condition).limit(1)
  return row
}

export const countHighlightsInBook = (db: Db, userId: string, bookId: string): Promise<number> =>
  db.$count(highlights, and(eq(highlights.userId, userId), eq(highlights.bookId, bookId)))

export async function insertHighlight(tx: Tx, values: typeof highlights.$inferInsert) {
  const [row] = await tx.insert(highlights).values(values).returning({ id: highlights.id })
  return row!.id
}

export async function storeHighlightChanges(
  tx: Tx,
  id: string,
  changes: Partial<typeof highlights.$inferInsert>,
) {
  await tx.update(highlights).set(changes).where(eq(highlights.id, id))
}

export async function deleteHighlight(tx: Tx, id: string) {
  await tx.delete(highlights).where(eq(highlights.id, id))
}
