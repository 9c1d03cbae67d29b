/** What is asked about books that lost their files, beyond the library that is scanned. */
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import { books } from '../../../catalog/books/schema'
import type { Db } from '../../../platform/db/store'
import { libraries } from '../../../catalog/libraries/schema'
import { scanChanges } from '../schema'

export async function findTrashedLibraries(db: Db): Promise<string[]> {
  const trashed = isNotNull(libraries.trashedAt)
  const rows = await db.select({ id: libraries.id }).from(libraries).where(trashed)
  return rows.map(({ id }) => id)
}

/** From which places a person has taken these books back, by their ids. */
export async function findTakenBack(
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
  const takenBack = new Map<string, Set<string>>()
  for (const { bookId, path } of rows) {
    takenBack.set(bookId!, (takenBack.get(bookId!) ?? new Set()).add(path))
  }
  return takenBack
}

/** Of this library, gone since then, with what tells them from others; by number. */
export function findLostSince(
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

/** Other libraries, open for scans, in which books of these contents stand. */
export async function findLibrariesWith(
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
