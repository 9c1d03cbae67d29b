/** Which books belong on a shelf, as ids: a page of them and how many there are. */
import { and, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { books } from '../../catalog/books/schema'
import { bookAndSeriesVisibleTo } from '../../catalog/books/visibility'
import { inIds } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import type { Found, Paging } from '../../platform/http/pagination'
import { seesEverything, seriesVisibleTo } from '../../catalog/libraries/access'
import { libraries } from '../../catalog/libraries/schema'
import { series } from '../../catalog/series/schema'
import type { Viewer } from '../../accounts/permissions/model'
import { bookProgress, seriesProgress } from './schema'

export interface Within {
  libraryId?: string | undefined
  seriesId?: string | undefined
}

type Shelf = (db: Db, viewer: Viewer, within: Within, paging: Paging) => Promise<Found<string>>

/** Begun and not finished, the latest first. */
export const findInProgress: Shelf = (db, viewer, within, paging) =>
  findOpened(db, viewer, { within, more: sql`not ${bookProgress.completed}` }, paging)

/** Whatever was opened, the latest first. */
export const findRecentlyRead: Shelf = (db, viewer, within, paging) =>
  findOpened(db, viewer, { within, more: undefined }, paging)

/** Joined by `crossJoin`, which makes SQLite keep to this order of tables, and so to that of the index. */
async function findOpened(db: Db, viewer: Viewer, wanted: Opened, paging: Paging) {
  const condition = and(
    isOpened(viewer, wanted),
    isWithin(wanted.within),
    eq(books.id, bookProgress.bookId),
    eq(series.id, books.seriesId),
    bookAndSeriesVisibleTo(viewer),
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
  if (seesEverything(viewer) && Object.values(wanted.within).every((id) => id === undefined)) {
    return found(rows, { total: await countOpened(db, viewer, wanted) })
  }
  const [counted] = await db
    .select({ total: countRows() })
    .from(bookProgress)
    .crossJoin(books)
    .crossJoin(series)
    .where(condition)
  return found(rows, counted)
}

interface Opened {
  within: Within
  more: SQL | undefined
}

const isOpened = ({ userId }: Viewer, { more }: Opened) =>
  and(eq(bookProgress.userId, userId), sql`${bookProgress.started}`, more)

/**
 * All of them without the few that are in the trash: whoever has read fifty thousand books need not have
 * each of them looked up. A series is in the trash only when all its books are.
 */
async function countOpened(db: Db, viewer: Viewer, wanted: Opened): Promise<number> {
  const opened = isOpened(viewer, wanted)
  const inTrash = db
    .select({ total: countRows() })
    .from(books)
    .crossJoin(bookProgress)
    .where(and(isNotNull(books.trashedAt), eq(bookProgress.bookId, books.id), opened))
  const all = db.select({ total: countRows() }).from(bookProgress).where(opened)
  const counts = await Promise.all([all, inTrash, countInTrashedLibraries(db, opened)])
  const [total, ...hidden] = counts.map(([row]) => row?.total ?? 0)
  return hidden.reduce((rest, some) => rest - some, total ?? 0)
}

/** There is hardly ever such a library, and then nothing is looked up. */
async function countInTrashedLibraries(db: Db, opened: SQL | undefined) {
  const trashed = await db
    .select({ id: libraries.id })
    .from(libraries)
    .where(isNotNull(libraries.trashedAt))
  if (trashed.length === 0) return []
  const ids = trashed.map(({ id }) => id)
  const condition = and(opened, isNull(books.trashedAt), inIds(books.libraryId, ids))
  return db
    .select({ total: countRows() })
    .from(bookProgress)
    .crossJoin(books)
    .where(and(eq(books.id, bookProgress.bookId), condition))
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
    .where(inIds(series.id, ids))
  return new Map(rows.map(({ id, bookId }) => [id, bookId ?? []]))
}

/** Whatever the scans brought, the latest first. */
export const findRecentlyAdded: Shelf = async (db, viewer, within, paging) => {
  const rows = await db
    .select({ id: books.id })
    .from(books)
    .crossJoin(series)
    .where(and(eq(series.id, books.seriesId), bookAndSeriesVisibleTo(viewer), isWithin(within)))
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
    seriesVisibleTo(viewer),
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
