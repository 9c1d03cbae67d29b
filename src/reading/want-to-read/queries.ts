import { fewBooksVisibleAlone } from '../../catalog/books/book-visibility'
import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { books } from '../../catalog/books/schema'
import { numberColumns } from '../../catalog/books/numbers/book-names'
import { inIds } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import type { Found, Paging } from '../../platform/http/pagination'
import { series } from '../../catalog/series/schema'
import { isSeriesVisibleTo } from '../../catalog/libraries/series-visibility'
import type { Viewer } from '../../accounts/permissions/model'
import type { WantToReadSort, WantToReadView } from './model'
import { wantToRead } from './schema'

/** Either the series or the book is set. */
export interface WantedItem {
  seriesId: string | null
  bookId: string | null
}

interface WantedPage extends Paging {
  sort: WantToReadSort
  /** If set, the list contains only the entry of this item. */
  item?: WantedItem
}

const orders = {
  custom: [asc(wantToRead.position), asc(wantToRead.id)],
  newest: [desc(wantToRead.addedAt), desc(wantToRead.id)],
  oldest: [asc(wantToRead.addedAt), asc(wantToRead.id)],
}

export async function listWantedItems(
  db: Db,
  viewer: Viewer,
  { sort, offset, pageSize, item }: WantedPage,
): Promise<Found<WantToReadView>> {
  const condition = and(isVisibleEntry(viewer), item && isSameItem(item))
  const rows = await db
    .select({
      id: wantToRead.id,
      seriesId: wantToRead.seriesId,
      bookId: wantToRead.bookId,
      title: sql<string>`coalesce(${series.title}, ${books.title})`,
      seriesName: seriesOfBook,
      ...numberColumns,
      position: wantToRead.position,
      addedAt: wantToRead.addedAt,
    })
    .from(wantToRead)
    .leftJoin(series, eq(series.id, wantToRead.seriesId))
    .leftJoin(books, eq(books.id, wantToRead.bookId))
    .where(condition)
    .orderBy(...orders[sort])
    .limit(pageSize)
    .offset(offset)
  const [counted] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(wantToRead)
    .leftJoin(series, eq(series.id, wantToRead.seriesId))
    .leftJoin(books, eq(books.id, wantToRead.bookId))
    .where(condition)
  const data = rows.map((row) => ({
    ...row,
    itemType: row.seriesId === null ? ('book' as const) : ('series' as const),
  }))
  return { data, total: counted?.total ?? 0 }
}

const seriesOfBook = sql<string | null>`(select of_book.title from ${series} of_book
  where of_book.id = ${books.seriesId})`

/** The query must join `series` and `books`. */
const isVisibleEntry = (viewer: Viewer) =>
  and(eq(wantToRead.userId, viewer.userId), or(isVisibleSeries(viewer), isVisibleBook(viewer)))

export const isVisibleSeries = (viewer: Viewer) =>
  and(sql`${series.id} is not null`, isSeriesVisibleTo(viewer))

export const isVisibleBook = (viewer: Viewer) =>
  and(sql`${books.id} is not null`, fewBooksVisibleAlone(viewer))

/** The key includes the kind, because a book and a series may have the same ID. */
export const getKey = ({ seriesId, bookId }: WantedItem) =>
  seriesId === null ? `book ${bookId}` : `series ${seriesId}`

/** Returns the keys of the items that the viewer can see. */
export async function findVisibleItems(tx: Tx, viewer: Viewer, items: WantedItem[]) {
  const ofSeries = await tx
    .select({ seriesId: series.id, bookId: sql<null>`null` })
    .from(series)
    .where(and(inIds(series.id, getSeriesIds(items)), isVisibleSeries(viewer)))
  const ofBooks = await tx
    .select({ seriesId: sql<null>`null`, bookId: books.id })
    .from(books)
    .where(and(inIds(books.id, getBookIds(items)), isVisibleBook(viewer)))
  return new Set([...ofSeries, ...ofBooks].map(getKey))
}

/** Returns the keys of the items that are in the list. */
export async function findWantedItems(db: Db, userId: string, items: readonly WantedItem[]) {
  const isWanted = or(
    inIds(wantToRead.seriesId, getSeriesIds(items)),
    inIds(wantToRead.bookId, getBookIds(items)),
  )
  const rows = await db
    .select({ seriesId: wantToRead.seriesId, bookId: wantToRead.bookId })
    .from(wantToRead)
    .where(and(eq(wantToRead.userId, userId), isWanted))
  return new Set(rows.map(getKey))
}

/** Counts all entries, including those that are hidden at the moment. */
export const countWanted = (db: Db, userId: string): Promise<number> =>
  db.$count(wantToRead, eq(wantToRead.userId, userId))

export async function deleteWanted(tx: Tx, userId: string, item: WantedItem) {
  const deleted = await tx
    .delete(wantToRead)
    .where(and(eq(wantToRead.userId, userId), isSameItem(item)))
    .returning({ id: wantToRead.id })
  return deleted.length > 0
}

const isSameItem = ({ seriesId, bookId }: WantedItem): SQL =>
  seriesId === null
    ? sql`${wantToRead.bookId} = ${bookId}`
    : sql`${wantToRead.seriesId} = ${seriesId}`

const getSeriesIds = (items: readonly WantedItem[]) =>
  items.flatMap(({ seriesId }) => seriesId ?? [])
const getBookIds = (items: readonly WantedItem[]) => items.flatMap(({ bookId }) => bookId ?? [])
