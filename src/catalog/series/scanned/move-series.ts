/**
 * Moves series rows, with all related data, to a different folder, and deletes series without
 * books.
 */
import { and, eq, gte, inArray, isNotNull, not, sql } from 'drizzle-orm'
import { books } from '../../books/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { moveLabelCounts } from '../../labels/series-labels'
import { isKeptForUndo } from '../series-kept-for-undo'
import { series, seriesMetadata, seriesTracking } from '../schema'

export interface SeriesMove {
  id: string
  libraryId: string
  groupKey: string
  /** Absolute. */
  path: string
}

export type SeriesState = Awaited<ReturnType<typeof findSeriesStates>>[number]

const selectStates = (db: Db) =>
  db
    .select({
      id: series.id,
      libraryId: series.libraryId,
      groupKey: series.groupKey,
      title: series.title,
      folder: seriesMetadata.path,
      trashedAt: series.trashedAt,
      tracked: series.tracked,
      hasCustomCover: series.hasCustomCover,
      coverSource: series.selectedCoverSource,
      locks: seriesMetadata.locks,
      sources: seriesMetadata.sources,
      settings: seriesTracking.seriesId,
    })
    .from(series)
    .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
    .leftJoin(seriesTracking, eq(seriesTracking.seriesId, series.id))

export const findSeriesStates = (db: Db, ids: readonly string[]) =>
  selectStates(db).where(inIds(series.id, ids))

export const findSeriesStatesByKey = (db: Db, libraryId: string, keys: readonly string[]) =>
  selectStates(db).where(and(eq(series.libraryId, libraryId), inArray(series.groupKey, [...keys])))

/**
 * Returns true if a user or a provider may have set data beyond the file metadata. A cover from the
 * series folder counts, even if a scan chose it.
 */
export const hasSetMetadata = (one: SeriesState): boolean =>
  one.tracked ||
  one.hasCustomCover ||
  one.coverSource !== 'first_book' ||
  one.settings !== null ||
  one.locks.length > 0 ||
  Object.values(one.sources).some((source) => source === 'edited' || source.startsWith('plugin:'))

export const getDisplacedKey = (id: string) => `${id}//aside`

/** Sets keys that no folder can have, to avoid unique constraint conflicts. */
export async function displaceSeries(tx: Tx, ids: readonly string[]) {
  await tx
    .update(series)
    .set({ groupKey: sql`cast(${series.id} as text) || '//aside'` })
    .where(inIds(series.id, ids))
}

export async function moveSeries(tx: Tx, places: readonly SeriesMove[], now: Date) {
  for (const { id, path, ...place } of places) {
    await moveLabelCounts(tx, id, { libraryId: place.libraryId })
    const [row] = await tx
      .update(series)
      .set({ ...place, updatedAt: now })
      .where(eq(series.id, id))
      .returning({ n: series.n })
    if (!row) continue
    await tx.update(seriesMetadata).set({ path, updatedAt: now }).where(eq(seriesMetadata.n, row.n))
  }
}

const isEmpty = sql`not exists (select 1 from ${books} where ${books.seriesId} = ${series.id})`

/**
 * Deletes empty series that a scan created before it read the files.
 * Does not check for user data.
 */
export async function deleteNewSeriesWithoutBooks(
  tx: Tx,
  ids: readonly string[],
  since: Date,
): Promise<string[]> {
  if (ids.length === 0) return []
  const dropped = await tx
    .delete(series)
    .where(and(inIds(series.id, ids), gte(series.createdAt, since), isEmpty, not(isKeptForUndo)))
    .returning({ id: series.id })
  return dropped.map(({ id }) => id)
}

/**
 * Finds which of the given series are in the trash, have no books, and are not kept for an undo.
 */
export async function findPurgedSeries(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: series.id })
    .from(series)
    .where(and(inIds(series.id, ids), isNotNull(series.trashedAt), isEmpty, not(isKeptForUndo)))
  return rows.map(({ id }) => id)
}

/** Permanently deletes empty series in the trash. Returns their IDs. */
export async function deleteEmptySeries(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const deleted = await tx
    .delete(series)
    .where(and(inIds(series.id, ids), isNotNull(series.trashedAt), isEmpty))
    .returning({ id: series.id })
  return deleted.map(({ id }) => id)
}
