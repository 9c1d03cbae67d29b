import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { books } from '../../catalog/books/schema'
import { prepareStatement } from '../../platform/db/prepared'
import { VersionedCache } from '../../platform/db/versioned-cache'
import type { Db, Tx } from '../../platform/db/store'
import { series } from '../../catalog/series/schema'
import { seesEverything } from '../../catalog/libraries/library-visibility'
import { isSeriesVisibleTo } from '../../catalog/libraries/series-visibility'
import { system, type Viewer } from '../../accounts/permissions/model'
import { formatReach } from '../../accounts/permissions/permission-rules'
import { invalidateThumbnails } from '../thumbnails/service'
import { covers } from './schema'

export type CoverRow = typeof covers.$inferSelect

/** Returns undefined if the viewer cannot see the series. */
export async function findSeriesForCover(db: Db, viewer: Viewer, seriesId: string) {
  const key = `${seriesId} ${formatReach(viewer)}`
  const [row] = await cachedSeries.get(db, key, () => querySeries(db, viewer, seriesId))
  return row
}

const cachedSeries = new VersionedCache<Awaited<ReturnType<typeof querySeries>>>()

const querySeries = (db: Db, viewer: Viewer, seriesId: string) =>
  seesEverything(viewer)
    ? queryAnySeries(db, { seriesId })
    : selectSeries(db, viewer).prepare('cover_series_restricted').execute({ seriesId })

const selectSeries = (db: Db, viewer: Viewer) =>
  db
    .select({
      id: series.id,
      libraryId: series.libraryId,
      groupKey: series.groupKey,
      selectedCoverSource: series.selectedCoverSource,
    })
    .from(series)
    .where(and(eq(series.id, sql.placeholder('seriesId')), isSeriesVisibleTo(viewer)))
    .limit(1)

const queryAnySeries = prepareStatement('cover_series', (db) => selectSeries(db, system))

export async function findFirstBookId(db: Db, seriesId: string) {
  const load = () => queryFirstBook(db, { seriesId })
  const [row] = await cachedBooks.get(db, seriesId, load)
  return row?.id
}

const cachedBooks = new VersionedCache<{ id: string }[]>()

const queryFirstBook = prepareStatement('cover_first_book', (db) =>
  db
    .select({ id: books.id })
    .from(books)
    .where(and(eq(books.seriesId, sql.placeholder('seriesId')), isNull(books.trashedAt)))
    .orderBy(asc(books.sortKey), asc(books.id))
    .limit(1),
)

export async function bookIsInSeries(db: Db, seriesId: string, bookId: string) {
  const load = () => queryBookInSeries(db, { seriesId, bookId })
  const [row] = await cachedBooks.get(db, `${seriesId} ${bookId}`, load)
  return row !== undefined
}

const queryBookInSeries = prepareStatement('cover_book_in_series', (db) =>
  db
    .select({ id: books.id })
    .from(books)
    .where(
      and(
        eq(books.id, sql.placeholder('bookId')),
        eq(books.seriesId, sql.placeholder('seriesId')),
        isNull(books.trashedAt),
      ),
    )
    .limit(1),
)

export interface Owner {
  kind: keyof typeof ownerColumns
  id: string
}

/** The `covers` column that references each kind of owner. */
const ownerColumns = {
  series: 'seriesId',
  book: 'bookId',
  collection: 'collectionId',
  readingList: 'readingListId',
  user: 'userId',
} as const

const isOwnedBy = ({ kind, id }: Owner) => eq(covers[ownerColumns[kind]], id)

export const toOwnerColumn = ({ kind, id }: Owner) => ({ [ownerColumns[kind]]: id })

export const listCovers = (db: Db, owner: Owner): Promise<CoverRow[]> =>
  selectCovers(db, isOwnedBy(owner))

export async function findOwnedCover(db: Db, owner: Owner, coverId: string) {
  const [row] = await selectCovers(db, and(isOwnedBy(owner), eq(covers.id, coverId)))
  return row
}

const cachedCovers = new VersionedCache<CoverRow[]>()

/** Returns the owner's cover from this source: the selected one, or else the newest. */
export async function findCoverBySource(db: Db, owner: Owner, source: string) {
  const load = () =>
    db
      .select()
      .from(covers)
      .where(and(isOwnedBy(owner), eq(covers.source, source)))
      .orderBy(desc(covers.isSelected), desc(covers.createdAt), desc(covers.id))
      .limit(1)
  const [row] = await cachedCovers.get(db, `${owner.kind} ${owner.id} ${source}`, load)
  return row
}

/** Finds the owner's cover that has the same bytes and comes from the same source. */
export async function findSameCover(
  db: Db,
  owner: Owner,
  same: { source: string; sha256: string },
) {
  const { source, sha256 } = same
  const condition = and(isOwnedBy(owner), eq(covers.source, source), eq(covers.sha256, sha256))
  const [row] = await selectCovers(db, condition)
  return row
}

const selectCovers = (db: Db, condition: SQL | undefined) =>
  db.select().from(covers).where(condition).orderBy(asc(covers.createdAt), asc(covers.id))

export async function insertCover(tx: Tx, row: typeof covers.$inferInsert): Promise<CoverRow> {
  const [inserted] = await tx.insert(covers).values(row).returning()
  return inserted!
}

export async function deleteCover(tx: Tx, coverId: string) {
  await tx.delete(covers).where(eq(covers.id, coverId))
  await invalidateThumbnails(tx, [coverId])
}

/** Selects one of the owner's covers, or none if the ID is null. */
export async function selectCover(tx: Tx, owner: Owner, coverId: string | null) {
  await tx.update(covers).set({ isSelected: false }).where(isOwnedBy(owner))
  if (coverId) await tx.update(covers).set({ isSelected: true }).where(eq(covers.id, coverId))
}

export async function setReplacedSource(tx: Tx, coverId: string, replacedSource: string) {
  await tx.update(covers).set({ replacedSource }).where(eq(covers.id, coverId))
}
