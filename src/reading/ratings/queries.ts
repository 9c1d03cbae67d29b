import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../accounts/permissions/model'
import { fewBooksVisibleAlone } from '../../catalog/books/book-visibility'
import { books } from '../../catalog/books/schema'
import { isSeriesVisibleTo } from '../../catalog/libraries/series-visibility'
import { series } from '../../catalog/series/schema'
import type { Db, Tx } from '../../platform/db/store'
import type { Found, Paging } from '../../platform/http/pagination'
import type { AverageRating, RatingView } from './model'
import { ratings } from './schema'

export interface RatedItem {
  kind: 'series' | 'book'
  id: string
}

export type RatingRow = typeof ratings.$inferSelect

const isOfItem = ({ kind, id }: RatedItem): SQL =>
  kind === 'series' ? eq(ratings.seriesId, id) : eq(ratings.bookId, id)

export async function findRatingRow(db: Db, userId: string, item: RatedItem) {
  const [row] = await db
    .select()
    .from(ratings)
    .where(and(eq(ratings.userId, userId), isOfItem(item)))
  return row
}

/**
 * Finds the average rating of all users. Ratings of other users are never shown individually, so
 * there is no average if the viewer could derive another user's rating from it.
 */
export async function findAverage(
  db: Db,
  { userId }: Viewer,
  item: RatedItem,
): Promise<AverageRating> {
  const [row] = await db
    .select({
      average: sql<string | number | null>`avg(${ratings.rating})`,
      count: sql<number>`count(${ratings.rating})`.mapWith(Number),
      others: sql<number>`count(nullif(${ratings.userId}, ${userId}))`.mapWith(Number),
    })
    .from(ratings)
    .where(and(isOfItem(item), isNotNull(ratings.rating)))
  const average = row?.others === 1 ? null : (row?.average ?? null)
  return { average: average === null ? null : Number(average), count: row?.count ?? 0 }
}

export async function storeRating(
  tx: Tx,
  known: RatingRow | undefined,
  row: Omit<RatingRow, 'id' | 'createdAt'>,
) {
  const { rating, note, favorite, updatedAt } = row
  if (!known) {
    await tx.insert(ratings).values({ ...row, createdAt: updatedAt })
    return
  }
  const changes = { rating, note, favorite, updatedAt }
  await tx.update(ratings).set(changes).where(eq(ratings.id, known.id))
}

export async function deleteRating(tx: Tx, id: string) {
  await tx.delete(ratings).where(eq(ratings.id, id))
}

interface RatingsPage extends Paging {
  itemType: RatedItem['kind'] | undefined
}

/** Lists the viewer's ratings of visible items, newest first. */
export async function listRatingRows(
  db: Db,
  viewer: Viewer,
  { itemType, pageSize, offset }: RatingsPage,
): Promise<Found<RatingView>> {
  const condition = and(
    eq(ratings.userId, viewer.userId),
    isNotNull(ratings.rating),
    or(
      and(isNotNull(ratings.bookId), fewBooksVisibleAlone(viewer)),
      and(isNull(ratings.bookId), isSeriesVisibleTo(viewer)),
    ),
    itemType && (itemType === 'book' ? isNotNull(ratings.bookId) : isNotNull(ratings.seriesId)),
  )
  const rows = await selectWithItems(db, condition)
    .orderBy(desc(ratings.updatedAt), desc(ratings.id))
    .limit(pageSize)
    .offset(offset)
  const [counted] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(ratings)
    .leftJoin(series, eq(series.id, ratings.seriesId))
    .leftJoin(books, eq(books.id, ratings.bookId))
    .where(condition)
  return { data: rows.map(buildView), total: counted?.total ?? 0 }
}

/** Finds the viewer's rating of an item. The caller must check that the viewer can see the item. */
export async function findOwnRating(db: Db, { userId }: Viewer, item: RatedItem) {
  const isRated = and(eq(ratings.userId, userId), isNotNull(ratings.rating), isOfItem(item))
  const [row] = await selectWithItems(db, isRated)
  return row && buildView(row)
}

type Listed = Awaited<ReturnType<typeof selectWithItems>>[number]

const buildView = ({ rating, ...row }: Listed): RatingView => ({
  ...row,
  rating: rating!,
  itemType: row.bookId === null ? 'series' : 'book',
})

const selectWithItems = (db: Db, condition: SQL | undefined) =>
  db
    .select({
      id: ratings.id,
      seriesId: sql<string>`coalesce(${ratings.seriesId}, ${books.seriesId})`,
      bookId: ratings.bookId,
      title: sql<string>`coalesce(${series.title}, ${books.title})`,
      rating: ratings.rating,
      notes: ratings.note,
      createdAt: ratings.createdAt,
      updatedAt: ratings.updatedAt,
    })
    .from(ratings)
    .leftJoin(series, eq(series.id, ratings.seriesId))
    .leftJoin(books, eq(books.id, ratings.bookId))
    .where(condition)
    .$dynamic()
