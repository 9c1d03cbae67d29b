/**
 * Queries that recognize moved books by their content, former paths and series, and store the
 * content hashes that this requires.
 */
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { getWholeFileHash } from '../../../media/reader/fingerprint'
import { inIds, inNumbers } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { bookMetadata, bookPaths, books } from '../schema'
import { scannedSeriesId } from './assign-scanned-series'

export type BookByContent = Awaited<ReturnType<typeof findByContent>>[number]

const selectBooks = (db: Db) =>
  db
    .select({
      n: books.n,
      id: books.id,
      seriesId: books.seriesId,
      scannedSeriesId,
      isSeriesChosen: books.isSeriesChosen,
      libraryId: books.libraryId,
      rootId: books.rootId,
      path: books.relativePath,
      size: books.size,
      modifiedAtMs: books.modifiedAtMs,
      directory: books.directoryHash,
      content: sql<string>`${books.contentHash}`,
      missingSince: books.missingSince,
      trashedAt: books.trashedAt,
      createdAt: books.createdAt,
    })
    .from(books)

/** Searches all libraries, including the trash. */
export const findByContent = (db: Db, hashes: readonly string[]) =>
  selectBooks(db).where(inArray(books.contentHash, [...hashes]))

/** Finds which of the given books have a known content hash. */
export const findWithContent = (db: Db, ns: readonly number[]) =>
  selectBooks(db).where(and(inNumbers(books.n, ns), isNotNull(books.contentHash)))

/**
 * Books that may be orphaned: books whose files are missing, or all books of the given libraries.
 */
export type OrphanScope = { isMissing: true } | { libraries: readonly string[] }

/** Finds the next orphaned books, by row number, whose content also exists in the library. */
export function findOrphanedBooks(
  heavy: Db,
  libraryId: string,
  { which, after, limit }: { which: OrphanScope; after: number; limit: number },
) {
  const equal = sql`exists (select 1 from books as equal where equal.content_hash = ${books.contentHash}
    and equal.library_id = ${libraryId} and equal.trashed_at is null)`
  const mayBeOrphaned =
    'libraries' in which
      ? inArray(books.libraryId, [...which.libraries])
      : and(isNotNull(books.trashedAt), isNotNull(books.missingSince))
  return selectBooks(heavy)
    .where(and(mayBeOrphaned, isNotNull(books.contentHash), gt(books.n, after), equal))
    .orderBy(asc(books.n))
    .limit(limit)
}

export const findBookIdsByNumber = (db: Db, ns: readonly number[]) =>
  db.select({ n: books.n, id: books.id }).from(books).where(inNumbers(books.n, ns))

/** Returns the ID if the book exists and its content hash is unknown. */
export async function findIdWithoutContentHash(db: Db, id: string): Promise<string | undefined> {
  const hasNoHash = and(eq(books.id, id), isNull(books.contentHash))
  return (await db.select({ id: books.id }).from(books).where(hasNoHash))[0]?.id
}

/**
 * Returns the row numbers of the books that are now at another location, because a scan of another
 * library has moved them.
 */
export async function findMovedAway(
  tx: Tx,
  places: readonly { n: number; rootId: string; path: string }[],
): Promise<Set<number>> {
  const expected = new Map(places.map((place) => [place.n, place]))
  const rows = await tx
    .select({ n: books.n, rootId: books.rootId, path: books.relativePath })
    .from(books)
    .where(inNumbers(books.n, [...expected.keys()]))
  const isElsewhere = ({ n, rootId, path }: (typeof rows)[number]) =>
    rootId !== expected.get(n)!.rootId || path !== expected.get(n)!.path
  return new Set(rows.filter(isElsewhere).map(({ n }) => n))
}

export async function findFormerPlaces(db: Db, ns: readonly number[]) {
  if (ns.length === 0) return []
  return db
    .select({ n: bookPaths.n, rootId: bookPaths.rootId, path: bookPaths.relativePath })
    .from(bookPaths)
    .where(inNumbers(bookPaths.n, ns))
}

/**
 * Lists all books in these series, and books that scans would assign to them if no user had chosen
 * otherwise.
 */
export async function listBooksInSeries(db: Db, seriesIds: readonly string[]) {
  const rows = await db
    .select({
      n: books.n,
      seriesId: books.seriesId,
      scannedSeriesId,
      libraryId: books.libraryId,
      rootId: books.rootId,
      path: books.relativePath,
      trashedAt: books.trashedAt,
      missingSince: books.missingSince,
    })
    .from(books)
    .where(or(inIds(books.seriesId, seriesIds), inIds(books.scannedSeriesId, seriesIds)))
  return rows.map(({ trashedAt, missingSince, ...row }) => ({
    ...row,
    isTrashed: trashedAt !== null,
    isMissing: missingSince !== null,
  }))
}

/** Finds which of the given books have metadata that was set by a user or a provider. */
export async function findBooksWithSetMetadata(
  db: Db,
  ns: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .select({ n: bookMetadata.n, locks: bookMetadata.locks, sources: bookMetadata.sources })
    .from(bookMetadata)
    .where(inNumbers(bookMetadata.n, ns))
  const described = rows.filter(
    ({ locks, sources }) => locks.length > 0 || Object.values(sources).some(isSetByUserOrProvider),
  )
  return new Set(described.map(({ n }) => n))
}

const isSetByUserOrProvider = (source: string) =>
  source === 'edited' || source.startsWith('plugin:')

/** Returns the given sizes for which a book with a whole-file hash exists. */
export async function findHashedSizes(db: Db, sizes: readonly number[]): Promise<Set<number>> {
  const asked = [...new Set(sizes)]
  if (asked.length === 0) return new Set()
  const ranges = asked.map((size) => {
    const start = getWholeFileHash(size)
    // Selects all hashes that start with `start`: in ASCII, `;` follows `:`.
    return and(gte(books.contentHash, start), lt(books.contentHash, `${start.slice(0, -1)};`))
  })
  const rows = await db
    .selectDistinct({ size: books.size })
    .from(books)
    .where(or(...ranges))
  return new Set(rows.map(({ size }) => size))
}

/** Returns false if moved files cannot be recognized, because no content hash is known. */
export async function isAnyContentKnown(db: Db): Promise<boolean> {
  const found = await db
    .select({ n: books.n })
    .from(books)
    .where(isNotNull(books.contentHash))
    .limit(1)
  return found.length > 0
}

/**
 * Finds which of the given books have no metadata because their files were never read completely.
 */
export async function findBooksNeverRead(tx: Tx, ns: readonly number[]) {
  if (ns.length === 0) return []
  return tx
    .select({ n: books.n, id: books.id })
    .from(books)
    .leftJoin(bookMetadata, eq(bookMetadata.n, books.n))
    .where(
      and(inNumbers(books.n, ns), sql`${books.fingerprint} is null and ${bookMetadata.n} is null`),
    )
}

/** The file as it was when its full content was hashed. */
export interface HashedFile {
  n: number
  size: number
  modifiedAtMs: number
  content: string
}

/** Skips files that have changed in the meantime, and books that already have a hash. */
export async function storeContentHash(tx: Tx, { n, size, modifiedAtMs, content }: HashedFile) {
  const same = [eq(books.n, n), eq(books.size, size), eq(books.modifiedAtMs, modifiedAtMs)]
  await tx
    .update(books)
    .set({ contentHash: content })
    .where(and(...same, isNull(books.contentHash)))
}
