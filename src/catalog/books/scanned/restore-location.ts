/** Restores books to their state before a scan, from its journal. */
import { computeFileNameMd5 } from '../../../media/reader/koreader-hash'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { inNumbers } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { books } from '../schema'
import { assignSeries, scannedSeriesId } from './assign-scanned-series'

export const findBookLocations = (db: Db, ids: readonly string[]) =>
  db
    .select({
      n: books.n,
      id: books.id,
      rootId: books.rootId,
      path: books.relativePath,
      seriesId: books.seriesId,
      scannedSeriesId,
      isSeriesChosen: books.isSeriesChosen,
      libraryId: books.libraryId,
      title: books.title,
    })
    .from(books)
    .where(inArray(books.id, [...ids]))
export type BookLocation = Awaited<ReturnType<typeof findBookLocations>>[number]

/** Returns the ID of the book at this path. */
export async function findBookIdAt(db: Db, rootId: string, path: string) {
  const [row] = await db
    .select({ id: books.id })
    .from(books)
    .where(and(eq(books.rootId, rootId), eq(books.relativePath, path)))
  return row?.id
}

/** Moves books to unused paths, which no file can have, to avoid unique constraint conflicts. */
export async function displaceBooks(tx: Tx, ns: readonly number[]) {
  const displacedPath = sql`${books.relativePath} || '//' || cast(${books.n} as text)`
  await tx.update(books).set({ relativePath: displacedPath }).where(inNumbers(books.n, ns))
}

type PreviousState = Pick<
  typeof books.$inferSelect,
  'libraryId' | 'rootId' | 'relativePath' | 'seriesId' | 'missingSince' | 'trashedAt'
>

/**
 * Restores the location. A series that a user has chosen in the meantime is kept. The file at the
 * location is read again, because it may have changed.
 */
export async function restoreLocation(
  tx: Tx,
  n: number,
  { seriesId, ...standing }: PreviousState,
  now: Date,
) {
  await updateLocation(tx, n, standing, now)
  await assignSeries(tx, [{ n, seriesId }], now)
}

/**
 * Restores the location without changing the chosen series. The caller then moves that series back
 * to the same library.
 */
export async function restoreLocationInChosen(
  tx: Tx,
  n: number,
  { seriesId: scanned, ...standing }: PreviousState,
  now: Date,
) {
  await updateLocation(tx, n, standing, now)
  await tx.update(books).set({ scannedSeriesId: scanned }).where(eq(books.n, n))
}

async function updateLocation(
  tx: Tx,
  n: number,
  standing: Omit<PreviousState, 'seriesId'>,
  now: Date,
) {
  await tx
    .update(books)
    .set({
      ...standing,
      fileNameMd5: computeFileNameMd5(standing.relativePath),
      modifiedAtMs: -1,
      updatedAt: now,
    })
    .where(eq(books.n, n))
}
