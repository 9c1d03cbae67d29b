import { and, asc, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { bookContents, bookMetadata, books, type StoredPage } from '../../catalog/books/schema'
import { fewBooksVisibleAlone } from '../../catalog/books/book-visibility'
import { covers } from '../covers/schema'
import { prepareStatement } from '../../platform/db/prepared'
import { VersionedCache } from '../../platform/db/versioned-cache'
import { andThen } from '../../platform/lib/async/now-or-later'
import { inIds, inNumbers } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import { seesEverything } from '../../catalog/libraries/library-visibility'
import type { FilePlace } from '../../catalog/books/files/locate'
import { libraries, libraryRoots } from '../../catalog/libraries/schema'
import { sidecars } from '../../catalog/sidecars/schema'
import { loadSidecarIndex, listPictures, getFolderLocation } from '../../catalog/sidecars/service'
import { system, type Viewer } from '../../accounts/permissions/model'
import { formatReach } from '../../accounts/permissions/permission-rules'
import { preservedItems } from '../../reading/preserved/schema'
import { thumbnails, thumbnailShards } from './schema'

export type ThumbnailRow = typeof thumbnails.$inferSelect

export async function findThumbnail(db: Db, ownerId: string): Promise<ThumbnailRow | undefined> {
  const [row] = await cachedThumbnails.get(db, ownerId, () => queryThumbnail(db, { ownerId }))
  return row
}

const cachedThumbnails = new VersionedCache<ThumbnailRow[]>()

const queryThumbnail = prepareStatement('thumbnail', (db) =>
  db
    .select()
    .from(thumbnails)
    .where(eq(thumbnails.ownerId, sql.placeholder('ownerId')))
    .limit(1),
)

/** Returns undefined if the viewer cannot see the book. `thumbnail` is null until one exists. */
export function findVisibleThumbnail(db: Db, viewer: Viewer, bookId: string) {
  const key = `${bookId} ${formatReach(viewer)}`
  const load = () => queryVisibleThumbnail(db, viewer, bookId)
  return andThen(cachedBookThumbnails.get(db, key, load), ([row]) => row)
}

const cachedBookThumbnails = new VersionedCache<Awaited<ReturnType<typeof queryVisibleThumbnail>>>()

const queryVisibleThumbnail = (db: Db, viewer: Viewer, bookId: string) =>
  seesEverything(viewer)
    ? queryBookThumbnail(db, { bookId })
    : selectBookThumbnail(db, viewer).prepare('book_thumbnail_restricted').execute({ bookId })

const selectBookThumbnail = (db: Db, viewer: Viewer) =>
  db
    .select({ thumbnail: thumbnails })
    .from(books)
    .leftJoin(thumbnails, eq(thumbnails.ownerId, books.id))
    .where(and(eq(books.id, sql.placeholder('bookId')), fewBooksVisibleAlone(viewer)))
    .limit(1)

const queryBookThumbnail = prepareStatement('book_thumbnail', (db) =>
  selectBookThumbnail(db, system),
)

export interface CoverSource {
  n: number
  bookId: string
  seriesId: string
  libraryId: string
  /** Location of the book, or of its image folder. */
  place: FilePlace
  format: string | null
  cover: number | string | null
  page: StoredPage | undefined
  /** File name of the selected upload. */
  chosen: string | null
  /** An image file next to the book. */
  artwork: FilePlace | undefined
}

const isMissing = or(isNull(thumbnails.ownerId), lt(thumbnails.madeAt, books.analyzedAt))

/** Lists books without a thumbnail for their current content, ordered by `n`. */
export async function listMissing(db: Db, libraryId: string, after: number, limit: number) {
  const inLibrary = and(
    eq(books.libraryId, libraryId),
    gt(books.n, after),
    isNull(books.trashedAt),
    sql`${books.analyzedAt} is not null`,
    sql`${books.pageCount} > 0`,
  )
  const rows = await db
    .select({ n: books.n })
    .from(books)
    .leftJoin(thumbnails, eq(thumbnails.ownerId, books.id))
    .where(and(inLibrary, isMissing))
    .orderBy(asc(books.n))
    .limit(limit)
  return listCoverPlaces(
    db,
    inNumbers(
      books.n,
      rows.map(({ n }) => n),
    ),
  )
}

/** Without a filter, all books. */
export interface BookFilter {
  libraryId?: string
  seriesId?: string
  bookIds?: readonly string[]
  seriesIds?: readonly string[]
}

/** Lists the next books that the viewer can see, ordered by `n`. */
export const listVisibleBooks = (
  db: Db,
  viewer: Viewer,
  { libraryId, seriesId, bookIds, seriesIds }: BookFilter,
  { after, limit }: { after: number; limit: number },
): Promise<{ n: number; id: string; libraryId: string }[]> =>
  db
    .select({ n: books.n, id: books.id, libraryId: books.libraryId })
    .from(books)
    .where(
      and(
        gt(books.n, after),
        fewBooksVisibleAlone(viewer),
        libraryId === undefined ? undefined : eq(books.libraryId, libraryId),
        seriesId === undefined ? undefined : eq(books.seriesId, seriesId),
        bookIds && inIds(books.id, bookIds),
        seriesIds && inIds(books.seriesId, seriesIds),
      ),
    )
    .orderBy(asc(books.n))
    .limit(limit)

export async function findCoverSource(db: Db, bookId: string): Promise<CoverSource | undefined> {
  const [place] = await listCoverPlaces(db, eq(books.id, bookId))
  return place
}

/** Returns the file names of the selected uploaded covers, keyed by book ID. */
export async function findChosenCovers(db: Db, bookIds: readonly string[]) {
  const rows = await db
    .select({ bookId: covers.bookId, fileName: covers.fileName })
    .from(covers)
    .where(and(inIds(covers.bookId, bookIds), eq(covers.isSelected, true)))
  return new Map(rows.map(({ bookId, fileName }) => [bookId, fileName]))
}

/** Extracts only the cover page from the page table. */
async function listCoverPlaces(db: Db, condition: SQL): Promise<CoverSource[]> {
  const rows = await db
    .select({
      n: books.n,
      bookId: books.id,
      seriesId: books.seriesId,
      libraryId: books.libraryId,
      rootPath: libraryRoots.path,
      rootId: books.rootId,
      followLinks: libraries.followLinks,
      relativePath: books.relativePath,
      locks: bookMetadata.locks,
      format: books.format,
      cover: bookContents.cover,
      pages: bookContents.pages,
      chosen: covers.fileName,
    })
    .from(books)
    .innerJoin(bookContents, eq(bookContents.n, books.n))
    .innerJoin(libraryRoots, eq(libraryRoots.id, books.rootId))
    .innerJoin(libraries, eq(libraries.id, books.libraryId))
    .leftJoin(bookMetadata, eq(bookMetadata.n, books.n))
    .leftJoin(covers, and(eq(covers.bookId, books.id), eq(covers.isSelected, true)))
    .where(condition)
    .orderBy(asc(books.n))
  const beside = await loadSidecarIndex(db, rows.map(getFolderLocation))
  return rows.map(({ rootPath, rootId, followLinks, relativePath, pages, locks, ...row }) => {
    const root = { rootPath, rootId, followLinks }
    const pictures = listPictures(beside.listForBook({ rootId, relativePath }))
    const [artwork] = locks?.includes('coverLock') ? [] : pictures
    return {
      ...row,
      place: { ...root, relativePath },
      artwork: artwork && { ...root, relativePath: joinName(artwork) },
      page: typeof row.cover === 'number' ? pages[row.cover] : undefined,
    }
  })
}

const joinName = ({ folder, name }: { folder: string; name: string }) =>
  folder === '' ? name : `${folder}/${name}`

/** Lists folder images in a library that have no thumbnail. */
export async function listMissingArtwork(db: Db, libraryId: string, after: string, limit: number) {
  const rows = await db
    .select({
      id: sidecars.id,
      rootId: sidecars.rootId,
      rootPath: libraryRoots.path,
      followLinks: libraries.followLinks,
      folder: sidecars.folder,
      name: sidecars.name,
    })
    .from(sidecars)
    .innerJoin(libraryRoots, eq(libraryRoots.id, sidecars.rootId))
    .innerJoin(libraries, eq(libraries.id, libraryRoots.libraryId))
    .leftJoin(thumbnails, eq(thumbnails.ownerId, sidecars.id))
    .where(
      and(
        eq(libraryRoots.libraryId, libraryId),
        gt(sidecars.id, after),
        isNull(sidecars.book),
        sql`${sidecars.mediaType} is not null`,
        isNull(thumbnails.ownerId),
      ),
    )
    .orderBy(asc(sidecars.id))
    .limit(limit)
  return rows.map(({ id, folder, name, ...root }) => ({
    id,
    place: { ...root, relativePath: joinName({ folder, name }) },
  }))
}

export async function saveThumbnails(tx: Tx, rows: (typeof thumbnails.$inferInsert)[]) {
  if (rows.length === 0) return
  await tx
    .insert(thumbnails)
    .values(rows)
    .onConflictDoUpdate({
      target: thumbnails.ownerId,
      set: {
        state: sql`excluded.state`,
        deaths: sql`excluded.deaths`,
        hash: sql`excluded.hash`,
        width: sql`excluded.width`,
        height: sql`excluded.height`,
        bytes: sql`excluded.bytes`,
        color: sql`excluded.color`,
        madeAt: sql`excluded.made_at`,
      },
    })
}

export async function deleteThumbnails(tx: Tx, ownerIds: readonly string[]) {
  await tx.delete(thumbnails).where(inIds(thumbnails.ownerId, ownerIds))
}

export async function deleteThumbnailsOfLibrary(tx: Tx, libraryId: string) {
  const ofLibrary = tx.select({ id: books.id }).from(books).where(eq(books.libraryId, libraryId))
  await tx.delete(thumbnails).where(sql`${thumbnails.ownerId} in ${ofLibrary}`)
}

export async function listMadeInShard(db: Db, shard: string) {
  const rows = await db
    .select({ ownerId: thumbnails.ownerId })
    .from(thumbnails)
    .where(and(eq(thumbnails.shard, shard), eq(thumbnails.state, 'made')))
  return rows.map(({ ownerId }) => ownerId)
}

/** Returns the modification times of the folders at the last check, keyed by shard. */
export async function listCheckedShards(db: Db): Promise<Map<string, number>> {
  const rows = await db.select().from(thumbnailShards)
  return new Map(rows.map(({ shard, checkedMtimeMs }) => [shard, checkedMtimeMs]))
}

export async function saveCheckedShards(tx: Tx, rows: (typeof thumbnailShards.$inferInsert)[]) {
  await tx
    .insert(thumbnailShards)
    .values(rows)
    .onConflictDoUpdate({
      target: thumbnailShards.shard,
      set: { checkedMtimeMs: sql`excluded.checked_mtime_ms` },
    })
}

/**
 * Returns the IDs that belong to a book, cover or image file. Includes books in the trash because
 * they can be restored, and covers of purged books and series, which return with them. Uses a
 * single statement, so that a cover is not missed while it moves between `covers` and
 * `preserved_items`.
 */
export async function listExistingOwners(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const isPreservedCover = and(eq(preservedItems.kind, 'cover'), inIds(preservedItems.id, ids))
  const rows = await db
    .select({ id: books.id })
    .from(books)
    .where(inIds(books.id, ids))
    .unionAll(db.select({ id: covers.id }).from(covers).where(inIds(covers.id, ids)))
    .unionAll(db.select({ id: sidecars.id }).from(sidecars).where(inIds(sidecars.id, ids)))
    .unionAll(db.select({ id: preservedItems.id }).from(preservedItems).where(isPreservedCover))
  return new Set(rows.map(({ id }) => id))
}
