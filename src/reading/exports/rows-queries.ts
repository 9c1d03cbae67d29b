/** Reads export rows in slices by key, so that memory use does not depend on the number of rows. */
import { and, asc, type Column, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../accounts/permissions/model'
import { bookAndSeriesVisibleTo, fewBooksVisibleAlone } from '../../catalog/books/book-visibility'
import { books } from '../../catalog/books/schema'
import { seriesGenres, seriesTags } from '../../catalog/labels/schema'
import { libraries } from '../../catalog/libraries/schema'
import { isSeriesVisibleTo } from '../../catalog/libraries/series-visibility'
import { series } from '../../catalog/series/schema'
import { inIds } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import { highlights } from '../highlights/schema'
import { bookProgress, seriesProgress } from '../progress/schema'
import { ratings } from '../ratings/schema'

export interface Slice {
  /** Includes only rows after this key. */
  after: string
  libraryIds: readonly string[]
  limit: number
}

const after = (column: Column, { after: key }: Slice) =>
  key === '' ? undefined : sql`${column} > ${key}`

const inLibraries = (column: Column, { libraryIds }: Slice) =>
  libraryIds.length === 0 ? undefined : inIds(column, libraryIds)

export const listSeriesRows = (db: Db, { viewer, slice }: { viewer: Viewer; slice: Slice }) =>
  db
    .select({
      id: series.id,
      title: series.title,
      library: libraries.name,
      year: series.year,
      status: series.status,
      publisher: series.publisher,
      language: series.language,
      ageRating: series.ageRating,
      bookCount: series.bookCount,
      booksRead: seriesProgress.booksRead,
      readCount: seriesProgress.readCount,
      lastReadAt: seriesProgress.lastReadAt,
      lastCompletedAt: seriesProgress.lastCompletedAt,
      rating: ratings.rating,
      favorite: ratings.favorite,
      note: ratings.note,
      addedAt: series.createdAt,
    })
    .from(series)
    .innerJoin(libraries, eq(libraries.id, series.libraryId))
    .leftJoin(
      seriesProgress,
      and(eq(seriesProgress.seriesId, series.id), eq(seriesProgress.userId, viewer.userId)),
    )
    .leftJoin(ratings, and(eq(ratings.seriesId, series.id), eq(ratings.userId, viewer.userId)))
    .where(
      and(isSeriesVisibleTo(viewer), inLibraries(series.libraryId, slice), after(series.id, slice)),
    )
    .orderBy(asc(series.id))
    .limit(slice.limit)

/** Lists the names of labels, keyed by series. */
export async function listLabelNames(
  db: Db,
  links: typeof seriesGenres | typeof seriesTags,
  seriesIds: readonly string[],
) {
  const rows = await db
    .select({ seriesId: links.seriesId, name: links.name })
    .from(links)
    .where(inIds(links.seriesId, seriesIds))
    .orderBy(asc(links.name))
  return Map.groupBy(rows, ({ seriesId }) => seriesId)
}

export const listBookRows = (db: Db, { viewer, slice }: { viewer: Viewer; slice: Slice }) =>
  selectBooks(db, viewer, undefined, slice)

/** Includes only books that the user has opened or finished. */
export const listProgressRows = (db: Db, { viewer, slice }: { viewer: Viewer; slice: Slice }) =>
  selectBooks(db, viewer, isNotNull(bookProgress.bookId), slice)

const selectBooks = (db: Db, viewer: Viewer, condition: SQL | undefined, slice: Slice) =>
  db
    .select({
      id: books.id,
      title: books.title,
      series: series.title,
      library: libraries.name,
      volume: books.volume,
      chapter: books.chapter,
      format: books.format,
      pages: books.pageCount,
      sizeBytes: books.size,
      completed: bookProgress.completed,
      started: bookProgress.started,
      page: bookProgress.page,
      fraction: bookProgress.fraction,
      timesRead: bookProgress.completions,
      startedAt: bookProgress.startedAt,
      positionAt: bookProgress.positionAt,
      lastCompletedAt: bookProgress.lastCompletedAt,
      rating: ratings.rating,
      favorite: ratings.favorite,
      note: ratings.note,
      addedAt: books.createdAt,
    })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .innerJoin(libraries, eq(libraries.id, books.libraryId))
    .leftJoin(
      bookProgress,
      and(eq(bookProgress.bookId, books.id), eq(bookProgress.userId, viewer.userId)),
    )
    .leftJoin(ratings, and(eq(ratings.bookId, books.id), eq(ratings.userId, viewer.userId)))
    .where(
      and(
        bookAndSeriesVisibleTo(viewer),
        condition,
        inLibraries(books.libraryId, slice),
        after(books.id, slice),
      ),
    )
    .orderBy(asc(books.id))
    .limit(slice.limit)

export const listRatingsToExport = (db: Db, { viewer, slice }: { viewer: Viewer; slice: Slice }) =>
  db
    .select({
      key: ratings.id,
      id: sql<string>`coalesce(${ratings.bookId}, ${ratings.seriesId})`,
      isBook: sql<boolean>`${ratings.bookId} is not null`.mapWith(Boolean),
      title: sql<string>`coalesce(${books.title}, ${series.title})`,
      series: sql<string>`coalesce(${series.title}, (select home.title from series as home
        where home.id = ${books.seriesId}))`,
      rating: ratings.rating,
      favorite: ratings.favorite,
      note: ratings.note,
      changedAt: ratings.updatedAt,
    })
    .from(ratings)
    .leftJoin(series, eq(series.id, ratings.seriesId))
    .leftJoin(books, eq(books.id, ratings.bookId))
    .where(
      and(
        eq(ratings.userId, viewer.userId),
        after(ratings.id, slice),
        or(
          and(
            isNotNull(ratings.seriesId),
            isSeriesVisibleTo(viewer),
            inLibraries(series.libraryId, slice),
          ),
          and(
            isNotNull(ratings.bookId),
            fewBooksVisibleAlone(viewer),
            inLibraries(books.libraryId, slice),
          ),
        ),
      ),
    )
    .orderBy(asc(ratings.id))
    .limit(slice.limit)

export const listHighlightRows = (db: Db, { viewer, slice }: { viewer: Viewer; slice: Slice }) =>
  db
    .select({
      key: highlights.id,
      bookId: highlights.bookId,
      title: books.title,
      series: series.title,
      locator: highlights.locator,
      fraction: highlights.fraction,
      passage: highlights.passage,
      note: highlights.note,
      color: highlights.color,
      createdAt: highlights.createdAt,
    })
    .from(highlights)
    .innerJoin(books, eq(books.id, highlights.bookId))
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(
      and(
        eq(highlights.userId, viewer.userId),
        bookAndSeriesVisibleTo(viewer),
        inLibraries(books.libraryId, slice),
        after(highlights.id, slice),
      ),
    )
    .orderBy(asc(highlights.id))
    .limit(slice.limit)
