/** Ids of the books on a shelf: one page and the total. */
import { and, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'
import { bookAndSeriesVisibleTo } from '../../../catalog/books/visibility'
import { inIds } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import type { Found, Paging } from '../../../platform/http/pagination'
import { seesEverything, isSeriesVisibleTo } from '../../../catalog/libraries/access'
import { libraries } from '../../../catalog/libraries/schema'
import { series } from '../../../catalog/series/schema'
import type { Viewer } from '../../../accounts/permissions/model'
import { bookProgress, seriesProgress } from '../schema'

export interface ShelfFilter {
  libraryId?: string | undefined
  seriesId?: string | undefined
}

type Shelf = (db: Db, viewer: Viewer, within: ShelfFilter, paging: Paging) => Promise<Found<string>>

/** Started and not completed; most recent first. */
export const findInProgress: Shelf = (db, viewer, within, paging) =>
  findStartedBooks(db, viewer, { within, more: sql`not ${bookProgress.completed}` }, paging)

/** Started books, completed or not; most recent first. */
export const findRecentlyRead: Shelf = (db, viewer, within, paging) =>
  findStartedBooks(db, viewer, { within, more: undefined }, paging)

/** `crossJoin` makes SQLite keep this order of tables, so that it can use the index for sorting. */
async function findStartedBooks(db: Db, viewer: Viewer, wanted: StartedFilter, paging: Paging) {
  const condition = and(
    matchesStarted(viewer, wanted),
    matchesBookFilter(wanted.within),
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
    return toPage(rows, { total: await countStarted(db, viewer, wanted) })
  }
  const [counted] = await db
    .select({ total: countRows() })
    .from(bookProgress)
    .crossJoin(books)
    .crossJoin(series)
    .where(condition)
  return toPage(rows, counted)
}

interface StartedFilter {
  within: ShelfFilter
  more: SQL | undefined
}

const matchesStarted = ({ userId }: Viewer, { more }: StartedFilter) =>
  and(eq(bookProgress.userId, userId), sql`${bookProgress.started}`, more)

/**
 * Subtracts the few trashed books instead of joining each started book, of which a user can have 50,000. A
 * series is in the trash only when all its books are.
 */
async function countStarted(db: Db, viewer: Viewer, wanted: StartedFilter): Promise<number> {
  const opened = matchesStarted(viewer, wanted)
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

/** Libraries are rarely in the trash; without one the second query is skipped. */
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
 * The first unread book of each series in which the viewer has completed a book and has none in progress;
 * most recently read series first.
 */
export const findOnDeck: Shelf = async (db, viewer, within, paging) => {
  const condition = and(
    eq(seriesProgress.userId, viewer.userId),
    gt(seriesProgress.booksRead, 0),
    eq(seriesProgress.booksInProgress, 0),
    gt(series.bookCount, seriesProgress.booksRead),
    matchesSeriesFilter(viewer, within),
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

/** Most recently added first. */
export const findRecentlyAdded: Shelf = async (db, viewer, within, paging) => {
  const rows = await db
    .select({ id: books.id })
    .from(books)
    .crossJoin(series)
    .where(
      and(eq(series.id, books.seriesId), bookAndSeriesVisibleTo(viewer), matchesBookFilter(within)),
    )
    .orderBy(desc(books.createdAt), desc(books.id))
    .limit(paging.pageSize)
    .offset(paging.offset)
  // Summing the counters of series is faster than counting a million books.
  const [counted] = await db
    .select({ total: sql<number>`coalesce(sum(${series.bookCount}), 0)`.mapWith(Number) })
    .from(series)
    .where(matchesSeriesFilter(viewer, within))
  return toPage(rows, counted)
}

const matchesSeriesFilter = (viewer: Viewer, { libraryId, seriesId }: ShelfFilter) =>
  and(
    isSeriesVisibleTo(viewer),
    libraryId === undefined ? undefined : eq(series.libraryId, libraryId),
    seriesId === undefined ? undefined : eq(series.id, seriesId),
  )

const matchesBookFilter = ({ libraryId, seriesId }: ShelfFilter) =>
  and(
    libraryId === undefined ? undefined : eq(books.libraryId, libraryId),
    seriesId === undefined ? undefined : eq(books.seriesId, seriesId),
  )

const countRows = () => sql<number>`count(*)`.mapWith(Number)

const toPage = (rows: { id: string }[], counted: { total: number } | undefined) => ({
  data: rows.map(({ id }) => id),
  total: counted?.total ?? 0,
})
