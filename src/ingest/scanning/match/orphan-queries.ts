/** Queries for books whose files or libraries are gone, and for libraries that contain copies. */
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'
import type { Db } from '../../../platform/db/store'
import { libraries } from '../../../catalog/libraries/schema'
import { scanChanges } from '../schema'

export async function listTrashedLibraryIds(db: Db): Promise<string[]> {
  const trashed = isNotNull(libraries.trashedAt)
  const rows = await db.select({ id: libraries.id }).from(libraries).where(trashed)
  return rows.map(({ id }) => id)
}

/** Finds the paths that these books left when moves were undone, keyed by book ID. */
export async function findUndonePaths(
  db: Db,
  bookIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const rows = await db
    .select({ bookId: scanChanges.bookId, path: scanChanges.path })
    .from(scanChanges)
    .where(
      and(
        inArray(scanChanges.bookId, [...bookIds]),
        eq(scanChanges.kind, 'moved'),
        eq(scanChanges.undo, 'done'),
      ),
    )
  const undonePaths = new Map<string, Set<string>>()
  for (const { bookId, path } of rows) {
    undonePaths.set(bookId!, (undonePaths.get(bookId!) ?? new Set()).add(path))
  }
  return undonePaths
}

/**
 * Lists trashed books of the library that have a content hash and went missing at `since` or later,
 * ordered by number.
 */
export function listBooksMissingSince(
  db: Db,
  libraryId: string,
  { since, after, limit }: { since: Date; after: number; limit: number },
) {
  return db
    .select({
      n: books.n,
      id: books.id,
      seriesId: books.seriesId,
      path: books.relativePath,
      content: books.contentHash,
    })
    .from(books)
    .where(
      and(
        isNotNull(books.trashedAt),
        gte(books.missingSince, since),
        eq(books.libraryId, libraryId),
        isNotNull(books.contentHash),
        gt(books.n, after),
      ),
    )
    .orderBy(asc(books.n))
    .limit(limit)
}

/** Lists other active libraries with scanning enabled that contain books with this content. */
export async function listLibrariesWithContents(
  db: Db,
  libraryId: string,
  contents: readonly string[],
): Promise<string[]> {
  if (contents.length === 0) return []
  const rows = await db
    .selectDistinct({ id: books.libraryId })
    .from(books)
    .innerJoin(libraries, eq(libraries.id, books.libraryId))
    .where(
      and(
        inArray(books.contentHash, [...contents]),
        isNull(books.trashedAt),
        ne(books.libraryId, libraryId),
        isNull(libraries.trashedAt),
        eq(libraries.isActive, true),
        eq(libraries.scanningEnabled, true),
      ),
    )
  return rows.map(({ id }) => id)
}
