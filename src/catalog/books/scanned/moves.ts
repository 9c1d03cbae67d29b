/**
 * Books whose files were found in another place: the row goes there, with all that hangs on it. Also the
 * other way round: which books held this content when they were last read.
 */
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { wholeFileOf } from '../../../media/reader/evidence'
import { inIds, inNumbers } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { bookMetadata, bookPaths, books } from '../schema'

export type BookByContent = Awaited<ReturnType<typeof findByContent>>[number]

const selectBooks = (db: Db) =>
  db
    .select({
      n: books.n,
      id: books.id,
      seriesId: books.seriesId,
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

/** Of all libraries, also those that are in the trash. */
export const findByContent = (db: Db, hashes: readonly string[]) =>
  selectBooks(db).where(inArray(books.contentHash, [...hashes]))

/** Of these books those whose content is known. */
export const findWithContent = (db: Db, ns: readonly number[]) =>
  selectBooks(db).where(and(inNumbers(books.n, ns), isNotNull(books.contentHash)))

/** Which books may be bereft: those whose files are missing, or all of these libraries. */
export type OrphanScope = { isMissing: true } | { libraries: readonly string[] }

/** Of those that may be bereft the next to which a present one of this library is equal, by number. */
export function findOrphanedBooks(
  heavy: Db,
  libraryId: string,
  { which, after, limit }: { which: OrphanScope; after: number; limit: number },
) {
  const equal = sql`exists (select 1 from books as equal where equal.content_hash = ${books.contentHash}
    and equal.library_id = ${libraryId} and equal.trashed_at is null)`
  const isBereft =
    'libraries' in which
      ? inArray(books.libraryId, [...which.libraries])
      : and(isNotNull(books.trashedAt), isNotNull(books.missingSince))
  return selectBooks(heavy)
    .where(and(isBereft, isNotNull(books.contentHash), gt(books.n, after), equal))
    .orderBy(asc(books.n))
    .limit(limit)
}

export const findBookIdsByNumber = (db: Db, ns: readonly number[]) =>
  db.select({ n: books.n, id: books.id }).from(books).where(inNumbers(books.n, ns))

/** Of a book of which nobody knows yet whose file it is; undefined: that is known. */
export async function findIdWithoutContentHash(db: Db, id: string): Promise<string | undefined> {
  const untold = and(eq(books.id, id), isNull(books.contentHash))
  return (await db.select({ id: books.id }).from(books).where(untold))[0]?.id
}

/** Places where these books lay before, by number. */
export async function findFormerPlaces(db: Db, ns: readonly number[]) {
  if (ns.length === 0) return []
  return db
    .select({ n: bookPaths.n, rootId: bookPaths.rootId, path: bookPaths.relativePath })
    .from(bookPaths)
    .where(inNumbers(bookPaths.n, ns))
}

/** All books of these series. */
export async function listBooksInSeries(db: Db, seriesIds: readonly string[]) {
  const rows = await db
    .select({
      n: books.n,
      seriesId: books.seriesId,
      libraryId: books.libraryId,
      rootId: books.rootId,
      path: books.relativePath,
      trashedAt: books.trashedAt,
      missingSince: books.missingSince,
    })
    .from(books)
    .where(inIds(books.seriesId, seriesIds))
  return rows.map(({ trashedAt, missingSince, ...row }) => ({
    ...row,
    isTrashed: trashedAt !== null,
    isMissing: missingSince !== null,
  }))
}

/** Of these books those of which a person or a provider has said something, beyond what is in the file. */
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

/** All books of one series stand in the other now. */
export async function moveBooksToSeries(
  tx: Tx,
  { from, to }: { from: string; to: string },
  now: Date,
) {
  await tx.update(books).set({ seriesId: to, updatedAt: now }).where(eq(books.seriesId, from))
}

/** Of these sizes in bytes those of books that are known by every byte of their files. */
export async function findHashedSizes(db: Db, sizes: readonly number[]): Promise<Set<number>> {
  const asked = [...new Set(sizes)]
  if (asked.length === 0) return new Set()
  const ranges = asked.map((size) => {
    const start = wholeFileOf(size)
    // The sign that follows the colon.
    return and(gte(books.contentHash, start), lt(books.contentHash, `${start.slice(0, -1)};`))
  })
  const rows = await db
    .selectDistinct({ size: books.size })
    .from(books)
    .where(or(...ranges))
  return new Set(rows.map(({ size }) => size))
}

/** Without one, nothing that is found can be anything but new. */
export async function isAnyContentKnown(db: Db): Promise<boolean> {
  const found = await db
    .select({ n: books.n })
    .from(books)
    .where(isNotNull(books.contentHash))
    .limit(1)
  return found.length > 0
}

interface Place {
  libraryId: string
  rootId: string
  path: string
}

export interface Relocation {
  n: number
  from: Place
  to: Place
  /** The series at the new place; undefined: it stays where it is. */
  seriesId: string | undefined
  /** The file that lies there; undefined: some other one, or none. */
  file: { size: number; modifiedAtMs: number } | undefined
  /** Whoever stood there until now was not in the trash, and so this one is not any more. */
  isVisible?: boolean | undefined
}

/**
 * All of these or, when one of the books is not where it was, none: they may take each other's places.
 * `displaced` are rows of files that were never read, which have no story to lose.
 */
export async function storeRelocations(
  tx: Tx,
  relocations: readonly Relocation[],
  { displaced, now }: { displaced: readonly number[]; now: Date },
): Promise<boolean> {
  const ns = relocations.map(({ n }) => n)
  const rows = await tx
    .select({ n: books.n, rootId: books.rootId, path: books.relativePath })
    .from(books)
    .where(inNumbers(books.n, ns))
  const rowOf = new Map(rows.map((row) => [row.n, row]))
  const isThere = ({ n, from }: Relocation) =>
    rowOf.get(n)?.rootId === from.rootId && rowOf.get(n)?.path === from.path
  if (!relocations.every(isThere)) return false
  if (displaced.length > 0) await tx.delete(books).where(inNumbers(books.n, displaced))
  const past = relocations.filter(({ from }) => !from.path.includes('//'))
  if (past.length > 0) {
    await tx.insert(bookPaths).values(
      past.map(({ n, from }) => ({
        n,
        rootId: from.rootId,
        relativePath: from.path,
        until: now,
      })),
    )
  }
  // Out of each other's way first: no file has such a path.
  if (ns.length > 1) {
    const aside = sql`'//' || cast(${books.n} as text)`
    await tx.update(books).set({ relativePath: aside }).where(inNumbers(books.n, ns))
  }
  for (const relocation of relocations) await applyRelocation(tx, relocation, now)
  return true
}

async function applyRelocation(
  tx: Tx,
  { n, to, seriesId, file, isVisible }: Relocation,
  now: Date,
) {
  const place = { libraryId: to.libraryId, rootId: to.rootId, relativePath: to.path }
  const arrived = file
    ? {
        ...file,
        analyzedAt: null,
        attempts: 0,
        missingSince: null,
        // A book that a person had put into the trash before it went missing stays there.
        trashedAt: isVisible
          ? null
          : sql`case when ${books.missingSince} is null or ${books.trashedAt} <> ${books.missingSince}
          then ${books.trashedAt} end`,
      }
    : // Whatever lies there is not what was read.
      { modifiedAtMs: -1 }
  await tx
    .update(books)
    .set({ ...place, ...(seriesId !== undefined && { seriesId }), ...arrived, updatedAt: now })
    .where(eq(books.n, n))
}

/** Those of these books that were never read to the end and that nobody has described. */
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

/** The file as it was when every byte of it was read. */
export interface HashedFile {
  n: number
  size: number
  modifiedAtMs: number
  content: string
}

/** Unless the file is another one by now, or has said who it is. */
export async function storeContentHash(tx: Tx, { n, size, modifiedAtMs, content }: HashedFile) {
  const same = [eq(books.n, n), eq(books.size, size), eq(books.modifiedAtMs, modifiedAtMs)]
  await tx
    .update(books)
    .set({ contentHash: content })
    .where(and(...same, isNull(books.contentHash)))
}
