import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  not,
  or,
  sql,
} from 'drizzle-orm'
import { bookVisibleTo } from '../../catalog/books/book-visibility'
import { books } from '../../catalog/books/schema'
import type { Db } from '../../platform/db/store'
import type { Paging } from '../../platform/http/pagination'
import { isOpenTo, isLibraryVisibleTo } from '../../catalog/libraries/library-visibility'
import { libraries, libraryRoots } from '../../catalog/libraries/schema'
import { readingListBooks } from '../../catalog/reading-lists/schema'
import { bookmarks } from '../../reading/bookmarks/schema'
import { highlights } from '../../reading/highlights/schema'
import { bookProgress, readingEvents } from '../../reading/progress/schema'
import { ratings } from '../../reading/ratings/schema'
import { wantToRead } from '../../reading/want-to-read/schema'
import { hasCopyIn } from '../scanning/copies/has-copy'
import { isKeptForUndo } from '../../catalog/series/series-kept-for-undo'
import { series, seriesMetadata } from '../../catalog/series/schema'
import type { Viewer } from '../../accounts/permissions/model'
import {
  continuingBookId,
  getVisibleContinuingBookId,
  isContinuedBook,
  isContinuedSeries,
  isSeparated,
  trashedAt,
} from './continued-queries'

export interface TrashFilter {
  libraryId?: string | undefined
  seriesId?: string | undefined
  bookId?: string | undefined
  reason?: 'missing' | 'removed' | 'continued' | undefined
  /**
   * Books that have copies and user data but no copy that continues them. Includes books in trashed
   * libraries.
   */
  isUndecided?: boolean
}

const hasUserData = or(
  ...[bookProgress, readingEvents, bookmarks, highlights, ratings, wantToRead].map(
    (table) => sql`exists (select 1 from ${table} where ${table.bookId} = ${books.id})`,
  ),
  sql`exists (select 1 from ${readingListBooks} where ${readingListBooks.itemId} = ${books.id})`,
)

const isUndecidedBook = (viewer: Viewer) =>
  and(
    sql`${trashedAt} is not null`,
    isOpenTo(viewer, books.libraryId),
    hasCopyIn((libraryId) => isOpenTo(viewer, libraryId)),
    hasUserData,
    sql`${continuingBookId} is null`,
    not(isSeparated),
  )

const isTrashedBook = (viewer: Viewer, filter: TrashFilter) => {
  const { libraryId, seriesId, bookId, reason, isUndecided = false } = filter
  return and(
    ...(isUndecided
      ? [isUndecidedBook(viewer)]
      : [isNotNull(books.trashedAt), isLibraryVisibleTo(viewer, books.libraryId)]),
    libraryId === undefined ? undefined : eq(books.libraryId, libraryId),
    seriesId === undefined ? undefined : eq(books.seriesId, seriesId),
    bookId === undefined ? undefined : eq(books.id, bookId),
    reason && (reason === 'removed' ? isNull : isNotNull)(books.missingSince),
  )
}

/** Lists continued books only on request, because users do not need to do anything about them. */
const filterContinued = (viewer: Viewer, { reason, bookId }: TrashFilter) =>
  reason === 'continued'
    ? isContinuedBook(viewer)
    : bookId === undefined
      ? not(isContinuedBook(viewer))
      : undefined

/**
 * Lists a page of books, most recently trashed first. Reads the whole trash, so it must not run on
 * the main thread.
 */
export async function listTrashedBooks(
  heavy: Db,
  viewer: Viewer,
  filter: TrashFilter,
  { pageSize, offset }: Paging,
) {
  const condition = and(isTrashedBook(viewer, filter), filterContinued(viewer, filter))
  const data = await heavy
    .select({
      id: books.id,
      title: books.title,
      seriesId: books.seriesId,
      seriesName: series.title,
      libraryId: books.libraryId,
      libraryName: libraries.name,
      rootPath: libraryRoots.path,
      relativePath: books.relativePath,
      fileFormat: books.format,
      fileSize: books.size,
      pageCount: books.pageCount,
      trashedAt,
      missingSince: books.missingSince,
      isLibraryTrashed: sql`${libraries.trashedAt} is not null`.mapWith(Boolean),
      continuedBy: getVisibleContinuingBookId(viewer),
    })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .innerJoin(libraries, eq(libraries.id, books.libraryId))
    .innerJoin(libraryRoots, eq(libraryRoots.id, books.rootId))
    .where(condition)
    .orderBy(desc(filter.isUndecided ? trashedAt : books.trashedAt), desc(books.id))
    .limit(pageSize)
    .offset(offset)
  return { data, total: await heavy.$count(books, condition) }
}
/** Returns content hashes of books, keyed by ID. */
export async function findContents(db: Db, bookIds: readonly string[]) {
  const rows = await db
    .select({ id: books.id, content: books.contentHash })
    .from(books)
    .where(inArray(books.id, [...bookIds]))
  return new Map(rows.map(({ id, content }) => [id, content]))
}

/** Lists books with this content that the viewer can see. */
export function listBooksWithContents(heavy: Db, viewer: Viewer, contents: readonly string[]) {
  return heavy
    .select({
      content: books.contentHash,
      id: books.id,
      title: books.title,
      libraryName: libraries.name,
      rootPath: libraryRoots.path,
      relativePath: books.relativePath,
    })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .innerJoin(libraries, eq(libraries.id, books.libraryId))
    .innerJoin(libraryRoots, eq(libraryRoots.id, books.rootId))
    .where(and(inArray(books.contentHash, [...contents]), bookVisibleTo(viewer)))
    .orderBy(asc(books.createdAt), asc(books.id))
}

export type TrashedBookRow = Awaited<ReturnType<typeof listTrashedBooks>>['data'][number]

export async function listTrashedSeries(
  heavy: Db,
  viewer: Viewer,
  libraryId: string | undefined,
  { pageSize, offset }: Paging,
) {
  const condition = and(
    isNotNull(series.trashedAt),
    not(isKeptForUndo),
    not(isContinuedSeries(viewer)),
    isLibraryVisibleTo(viewer, series.libraryId),
    libraryId === undefined ? undefined : eq(series.libraryId, libraryId),
  )
  const data = await heavy
    .select({
      id: series.id,
      title: series.title,
      libraryId: series.libraryId,
      libraryName: libraries.name,
      path: seriesMetadata.path,
      trashedAt: series.trashedAt,
    })
    .from(series)
    .innerJoin(libraries, eq(libraries.id, series.libraryId))
    .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
    .where(condition)
    .orderBy(desc(series.trashedAt), desc(series.id))
    .limit(pageSize)
    .offset(offset)
  return { data, total: await heavy.$count(series, condition) }
}
export type TrashedSeriesRow = Awaited<ReturnType<typeof listTrashedSeries>>['data'][number]

/** Counts the readers of each book, keyed by book ID. */
export async function countReaders(db: Db, bookIds: readonly string[]) {
  const rows = await db
    .select({ id: bookProgress.bookId, readers: count() })
    .from(bookProgress)
    .where(inArray(bookProgress.bookId, [...bookIds]))
    .groupBy(bookProgress.bookId)
  return new Map(rows.map(({ id, readers }) => [id, readers]))
}

/** Counts books, books with files, and readers of each series. */
export async function countContents(db: Db, seriesIds: readonly string[]) {
  const present = sql<number>`count(case when ${books.missingSince} is null then 1 end)`
  const counted = await db
    .select({ id: books.seriesId, books: count(), present: present.mapWith(Number) })
    .from(books)
    .where(inArray(books.seriesId, [...seriesIds]))
    .groupBy(books.seriesId)
  const read = await db
    .select({ id: bookProgress.seriesId, readers: countDistinct(bookProgress.userId) })
    .from(bookProgress)
    .where(inArray(bookProgress.seriesId, [...seriesIds]))
    .groupBy(bookProgress.seriesId)
  const readersOf = new Map(read.map(({ id, readers }) => [id, readers]))
  return new Map(
    counted.map(({ id, ...counts }) => [id, { ...counts, readers: readersOf.get(id) ?? 0 }]),
  )
}

/** Finds a trashed book, or a book in a trashed library, that a copy can continue. */
export async function findBookToContinue(db: Db, viewer: Viewer, id: string) {
  const isOfTrash = and(sql`${trashedAt} is not null`, isOpenTo(viewer, books.libraryId))
  const [row] = await db
    .select()
    .from(books)
    .where(and(eq(books.id, id), isOfTrash))
  return row
}

/**
 * Finds a trashed book that the viewer can see. `toId` is the book that continues it, or null if
 * there is none that the viewer can see.
 */
export async function findContinuedBook(db: Db, viewer: Viewer, id: string) {
  const [row] = await db
    .select({ id: books.id, toId: getVisibleContinuingBookId(viewer) })
    .from(books)
    .where(and(eq(books.id, id), sql`${trashedAt} is not null`, isOpenTo(viewer, books.libraryId)))
  return row
}

/** Finds a trashed book in a library outside the trash. */
export async function findTrashedBook(db: Db, viewer: Viewer, id: string) {
  const [row] = await db
    .select()
    .from(books)
    .where(and(eq(books.id, id), isTrashedBook(viewer, {})))
  return row
}

/** Finds a series in a library outside the trash. */
export async function findSeriesForTrash(db: Db, viewer: Viewer, id: string) {
  const [row] = await db
    .select()
    .from(series)
    .where(and(eq(series.id, id), isLibraryVisibleTo(viewer, series.libraryId)))
  return row
}

/** Finds a library, trashed or not. */
export async function findLibraryToPurge(db: Db, viewer: Viewer, id: string) {
  const [row] = await db
    .select()
    .from(libraries)
    .where(and(eq(libraries.id, id), isOpenTo(viewer, libraries.id)))
  return row
}

/**
 * Lists the numbers of the next books of a series: trashed ones whose files are present, or those
 * outside the trash.
 */
export async function listNextBooks(
  db: Db,
  seriesId: string,
  { trashed, after, limit }: { trashed: boolean; after: number; limit: number },
): Promise<number[]> {
  const state = trashed
    ? and(isNotNull(books.trashedAt), isNull(books.missingSince))
    : isNull(books.trashedAt)
  const rows = await db
    .select({ n: books.n })
    .from(books)
    .where(and(eq(books.seriesId, seriesId), gt(books.n, after), state))
    .orderBy(asc(books.n))
    .limit(limit)
  return rows.map(({ n }) => n)
}

export const countMissing = (db: Db, seriesId: string) =>
  db.$count(books, and(eq(books.seriesId, seriesId), isNotNull(books.missingSince)))
