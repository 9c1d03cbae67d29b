import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { bookContents, books, type StoredFinding, type StoredPage } from '../books/schema'
import { dialect } from '../db/dialect'
import type { Db } from '../db/store'
import { libraryRoots } from '../libraries/schema'
import { series } from '../series/schema'

export async function listStoredPages(db: Db, n: number): Promise<StoredPage[]> {
  const [row] = await db
    .select({ pages: bookContents.pages })
    .from(bookContents)
    .where(eq(bookContents.n, n))
  return row?.pages ?? []
}

/** Only this page is taken out of the table: a book may have thousands. `index` from 0. */
export async function findStoredPage(
  db: Db,
  n: number,
  index: number,
): Promise<StoredPage | undefined> {
  const { pages } = bookContents
  const page =
    dialect === 'sqlite'
      ? sql<unknown>`json_extract(${pages}, ${`$[${index}]`})`
      : sql<unknown>`${pages} -> ${index}::int`
  const [row] = await db.select({ page }).from(bookContents).where(eq(bookContents.n, n))
  if (!row?.page) return undefined
  return (typeof row.page === 'string' ? JSON.parse(row.page) : row.page) as StoredPage
}

export async function listStoredFindings(db: Db, n: number): Promise<StoredFinding[]> {
  const [row] = await db
    .select({ findings: bookContents.findings })
    .from(bookContents)
    .where(eq(bookContents.n, n))
  return row?.findings ?? []
}

/** Where the files of a series lie, in natural order. */
export function listFilesOfSeries(db: Db, seriesId: string) {
  return db
    .select({
      n: books.n,
      format: books.format,
      rootPath: libraryRoots.path,
      relativePath: books.relativePath,
    })
    .from(books)
    .innerJoin(libraryRoots, eq(libraryRoots.id, books.rootId))
    .where(and(eq(books.seriesId, seriesId), isNull(books.trashedAt)))
    .orderBy(asc(books.sortKey), asc(books.id))
}

export async function findSeriesTitle(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.select({ title: series.title }).from(series).where(eq(series.id, id))
  return row?.title
}
