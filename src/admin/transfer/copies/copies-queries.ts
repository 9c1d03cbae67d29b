/**
 * Reads the books and series whose metadata is written into copies, and the root folders of
 * libraries.
 */
import { and, asc, eq, gt, isNull, type SQL } from 'drizzle-orm'
import { bookMetadata, books } from '../../../catalog/books/schema'
import { genres, seriesGenres, seriesTags, tags } from '../../../catalog/labels/schema'
import { libraries, libraryRoots } from '../../../catalog/libraries/schema'
import { series, seriesMetadata } from '../../../catalog/series/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'

const booksAtOnce = 100

/** The library or series to copy. */
export interface CopySource {
  libraryId?: string
  seriesId?: string
}

const isOf = ({ libraryId, seriesId }: CopySource): SQL | undefined =>
  seriesId === undefined
    ? libraryId === undefined
      ? undefined
      : eq(books.libraryId, libraryId)
    : eq(books.seriesId, seriesId)

export type CopiedBook = Awaited<ReturnType<typeof listCopiedBooks>>[number]

export const listCopiedBooks = (db: Db, source: CopySource, after: number) =>
  db
    .select({
      book: books,
      metadata: bookMetadata,
      series,
      seriesMetadata,
      root: { id: libraryRoots.id, path: libraryRoots.path },
    })
    .from(books)
    .innerJoin(bookMetadata, eq(bookMetadata.n, books.n))
    .innerJoin(series, eq(series.id, books.seriesId))
    .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
    .innerJoin(libraryRoots, eq(libraryRoots.id, books.rootId))
    .where(and(isOf(source), isNull(books.trashedAt), gt(books.n, after)))
    .orderBy(asc(books.n))
    .limit(booksAtOnce)

/** Finds the names of the genres and tags of series. */
export async function findSeriesLabels(db: Db, seriesIds: readonly string[]) {
  const genreRows = await db
    .select({ seriesId: seriesGenres.seriesId, name: seriesGenres.name })
    .from(seriesGenres)
    .innerJoin(genres, eq(genres.id, seriesGenres.labelId))
    .where(inIds(seriesGenres.seriesId, seriesIds))
    .orderBy(asc(genres.nameKey))
  const tagRows = await db
    .select({ seriesId: seriesTags.seriesId, name: seriesTags.name })
    .from(seriesTags)
    .innerJoin(tags, eq(tags.id, seriesTags.labelId))
    .where(inIds(seriesTags.seriesId, seriesIds))
    .orderBy(asc(tags.nameKey))
  return {
    genres: Map.groupBy(genreRows, ({ seriesId }) => seriesId),
    tags: Map.groupBy(tagRows, ({ seriesId }) => seriesId),
  }
}

/** Lists the roots of all libraries, including those in the trash. */
export const listAllRoots = (db: Db) =>
  db
    .select({ id: libraryRoots.id, path: libraryRoots.path, libraryId: libraryRoots.libraryId })
    .from(libraryRoots)
    .orderBy(asc(libraryRoots.libraryId), asc(libraryRoots.position))

export async function findLibraryId(db: Db, nameOrId: string): Promise<string | undefined> {
  const rows = await db.select({ id: libraries.id, name: libraries.name }).from(libraries)
  return rows.find(({ id, name }) => id === nameOrId || name === nameOrId)?.id
}
