import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { scannedSeriesId } from '../../catalog/books/scanned/assign-scanned-series'
import { bookMetadata, books } from '../../catalog/books/schema'
import { inIds } from '../../platform/db/sql'
import type { Db } from '../../platform/db/store'
import { libraries, libraryRoots } from '../../catalog/libraries/schema'
import { series, seriesMetadata } from '../../catalog/series/schema'

interface Page {
  after: number
  limit: number
}

/** Lists locations of all books in a library, including trashed ones, and their scanned series. */
export const listBookPlaces = (db: Db, libraryId: string, { after, limit }: Page) =>
  db
    .select({
      n: books.n,
      seriesId: scannedSeriesId,
      rootId: books.rootId,
      path: books.relativePath,
      isChosen: books.isSeriesChosen,
      isPresent: sql<number>`case when ${books.trashedAt} is null then 1 else 0 end`,
    })
    .from(books)
    .where(and(eq(books.libraryId, libraryId), gt(books.n, after)))
    .orderBy(asc(books.n))
    .limit(limit)
export type Place = Awaited<ReturnType<typeof listBookPlaces>>[number]

const holderColumns = {
  id: series.id,
  groupKey: series.groupKey,
  title: series.title,
  bookCount: series.bookCount,
  isTrashed: sql<number>`case when ${series.trashedAt} is null then 0 else 1 end`,
  locks: seriesMetadata.locks,
}

export const listSeriesHolders = (db: Db, ids: readonly string[]) =>
  db
    .select(holderColumns)
    .from(series)
    .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
    .where(inIds(series.id, ids))

/** Lists the series that currently have these keys. */
export const listKeyHolders = (db: Db, libraryId: string, keys: readonly string[]) =>
  db
    .select(holderColumns)
    .from(series)
    .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
    .where(and(eq(series.libraryId, libraryId), inArray(series.groupKey, [...keys])))

export async function findLibraryToRegroup(db: Db, id: string) {
  const [row] = await db
    .select()
    .from(libraries)
    .where(and(eq(libraries.id, id), isNull(libraries.trashedAt)))
  return row
}

export async function listRootPaths(db: Db, libraryId: string) {
  const rows = await db
    .select({ id: libraryRoots.id, path: libraryRoots.path })
    .from(libraryRoots)
    .where(eq(libraryRoots.libraryId, libraryId))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Finds the metadata of an existing book and its series. */
export async function findBookAndSeriesMetadata(db: Db, n: number) {
  const { id, title, year, publisher } = series
  const { locks, sources } = seriesMetadata
  const [row] = await db
    .select({
      metadata: bookMetadata,
      series: { id, title, year, publisher, locks, sources },
    })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
    .leftJoin(bookMetadata, eq(bookMetadata.n, books.n))
    .where(eq(books.n, n))
  return row!
}
