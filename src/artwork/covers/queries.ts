import { and, asc, desc, eq, isNull, type SQL } from 'drizzle-orm'
import { books } from '../../catalog/books/schema'
import type { Db, Tx } from '../../platform/db/store'
import { series } from '../../catalog/series/schema'
import { seriesVisibleTo } from '../../catalog/libraries/access'
import type { Viewer } from '../../accounts/permissions/model'
import { covers } from './schema'

export type CoverRow = typeof covers.$inferSelect

/** The series as far as its cover goes; undefined when the viewer may not see it. */
export async function findSeriesForCover(db: Db, viewer: Viewer, seriesId: string) {
  const [row] = await db
    .select({
      id: series.id,
      libraryId: series.libraryId,
      groupKey: series.groupKey,
      selectedCoverSource: series.selectedCoverSource,
    })
    .from(series)
    .where(and(eq(series.id, seriesId), seriesVisibleTo(viewer)))
    .limit(1)
  return row
}

export async function findFirstBookId(db: Db, seriesId: string) {
  const [row] = await db
    .select({ id: books.id })
    .from(books)
    .where(and(eq(books.seriesId, seriesId), isNull(books.trashedAt)))
    .orderBy(asc(books.sortKey), asc(books.id))
    .limit(1)
  return row?.id
}

export async function bookIsInSeries(db: Db, seriesId: string, bookId: string) {
  const [row] = await db
    .select({ id: books.id })
    .from(books)
    .where(and(eq(books.id, bookId), eq(books.seriesId, seriesId), isNull(books.trashedAt)))
    .limit(1)
  return row !== undefined
}

/** Whose cover it is. */
export interface Owner {
  kind: 'series' | 'book'
  id: string
}

const ofOwner = ({ kind, id }: Owner) => eq(kind === 'series' ? covers.seriesId : covers.bookId, id)

export const listCovers = (db: Db, owner: Owner): Promise<CoverRow[]> =>
  selectCovers(db, ofOwner(owner))

export async function findCover(db: Db, owner: Owner, coverId: string) {
  const [row] = await selectCovers(db, and(ofOwner(owner), eq(covers.id, coverId)))
  return row
}

/** The newest cover that came from this source. */
export async function findCoverBySource(db: Db, owner: Owner, source: string) {
  const [row] = await db
    .select()
    .from(covers)
    .where(and(ofOwner(owner), eq(covers.source, source)))
    .orderBy(desc(covers.isSelected), desc(covers.createdAt), desc(covers.id))
    .limit(1)
  return row
}

/** The same picture from the same source. */
export async function findSameCover(
  db: Db,
  owner: Owner,
  same: { source: string; sha256: string },
) {
  const { source, sha256 } = same
  const condition = and(ofOwner(owner), eq(covers.source, source), eq(covers.sha256, sha256))
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
}

/** Makes one cover of the owner the selected one, or none. */
export async function selectCover(tx: Tx, owner: Owner, coverId: string | null) {
  await tx.update(covers).set({ isSelected: false }).where(ofOwner(owner))
  if (coverId) await tx.update(covers).set({ isSelected: true }).where(eq(covers.id, coverId))
}
