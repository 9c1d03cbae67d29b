/**
 * Finds series and books that entries can refer to. The number of queries does not depend on the
 * number of entries.
 */
import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { fewBooksVisibleAlone } from '../../../catalog/books/book-visibility'
import { bookMetadata, books } from '../../../catalog/books/schema'
import {
  isSeriesVisibleTo,
  seriesVisibleInOrder,
} from '../../../catalog/libraries/series-visibility'
import { alternateTitles, externalIds, metadataOffers } from '../../../catalog/metadata/schema'
import { series } from '../../../catalog/series/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'

const seriesAtOnce = 1000

/** Lists a slice of all visible series after the row number `after`. */
export const findSeriesAfter = (db: Db, viewer: Viewer, after: number) =>
  db
    .select({ n: series.n, id: series.id, title: series.title, year: series.year })
    .from(series)
    .where(and(gt(series.n, after), seriesVisibleInOrder(viewer)))
    .orderBy(asc(series.n))
    .limit(seriesAtOnce)

/**
 * Lists a slice of the alternate titles of visible series, after the ID `after`.
 */
export const findAlternateTitlesAfter = (db: Db, viewer: Viewer, after: string) =>
  db
    .select({
      rowId: alternateTitles.id,
      alternate: alternateTitles.title,
      id: series.id,
      title: series.title,
      year: series.year,
    })
    .from(alternateTitles)
    .innerJoin(series, eq(series.id, alternateTitles.seriesId))
    .where(and(gt(alternateTitles.id, after), isSeriesVisibleTo(viewer)))
    .orderBy(asc(alternateTitles.id))
    .limit(seriesAtOnce)
export const firstId = '00000000-0000-0000-0000-000000000000'

export const findSeriesByIds = (db: Db, viewer: Viewer, ids: readonly string[]) =>
  db
    .select({ id: series.id, title: series.title, year: series.year })
    .from(series)
    .where(and(inIds(series.id, ids), isSeriesVisibleTo(viewer)))

const idSources = ['plugin:comicvine', 'plugin:metron', 'comicvine', 'metron']

/** Lists external IDs of visible series, in the catalogs whose IDs appear in reading lists. */
export const findSeriesIds = (db: Db, viewer: Viewer, seriesIds: readonly string[]) =>
  db
    .select({
      seriesId: externalIds.seriesId,
      source: externalIds.source,
      externalId: externalIds.externalId,
    })
    .from(externalIds)
    .innerJoin(series, eq(series.id, externalIds.seriesId))
    .where(
      and(
        inIds(externalIds.seriesId, seriesIds),
        inArray(externalIds.source, idSources),
        isSeriesVisibleTo(viewer),
      ),
    )

export const findSeriesOfExternalIds = (db: Db, viewer: Viewer, ids: readonly string[]) =>
  db
    .select({ id: series.id, title: series.title, year: series.year })
    .from(externalIds)
    .innerJoin(series, eq(series.id, externalIds.seriesId))
    .where(
      and(
        inArray(externalIds.source, idSources),
        inArray(externalIds.externalId, [...ids]),
        isSeriesVisibleTo(viewer),
      ),
    )

const columns = {
  id: books.id,
  seriesId: books.seriesId,
  title: books.title,
  relativePath: books.relativePath,
  volume: books.volume,
  volumeEnd: books.volumeEnd,
  chapter: books.chapter,
  chapterEnd: books.chapterEnd,
  number: bookMetadata.number,
  year: bookMetadata.year,
  formatDetail: bookMetadata.formatDetail,
  details: bookMetadata.details,
  seriesTitle: series.title,
}

export type BookRow = Awaited<ReturnType<typeof findBooksOfSeries>>[number]

const selectBooks = (db: Db) =>
  db
    .select(columns)
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .leftJoin(bookMetadata, eq(bookMetadata.n, books.n))

export const booksAtOnce = 2000

/** Lists a slice of the visible books of these series, after the ID `after`. */
export const findBooksOfSeries = (
  db: Db,
  viewer: Viewer,
  { seriesIds, after }: { seriesIds: readonly string[]; after: string },
) =>
  selectBooks(db)
    .where(and(inIds(books.seriesId, seriesIds), gt(books.id, after), fewBooksVisibleAlone(viewer)))
    .orderBy(asc(books.id))
    .limit(booksAtOnce)

export const findBooksByIds = (db: Db, viewer: Viewer, ids: readonly string[]) =>
  selectBooks(db).where(and(inIds(books.id, ids), fewBooksVisibleAlone(viewer)))

const providers = ['comicvine', 'metron']

/**
 * Lists the provider IDs of the issues that books are matched with. The caller must check that the
 * viewer can see the books.
 */
export const findIssueIds = (db: Db, bookIds: readonly string[]) =>
  db
    .select({
      bookId: metadataOffers.bookId,
      provider: metadataOffers.provider,
      externalId: metadataOffers.externalId,
    })
    .from(metadataOffers)
    .where(and(inIds(metadataOffers.bookId, bookIds), inArray(metadataOffers.provider, providers)))

export const findBooksOfIssues = (db: Db, viewer: Viewer, issueIds: readonly string[]) =>
  db
    .select({ bookId: books.id })
    .from(metadataOffers)
    .innerJoin(books, eq(books.id, metadataOffers.bookId))
    .where(
      and(
        isNotNull(metadataOffers.bookId),
        inArray(metadataOffers.provider, providers),
        inArray(metadataOffers.externalId, [...issueIds]),
        fewBooksVisibleAlone(viewer),
      ),
    )
