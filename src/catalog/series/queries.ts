import { and, eq, type SQL, sql } from 'drizzle-orm'
import { prepared } from '../../platform/db/prepared'
import type { Db, Tx } from '../../platform/db/store'
import type { Viewer } from '../../accounts/users/model'
import { series, type SeriesLockName, seriesMetadata, seriesTracking } from './schema'
import { seriesVisibleTo } from '../libraries/access'

/** Who a series is, without what is said of it. */
export async function findIdentity(db: Db, viewer: Viewer, id: string) {
  const [row] = await db
    .select({ id: series.id, n: series.n, libraryId: series.libraryId })
    .from(series)
    .where(and(eq(series.id, id), seriesVisibleTo(viewer)))
  return row
}

/** Everything that an edit is weighed against. */
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

const setSearch = prepared('set_search', (tx: Tx) =>
  tx
    .update(seriesMetadata)
    .set({ search: sql`${sql.placeholder('search')}` })
    .where(eq(seriesMetadata.n, sql.placeholder('n'))),
)

export async function updateSearch(tx: Tx, n: number, search: string) {
  await setSearch(tx, { n, search })
}

export async function updateLocks(tx: Tx, n: number, locks: SeriesLockName[], now: Date) {
  await updateMetadata(tx, n, { locks, updatedAt: now })
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
