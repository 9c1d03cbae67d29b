/**
 * Series created by users, and series that were merged into another one. Scans cannot find series
 * created by users, because no folder has their key.
 */
import { eq } from 'drizzle-orm'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { edited } from '../../metadata/source-priority'
import { seriesSortKey } from '../metadata/series-fields'
import { series, seriesMetadata } from '../schema'

/** Start of the keys of series that users created. No folder has such a key. */
export const manualKeyStart = '//manual/'

/**
 * Creates a series for books from another series. The new series inherits the settings that
 * determine who can see it and how it is read.
 */
export async function createManualSeries(
  tx: Tx,
  { title, likeId }: { title: string; likeId: string },
): Promise<string> {
  const [like] = await tx
    .select({ series, metadata: seriesMetadata })
    .from(series)
    .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
    .where(eq(series.id, likeId))
  const { libraryId, ageRating, sharingSet, readingDirection, language, publisher } = like!.series
  const inherited = { ageRating, readingDirection, language, publisher }
  const [row] = await tx
    .insert(series)
    .values({
      ...inherited,
      libraryId,
      sharingSet,
      groupKey: `${manualKeyStart}${Bun.randomUUIDv7()}`,
      title,
      sortKey: seriesSortKey(title),
    })
    .returning({ id: series.id, n: series.n })
  const locks = like!.metadata.locks.filter((name) => name in inherited)
  const sources = Object.fromEntries(
    Object.entries(like!.metadata.sources).filter(([name]) => name in inherited),
  )
  await tx.insert(seriesMetadata).values({
    n: row!.n,
    path: null,
    locks: [...locks, 'title'],
    sources: { ...sources, title: edited },
  })
  return row!.id
}

/** Data needed to recreate a series that a user created. */
export type ManualSeries = Pick<
  typeof series.$inferSelect,
  'title' | 'ageRating' | 'readingDirection' | 'language' | 'publisher'
> &
  Pick<typeof seriesMetadata.$inferSelect, 'locks' | 'sources'>

/** Finds which of the given series were created by users. */
export async function findManualSeries(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, ManualSeries>> {
  const rows = await db
    .select({
      id: series.id,
      groupKey: series.groupKey,
      title: series.title,
      ageRating: series.ageRating,
      readingDirection: series.readingDirection,
      language: series.language,
      publisher: series.publisher,
      locks: seriesMetadata.locks,
      sources: seriesMetadata.sources,
    })
    .from(series)
    .innerJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
    .where(inIds(series.id, ids))
  const manual = rows.filter(({ groupKey }) => groupKey.startsWith(manualKeyStart))
  return new Map(manual.map(({ id, groupKey: _key, ...row }) => [id, row]))
}

/** Recreates a series that a user had created, with its former ID. Sharing tags are added later. */
export async function recreateManualSeries(
  tx: Tx,
  {
    locks,
    sources,
    ...row
  }: ManualSeries & Pick<typeof series.$inferSelect, 'id' | 'libraryId' | 'groupKey'>,
) {
  const [created] = await tx
    .insert(series)
    .values({ ...row, sortKey: seriesSortKey(row.title) })
    .returning({ n: series.n })
  // Locks and sources of the other fields are restored later, together with their values.
  await tx.insert(seriesMetadata).values({
    n: created!.n,
    path: null,
    locks: locks.filter((name) => name in row),
    sources: Object.fromEntries(Object.entries(sources).filter(([name]) => name in row)),
  })
}

/** Redirects books that scans find for these series to the target. null undoes this. */
export async function setMergedInto(tx: Tx, ids: readonly string[], mergedIntoId: string | null) {
  if (ids.length > 0) await tx.update(series).set({ mergedIntoId }).where(inIds(series.id, ids))
}
