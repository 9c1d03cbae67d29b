/** Which books belong on a shelf, as ids: a page of them and how many there are. */
import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { books } from '../books/schema'
import { among } from '../db/sql'
import type { Db } from '../db/store'
import type { Found, Paging } from '../http/pagination'
import { visibleTo } from '../libraries/access'
import { series } from '../series/schema'
import type { Viewer } from '../users/model'
import { bookProgress, seriesProgress } from './schema'

export interface Within {
  libraryId?: string | undefined
  seriesId?: string | undefined
}

type Shelf = (db: Db, viewer: Viewer, within: Within, paging: Paging) => Promise<Found<string>>

/** Begun and not finished, the latest first. */
export const findInProgress: Shelf = (db, viewer, within, paging) =>
  findOpened(db, viewer, paging, and(isWithin(within), sql`not ${bookProgress.completed}`))

/** Whatever was opened, the latest first. */
export const findRecentlyRead: Shelf = (db, viewer, within, paging) =>
  findOpened(db, viewer, paging, isWithin(within))

/** Joined by `crossJoin`, which makes SQLite keep to this order of tables, and so to that of the index. */
async function findOpened(db: Db, viewer: Viewer, paging: Paging, more: SQL | undefined) {
  const condition = and(
    eq(bookProgress.userId, viewer.userId),
    sql`${bookProgress.started}`,
    eq(books.id, bookProgress.bookId),
    eq(series.id, books.seriesId),
    isNull(books.trashedAt),
    isSeriesWithin(viewer, {}),
    more,
  )
  const rows = await db
    .select({ id: bookProgress.bookId })
    .from(bookProgress)
    .crossJoin(books)
    .crossJoin(series)
    .where(condition)
    .orderBy(sql`${bookProgress.updatedAt} desc nulls last`, bookProgress.bookId)
    .limit(paging.pageSize)
    .offset(paging.offset)
  const [counted] = await db
    .select({ total: countRows() })
    .from(bookProgress)
    .crossJoin(books)
    .crossJoin(series)
    .where(condition)
  return found(rows, counted)
}

/**
 * The first unread book of each series in which the viewer has finished one and begun no other, the
 * series read last first.
 */
export const findOnDeck: Shelf = async (db, viewer, within, paging) => {
  const condition = and(
    eq(seriesProgress.userId, viewer.userId),
    gt(seriesProgress.booksRead, 0),
    eq(seriesProgress.booksInProgress, 0),
    gt(series.bookCount, seriesProgress.booksRead),
    isSeriesWithin(viewer, within),
  )
  const rows = await db
    .select({ id: seriesProgress.seriesId })
    .from(seriesProgress)
    .innerJoin(series, eq(series.id, seriesProgress.seriesId))
    .where(condition)
    .orderBy(sql`${seriesProgress.lastReadAt} desc nulls last`, seriesProgress.seriesId)
    .limit(paging.pageSize)
    .offset(paging.offset)
  const [counted] = await db
    .select({ total: countRows() })
    .from(seriesProgress)
    .innerJoin(series, eq(series.id, seriesProgress.seriesId))
    .where(condition)
  const firstUnread = await findFirstUnread(db, viewer, rows)
  const data = rows.flatMap(({ id }) => firstUnread.get(id) ?? [])
  return { data, total: counted?.total ?? 0 }
}

async function findFirstUnread(db: Db, viewer: Viewer, of: { id: string }[]) {
  const isRead = sql`exists (select 1 from ${bookProgress}
    where ${bookProgress.userId} = ${viewer.userId} and ${bookProgress.bookId} = ${books.id}
      and ${bookProgress.completed})`
  const first = sql<string | null>`(select ${books.id} from ${books}
    where ${books.seriesId} = ${series}.id and ${books.trashedAt} is null
      and not ${isRead} order by ${books.sortKey}, ${books.id} limit 1)`
  const ids = of.map(({ id }) => id)
  const rows = await db
    .select({ id: series.id, bookId: first })
    .from(series)
    .where(among(series.id, ids))
  return new Map(rows.map(({ id, bookId }) => [id, bookId ?? []]))
}

/** Whatever the scans brought, the latest first. */
export const findRecentlyAdded: Shelf = async (db, viewer, within, paging) => {
  const rows = await db
    .select({ id: books.id })
    .from(books)
    .crossJoin(series)
    .where(
      and(
        eq(series.id, books.seriesId),
        isNull(books.trashedAt),
        isWithin(within),
        isSeriesWithin(viewer, {}),
      ),
    )
    .orderBy(desc(books.createdAt), desc(books.id))
    .limit(paging.pageSize)
    .offset(paging.offset)
  // The books themselves may be a million; each series knows how many it has.
  const [counted] = await db
    .select({ total: sql<number>`coalesce(sum(${series.bookCount}), 0)`.mapWith(Number) })
    .from(series)
    .where(isSeriesWithin(viewer, within))
  return found(rows, counted)
}

const isSeriesWithin = (viewer: Viewer, { libraryId, seriesId }: Within) =>
  and(
    isNull(series.trashedAt),
    visibleTo(viewer, series.libraryId),
    libraryId === undefined ? undefined : eq(series.libraryId, libraryId),
    seriesId === undefined ? undefined : eq(series.id, seriesId),
  )

const isWithin = ({ libraryId, seriesId }: Within) =>
  and(
    libraryId === undefined ? undefined : eq(books.libraryId, libraryId),
    seriesId === undefined ? undefined : eq(books.seriesId, seriesId),
  )

const countRows = () => sql<number>`count(*)`.mapWith(Number)

const found = (rows: { id: string }[], counted: { total: number } | undefined) => ({
  data: rows.map(({ id }) => id),
  total: counted?.total ?? 0,
})
