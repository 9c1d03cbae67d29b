import { and, asc, desc, eq, isNull, type SQL } from 'drizzle-orm'
import { books } from '../books/schema'
import type { Db, Tx } from '../db/store'
import { visibleTo } from '../libraries/access'
import { series } from '../series/schema'
import type { Viewer } from '../users/model'
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
    .where(
      and(eq(series.id, seriesId), isNull(series.trashedAt), visibleTo(viewer, series.libraryId)),
    )
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

export const listCovers = (db: Db, seriesId: string): Promise<CoverRow[]> =>
  selectCovers(db, eq(covers.seriesId, seriesId))

export async function findCover(db: Db, seriesId: string, coverId: string) {
  const [row] = await selectCovers(db, and(eq(covers.seriesId, seriesId), eq(covers.id, coverId)))
  return row
}

/** The newest cover that came from this source. */
export async function findCoverBySource(db: Db, seriesId: string, source: string) {
  const condition = and(eq(covers.seriesId, seriesId), eq(covers.source, source))
  const [row] = await db
    .select()
    .from(covers)
    .where(condition)
    .orderBy(desc(covers.isSelected), desc(covers.createdAt), desc(covers.id))
    .limit(1)
  return row
}

export async function findCoverBySha(db: Db, seriesId: string, sha256: string) {
  const condition = and(eq(covers.seriesId, seriesId), eq(covers.sha256, sha256))
  const [row] = await selectCovers(db, condition)
  return row
}

const selectCovers = (db: Db, condition: SQL | undefined) =>
  db.select().from(covers).where(condition).orderBy(asc(covers.createdAt), asc(covers.id))

export async function insertCover(tx: Tx, row: typeof covers.$inferInsert) {
  await tx.insert(covers).values(row)
}

export async function deleteCover(tx: Tx, coverId: string) {
  await tx.delete(covers).where(eq(covers.id, coverId))
}

/** Makes one cover of the series the selected one, or none. */
export async function selectCover(tx: Tx, seriesId: string, coverId: string | null) {
  await tx.update(covers).set({ isSelected: false }).where(eq(covers.seriesId, seriesId))
  if (coverId) await tx.update(covers).set({ isSelected: true }).where(eq(covers.id, coverId))
}
