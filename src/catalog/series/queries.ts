import { and, avg, eq, type SQL, sql } from 'drizzle-orm'
import { prepareStatement } from '../../platform/db/prepared'
import type { Db, Tx } from '../../platform/db/store'
import type { Viewer } from '../../accounts/permissions/model'
import { externalRatings } from '../metadata/schema'
import { series, seriesMetadata, seriesTracking } from './schema'
import { isSeriesVisibleTo } from '../libraries/series-visibility'

/** Finds the identity of a series, without its metadata. */
export async function findIdentity(db: Db, viewer: Viewer, id: string) {
  const [row] = await db
    .select({ id: series.id, n: series.n, libraryId: series.libraryId })
    .from(series)
    .where(and(eq(series.id, id), isSeriesVisibleTo(viewer)))
  return row
}

/** Finds all data that an edit needs. */
export async function findStored(db: Db, condition: SQL) {
  const [row] = await db
    .select({ series, metadata: seriesMetadata })
    .from(series)
    .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
    .where(condition)
  return row
}
export type Stored = NonNullable<Awaited<ReturnType<typeof findStored>>>

export async function updateSeries(
  tx: Tx,
  id: string,
  changes: Partial<typeof series.$inferInsert>,
) {
  await tx.update(series).set(changes).where(eq(series.id, id))
}

export async function updateMetadata(
  tx: Tx,
  n: number,
  changes: Partial<typeof seriesMetadata.$inferInsert>,
) {
  await tx.update(seriesMetadata).set(changes).where(eq(seriesMetadata.n, n))
}

const setSearch = prepareStatement('set_search', (tx: Tx) =>
  tx
    .update(seriesMetadata)
    .set({ search: sql`${sql.placeholder('search')}` })
    .where(eq(seriesMetadata.n, sql.placeholder('n'))),
)

export async function updateSearch(tx: Tx, n: number, search: string) {
  await setSearch(tx, { n, search })
}

export async function findTracking(db: Db, seriesId: string) {
  const [row] = await db.select().from(seriesTracking).where(eq(seriesTracking.seriesId, seriesId))
  return row
}

export async function upsertTracking(
  tx: Tx,
  seriesId: string,
  changes: Partial<Omit<typeof seriesTracking.$inferInsert, 'seriesId'>>,
) {
  await tx
    .insert(seriesTracking)
    .values({ ...changes, seriesId })
    .onConflictDoUpdate({ target: seriesTracking.seriesId, set: changes })
}

/** Stores the average of the external ratings, rounded to two decimals, or null without ratings. */
export async function refreshRating(tx: Tx, seriesId: string): Promise<void> {
  const [row] = await tx
    .select({ rating: avg(externalRatings.rating).mapWith(Number) })
    .from(externalRatings)
    .where(eq(externalRatings.seriesId, seriesId))
  const rating = row?.rating ?? null
  await updateSeries(tx, seriesId, {
    rating: rating === null ? null : Math.round(rating * 100) / 100,
  })
}
