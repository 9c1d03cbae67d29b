import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  lte,
  ne,
  notExists,
  sql,
} from 'drizzle-orm'
import { series } from '../../../catalog/series/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { metadataOffers } from '../../../catalog/metadata/schema'
import { libraryJobs, matchRunItems, matchRuns } from '../schema'

export type LibraryJobRow = typeof libraryJobs.$inferSelect

export const listLibraryJobs = (db: Db, libraryId: string) =>
  db
    .select()
    .from(libraryJobs)
    .where(eq(libraryJobs.libraryId, libraryId))
    .orderBy(asc(libraryJobs.createdAt), asc(libraryJobs.id))

export async function findLibraryJob(db: Db, id: string): Promise<LibraryJobRow | undefined> {
  const [row] = await db.select().from(libraryJobs).where(eq(libraryJobs.id, id))
  return row
}

export async function insertLibraryJob(tx: Tx, values: typeof libraryJobs.$inferInsert) {
  const [row] = await tx.insert(libraryJobs).values(values).returning()
  return row!
}

export async function updateLibraryJob(
  tx: Tx,
  id: string,
  changes: Partial<typeof libraryJobs.$inferInsert>,
) {
  const [row] = await tx.update(libraryJobs).set(changes).where(eq(libraryJobs.id, id)).returning()
  return row
}

export async function deleteLibraryJob(tx: Tx, id: string) {
  await tx.delete(libraryJobs).where(eq(libraryJobs.id, id))
}

export async function findLastRunOfJob(db: Db, jobId: string) {
  const [row] = await db
    .select()
    .from(matchRuns)
    .where(eq(matchRuns.jobId, jobId))
    .orderBy(desc(matchRuns.createdAt), desc(matchRuns.id))
    .limit(1)
  return row
}

interface Refreshed {
  libraryId: string
  /** Provider name, or null for any provider. */
  provider: string | null
  /** Includes only metadata fetched before this time. */
  before: Date
}

function hasOffer(db: Db, { provider, before }: Pick<Refreshed, 'provider'> & { before?: Date }) {
  return db
    .select({ one: sql`1` })
    .from(metadataOffers)
    .where(
      and(
        eq(metadataOffers.seriesId, series.id),
        provider === null ? undefined : eq(metadataOffers.provider, provider),
        before && lte(metadataOffers.fetchedAt, before),
      ),
    )
}

const isRefreshed = (db: Db, refreshed: Refreshed) =>
  and(
    eq(series.libraryId, refreshed.libraryId),
    isNull(series.trashedAt),
    exists(hasOffer(db, refreshed)),
  )

/** Lists at most `limit` series after `afterId`, ordered by ID. */
export const listSeriesToRefresh = (
  db: Db,
  refreshed: Refreshed,
  { afterId, limit }: { afterId: string | null; limit: number },
) =>
  db
    .select({ id: series.id, title: series.title })
    .from(series)
    .where(and(isRefreshed(db, refreshed), afterId === null ? undefined : gt(series.id, afterId)))
    .orderBy(asc(series.id))
    .limit(limit)

/**
 * Counts the series to refresh, those without metadata from the provider, and those that were
 * refreshed recently. Pass the heavy database connection as `db`, because libraries can be large.
 */
export async function countSeriesToRefresh(db: Db, refreshed: Refreshed) {
  const { libraryId, provider } = refreshed
  const ofLibrary = and(eq(series.libraryId, libraryId), isNull(series.trashedAt))
  const eligible = await db.$count(series, isRefreshed(db, refreshed))
  const withoutId = await db.$count(series, and(ofLibrary, notExists(hasOffer(db, { provider }))))
  return {
    eligible,
    withoutId,
    recent: (await db.$count(series, ofLibrary)) - eligible - withoutId,
  }
}

export async function upsertRefreshItem(tx: Tx, values: typeof matchRunItems.$inferInsert) {
  const { runId: _, seriesId: __, ...changes } = values
  await tx
    .insert(matchRunItems)
    .values(values)
    .onConflictDoUpdate({ target: [matchRunItems.runId, matchRunItems.seriesId], set: changes })
}

/** Deletes the results of these series from an earlier attempt that failed. */
export async function deleteUnfinishedItems(tx: Tx, runId: string, seriesIds: readonly string[]) {
  const { seriesId, state } = matchRunItems
  await tx
    .delete(matchRunItems)
    .where(
      and(
        eq(matchRunItems.runId, runId),
        inIds(seriesId, seriesIds),
        inArray(state, ['failed', 'waiting']),
      ),
    )
}

/** Deletes finished runs of the job that changed nothing, except `runId`. */
export async function deleteEmptyRuns(tx: Tx, jobId: string, runId: string) {
  const items = tx
    .select({ one: sql`1` })
    .from(matchRunItems)
    .where(eq(matchRunItems.runId, matchRuns.id))
  await tx
    .delete(matchRuns)
    .where(
      and(
        eq(matchRuns.jobId, jobId),
        ne(matchRuns.id, runId),
        ne(matchRuns.state, 'running'),
        notExists(items),
      ),
    )
}
