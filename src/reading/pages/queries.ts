import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import {
  bookContents,
  books,
  type StoredFinding,
  type StoredPage,
} from '../../catalog/books/schema'
import { bookVisibleTo, fewBooksVisibleAlone } from '../../catalog/books/book-visibility'
import { dialect } from '../../platform/db/dialect'
import { prepareStatement } from '../../platform/db/prepared'
import { inIds } from '../../platform/db/sql'
import { VersionedCache } from '../../platform/db/versioned-cache'
import type { Db } from '../../platform/db/store'
import { seesEverything } from '../../catalog/libraries/library-visibility'
import { libraries, libraryRoots } from '../../catalog/libraries/schema'
import { series } from '../../catalog/series/schema'
import { system, type Viewer } from '../../accounts/permissions/model'
import { formatReach } from '../../accounts/permissions/permission-rules'

export async function listStoredPages(db: Db, n: number): Promise<StoredPage[]> {
  const [row] = await db
    .select({ pages: bookContents.pages })
    .from(bookContents)
    .where(eq(bookContents.n, n))
  return row?.pages ?? []
}

/** Finds a page, its book, and the location of the file as of the last analysis. */
export function findVisiblePage(db: Db, viewer: Viewer, id: string, index: number) {
  return pages.get(db, `${id} ${index} ${formatReach(viewer)}`, () =>
    selectVisiblePage(db, viewer, { id, index }),
  )
}

const pages = new VersionedCache<Awaited<ReturnType<typeof selectVisiblePage>>>()

async function selectVisiblePage(db: Db, viewer: Viewer, values: { id: string; index: number }) {
  const [row] = seesEverything(viewer)
    ? await pageForAll(db, values)
    : await selectPage(db, viewer).prepare('page_for_some').execute(values)
  if (!row) return undefined
  const { page, ...book } = row
  const stored = typeof page === 'string' ? JSON.parse(page) : page
  return { book, page: (stored ?? undefined) as StoredPage | undefined }
}

/** Selects only one page from the JSON, because a book may have thousands of pages. */
const storedPage =
  dialect === 'sqlite'
    ? sql<unknown>`json_extract(${bookContents.pages}, '$[' || ${sql.placeholder('index')} || ']')`
    : sql<unknown>`${bookContents.pages} -> ${sql.placeholder('index')}::int`

const selectPage = (db: Db, viewer: Viewer) =>
  db
    .select({
      n: books.n,
      id: books.id,
      format: books.format,
      size: books.size,
      modifiedAtMs: books.modifiedAtMs,
      rootId: books.rootId,
      rootPath: libraryRoots.path,
      relativePath: books.relativePath,
      followLinks: libraries.followLinks,
      page: storedPage,
    })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .innerJoin(libraryRoots, eq(libraryRoots.id, books.rootId))
    .innerJoin(libraries, eq(libraries.id, books.libraryId))
    .leftJoin(bookContents, eq(bookContents.n, books.n))
    .where(and(eq(books.id, sql.placeholder('id')), bookVisibleTo(viewer)))

const pageForAll = prepareStatement('visible_page', (db) => selectPage(db, system))

export async function listStoredFindings(db: Db, n: number): Promise<StoredFinding[]> {
  const [row] = await db
    .select({ findings: bookContents.findings })
    .from(bookContents)
    .where(eq(bookContents.n, n))
  return row?.findings ?? []
}

const selectFiles = (db: Db) =>
  db
    .select({
      n: books.n,
      id: books.id,
      format: books.format,
      analyzedAt: books.analyzedAt,
      finding: books.finding,
      rootId: books.rootId,
      rootPath: libraryRoots.path,
      relativePath: books.relativePath,
      followLinks: libraries.followLinks,
    })
    .from(books)
    .innerJoin(libraryRoots, eq(libraryRoots.id, books.rootId))
    .innerJoin(libraries, eq(libraries.id, books.libraryId))

export type BookFileRow = Awaited<ReturnType<typeof listSeriesFiles>>[number]

/** Lists the files of a series that are not in the trash, in natural order. */
export const listSeriesFiles = (db: Db, seriesId: string) =>
  selectFiles(db)
    .where(and(eq(books.seriesId, seriesId), isNull(books.trashedAt)))
    .orderBy(asc(books.sortKey), asc(books.id))

/** Lists the files of the given books that the viewer can see, in no particular order. */
export const listFilesByIds = (db: Db, viewer: Viewer, ids: readonly string[]) =>
  selectFiles(db).where(and(inIds(books.id, ids), fewBooksVisibleAlone(viewer)))

export async function findSeriesTitle(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.select({ title: series.title }).from(series).where(eq(series.id, id))
  return row?.title
}
