import { and, desc, eq, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { genres, seriesGenres } from '../../../catalog/labels/schema'
import { isSeriesVisibleTo } from '../../../catalog/libraries/series-visibility'
import { alternateTitles, externalIds, externalLinks } from '../../../catalog/metadata/schema'
import { series } from '../../../catalog/series/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import { seriesProgress } from '../../../reading/progress/schema'
import { recommendationDismissals, outsideRecommendations } from '../schema'
import type { OutsideSeed } from './anilist-recommendations'

export type OutsideRow = typeof outsideRecommendations.$inferSelect

export const listOutsideRows = (db: Db, userId: string): Promise<OutsideRow[]> =>
  db.select().from(outsideRecommendations).where(eq(outsideRecommendations.userId, userId))

export async function upsertOutsideRow(tx: Tx, values: typeof outsideRecommendations.$inferInsert) {
  const { connectionId: _, userId: __, ...set } = values
  await tx
    .insert(outsideRecommendations)
    .values(values)
    .onConflictDoUpdate({ target: outsideRecommendations.connectionId, set })
}

export const deleteOutsideRow = (tx: Tx, connectionId: string) =>
  tx.delete(outsideRecommendations).where(eq(outsideRecommendations.connectionId, connectionId))

export const markOutsideRequested = (
  tx: Tx,
  row: { connectionId: string; userId: string; requestedAt: Date | null },
) =>
  tx
    .insert(outsideRecommendations)
    .values({ ...row, items: [] })
    .onConflictDoUpdate({
      target: outsideRecommendations.connectionId,
      set: { requestedAt: row.requestedAt },
    })

export const updateOutsideRow = (tx: Tx, connectionId: string, change: Partial<OutsideRow>) =>
  tx
    .update(outsideRecommendations)
    .set(change)
    .where(eq(outsideRecommendations.connectionId, connectionId))

const hasBegun = or(gt(seriesProgress.booksRead, 0), gt(seriesProgress.booksInProgress, 0))
const byLastRead = [sql`${seriesProgress.lastReadAt} desc nulls last`, seriesProgress.seriesId]

/** Lists the works that the viewer read most recently, with their IDs at the service. */
export async function listOutsideSeeds(
  db: Db,
  viewer: Viewer,
  { source, isIncluded, limit }: { source: string; isIncluded: SQL | undefined; limit: number },
): Promise<OutsideSeed[]> {
  const isRead = and(
    eq(seriesProgress.userId, viewer.userId),
    hasBegun,
    isSeriesVisibleTo(viewer),
    isIncluded,
  )
  const byIds = await db
    .select({ seriesId: series.id, externalId: externalIds.externalId })
    .from(externalIds)
    .innerJoin(series, eq(series.id, externalIds.seriesId))
    .innerJoin(seriesProgress, eq(seriesProgress.seriesId, series.id))
    .where(and(eq(externalIds.source, `plugin:${source}`), isRead))
    .orderBy(...byLastRead)
    .limit(limit)
  const byLinks = await db
    .select({ seriesId: series.id, externalId: sql<string>`${externalLinks.externalId}` })
    .from(externalLinks)
    .innerJoin(series, eq(series.id, externalLinks.seriesId))
    .innerJoin(seriesProgress, eq(seriesProgress.seriesId, series.id))
    .where(and(eq(externalLinks.sourceName, source), isNotNull(externalLinks.externalId), isRead))
    .orderBy(...byLastRead)
    .limit(limit)
  const seeds = new Map<string, OutsideSeed>()
  for (const one of [...byIds, ...byLinks]) {
    if (!seeds.has(one.externalId)) seeds.set(one.externalId, one)
  }
  return [...seeds.values()].slice(0, limit)
}

/** Returns the IDs of the visible series of these works, keyed by ID at the service. */
export async function listOwnedWorks(
  db: Db,
  viewer: Viewer,
  { source, ids }: { source: string; ids: readonly string[] },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const byLinks = await db
    .select({ id: series.id, externalId: sql<string>`${externalLinks.externalId}` })
    .from(externalLinks)
    .innerJoin(series, eq(series.id, externalLinks.seriesId))
    .where(
      and(
        eq(externalLinks.sourceName, source),
        inArray(externalLinks.externalId, [...ids]),
        isSeriesVisibleTo(viewer),
      ),
    )
  const byIds = await db
    .select({ id: series.id, externalId: externalIds.externalId })
    .from(externalIds)
    .innerJoin(series, eq(series.id, externalIds.seriesId))
    .where(
      and(
        eq(externalIds.source, `plugin:${source}`),
        inArray(externalIds.externalId, [...ids]),
        isSeriesVisibleTo(viewer),
      ),
    )
  return new Map([...byLinks, ...byIds].map(({ id, externalId }) => [externalId, id]))
}

/** Lists the series that the viewer read most recently, to be sent to a plugin. */
export const listReadSeries = (
  db: Db,
  viewer: Viewer,
  { isIncluded, limit }: { isIncluded: SQL | undefined; limit: number },
) =>
  db
    .select({
      seriesId: series.id,
      title: series.title,
      year: series.year,
      status: series.status,
      bookCount: series.bookCount,
      booksRead: seriesProgress.booksRead,
      readCount: seriesProgress.readCount,
      lastReadAt: seriesProgress.lastReadAt,
    })
    .from(seriesProgress)
    .innerJoin(series, eq(series.id, seriesProgress.seriesId))
    .where(
      and(
        eq(seriesProgress.userId, viewer.userId),
        hasBegun,
        isSeriesVisibleTo(viewer),
        isIncluded,
      ),
    )
    .orderBy(...byLastRead)
    .limit(limit)

/** Lists genres, alternate titles and external IDs, keyed by series. */
export async function listFactsOfSeries(db: Db, seriesIds: readonly string[]) {
  const ofGenres = await db
    .select({ seriesId: seriesGenres.seriesId, name: genres.name })
    .from(seriesGenres)
    .innerJoin(genres, eq(genres.id, seriesGenres.labelId))
    .where(inIds(seriesGenres.seriesId, seriesIds))
  const ofTitles = await db
    .select({ seriesId: alternateTitles.seriesId, title: alternateTitles.title })
    .from(alternateTitles)
    .where(inIds(alternateTitles.seriesId, seriesIds))
  const ofIds = await db
    .select({
      seriesId: externalIds.seriesId,
      source: externalIds.source,
      externalId: externalIds.externalId,
    })
    .from(externalIds)
    .where(inIds(externalIds.seriesId, seriesIds))
  return {
    genres: Map.groupBy(ofGenres, ({ seriesId }) => seriesId),
    titles: Map.groupBy(ofTitles, ({ seriesId }) => seriesId),
    ids: Map.groupBy(ofIds, ({ seriesId }) => seriesId),
  }
}

const maxExcluded = 500

/** Lists the IDs (at the service) of works that the user has dismissed, newest first. */
export async function listDismissedIds(db: Db, userId: string, source: string): Promise<string[]> {
  const rows = await db
    .select({ externalId: recommendationDismissals.externalId })
    .from(recommendationDismissals)
    .where(
      and(eq(recommendationDismissals.userId, userId), eq(recommendationDismissals.source, source)),
    )
    .orderBy(desc(recommendationDismissals.createdAt))
    .limit(maxExcluded)
  return rows.map(({ externalId }) => externalId)
}
