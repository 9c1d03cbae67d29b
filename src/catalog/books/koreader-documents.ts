/** KOReader's document identifiers: finds books by them, and stores the identifiers of books. */
import { and, asc, eq, gt, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm'
import { computeFileNameMd5 } from '../../media/reader/koreader-hash'
import { inNumbers } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import { libraryRoots } from '../libraries/schema'
import { series } from '../series/schema'
import type { Viewer } from '../../accounts/permissions/model'
import { bookVisibleTo } from './book-visibility'
import { books } from './schema'

const documentColumns = {
  id: books.id,
  format: books.format,
  pageCount: books.pageCount,
  contentHash: books.contentHash,
}
export type BookOfDocument = Pick<
  typeof books.$inferSelect,
  'id' | 'format' | 'pageCount' | 'contentHash'
>

/** More matches than this can only be different books that share a common file name. */
const maxCandidates = 20

/**
 * Finds the visible book for a document by its partial MD5, or else by its file name. Of identical
 * files, the first one added that is not missing is preferred. Returns undefined if no book
 * matches, or if different books have this name, because a position must not be applied to the
 * wrong book.
 */
export async function findBookByDocument(
  db: Db,
  viewer: Viewer,
  document: string,
): Promise<BookOfDocument | undefined> {
  const find = (which: SQL) =>
    db
      .select(documentColumns)
      .from(books)
      .innerJoin(series, eq(series.id, books.seriesId))
      .where(and(which, bookVisibleTo(viewer)))
      .orderBy(sql`${books.missingSince} is not null`, asc(books.n))
      .limit(maxCandidates)
  const [byContent] = await find(eq(books.partialMd5, document))
  return byContent ?? pickOnly(await find(eq(books.fileNameMd5, document)))
}

/** Returns the first book if all are copies of the same content. */
function pickOnly(found: readonly BookOfDocument[]): BookOfDocument | undefined {
  const [first, ...others] = found
  const isCopy = ({ contentHash }: BookOfDocument) =>
    contentHash !== null && contentHash === first?.contentHash
  return others.every(isCopy) ? first : undefined
}

/** Lists the identifiers that KOReader may use for these books. */
export async function listDocuments(db: Db, ns: readonly number[]): Promise<string[]> {
  const rows = await db
    .select({ partialMd5: books.partialMd5, fileNameMd5: books.fileNameMd5 })
    .from(books)
    .where(inNumbers(books.n, ns))
  return rows.flatMap(({ partialMd5, fileNameMd5 }) =>
    [partialMd5, fileNameMd5].filter((document) => document !== null),
  )
}

/** Lists books scanned before partial MD5 hashes were stored, ordered by row number. */
export const listBooksWithoutDocument = (
  heavy: Db,
  { after, limit }: { after: number; limit: number },
): Promise<{ n: number; rootPath: string; path: string }[]> =>
  heavy
    .select({ n: books.n, rootPath: libraryRoots.path, path: books.relativePath })
    .from(books)
    .innerJoin(libraryRoots, eq(libraryRoots.id, books.rootId))
    .where(
      and(
        isNull(books.partialMd5),
        gt(books.n, after),
        isNotNull(books.analyzedAt),
        isNull(books.missingSince),
        ne(books.format, 'folder'),
      ),
    )
    .orderBy(asc(books.n))
    .limit(limit)

interface HashedDocument {
  n: number
  path: string
  size: number
  modifiedAtMs: number
  partialMd5: string
}

/** Skips files that have moved or changed in the meantime. */
export async function storeDocument(
  tx: Tx,
  { n, path, size, modifiedAtMs, partialMd5 }: HashedDocument,
) {
  const isSameFile = and(
    eq(books.relativePath, path),
    eq(books.size, size),
    eq(books.modifiedAtMs, modifiedAtMs),
  )
  await tx
    .update(books)
    .set({ partialMd5, fileNameMd5: computeFileNameMd5(path) })
    .where(and(eq(books.n, n), isSameFile))
}
