/** The "In progress" and "Recently read" shelves. */
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'
import { bookAndSeriesVisibleTo } from '../../../catalog/books/book-visibility'
import { inIds } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import type { Paging } from '../../../platform/http/pagination'
import { seesEverything } from '../../../catalog/libraries/library-visibility'
import { libraries } from '../../../catalog/libraries/schema'
import { series } from '../../../catalog/series/schema'
import type { Viewer } from '../../../accounts/permissions/model'
import { bookProgress } from '../schema'
import { countRows, matchesBookFilter, type Shelf, type ShelfFilter, toPage } from './queries'

/** Finds books that are started, not completed and not hidden, most recent first. */
export const findInProgress: Shelf = (db, viewer, within, paging) =>
  findStartedBooks(db, viewer, { within, more: isContinued }, paging)

const isContinued = sql`not ${bookProgress.completed} and not ${bookProgress.hidden}`

/** Finds started books, completed or not, most recent first. */
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
 * Counts started books. Subtracts those in the trash, which are few, instead of joining all started
 * books, of which a user can have 50,000. A series is in the trash only if all of its books are.
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

/**
 * Counts started books in trashed libraries. Libraries are rarely in the trash, and if none is, the
 * second query is skipped.
 */
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
