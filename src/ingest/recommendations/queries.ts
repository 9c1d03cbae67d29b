import { and, count, desc, eq, gt, inArray, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../accounts/permissions/model'
import { genres, seriesGenres, seriesTags, tags } from '../../catalog/labels/schema'
import { libraries } from '../../catalog/libraries/schema'
import { isSeriesVisibleTo } from '../../catalog/libraries/series-visibility'
import { people, series, seriesPeople } from '../../catalog/series/schema'
import { inIds } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import { seriesProgress } from '../../reading/progress/schema'
import { wantToRead } from '../../reading/want-to-read/schema'
import { recommendationDismissals, recommendations } from './schema'
import type { Feature, FeatureKind, Seed } from './taste'

const isBegun = or(gt(seriesProgress.booksRead, 0), gt(seriesProgress.booksInProgress, 0))

/** Lists the visible series that the viewer read most recently, at most `limit`. */
export const listSeeds = (
  db: Db,
  viewer: Viewer,
  limit: number,
): Promise<(Seed & { title: string })[]> =>
  db
    .select({
      seriesId: series.id,
      title: series.title,
      bookCount: series.bookCount,
      booksRead: seriesProgress.booksRead,
      readCount: seriesProgress.readCount,
      lastReadAt: seriesProgress.lastReadAt,
    })
    .from(seriesProgress)
    .innerJoin(series, eq(series.id, seriesProgress.seriesId))
    .where(and(eq(seriesProgress.userId, viewer.userId), isBegun, isSeriesVisibleTo(viewer)))
    .orderBy(sql`${seriesProgress.lastReadAt} desc nulls last`, seriesProgress.seriesId)
    .limit(limit)

/** Colorists, letterers and translators are omitted, because they say little about a series. */
const makers = ['author', 'co_author', 'writer', 'illustrator', 'penciller']
const isMaker = and(seriesPeople.ofSeries, inArray(seriesPeople.role, makers))

/** Lists genres, tags and creators of the given series, each with its number of series. */
export async function listFeatures(db: Db, seriesIds: readonly string[]) {
  const ofGenres = await db
    .select({ seriesId: seriesGenres.seriesId, id: genres.id, seriesCount: genres.seriesCount })
    .from(seriesGenres)
    .innerJoin(genres, eq(genres.id, seriesGenres.labelId))
    .where(inIds(seriesGenres.seriesId, seriesIds))
  const ofTags = await db
    .select({ seriesId: seriesTags.seriesId, id: tags.id, seriesCount: tags.seriesCount })
    .from(seriesTags)
    .innerJoin(tags, eq(tags.id, seriesTags.labelId))
    .where(inIds(seriesTags.seriesId, seriesIds))
  const ofPeople = await db
    .selectDistinct({ seriesId: seriesPeople.seriesId, id: people.id })
    .from(seriesPeople)
    .innerJoin(people, eq(people.id, seriesPeople.personId))
    .where(and(inIds(seriesPeople.seriesId, seriesIds), isMaker))
  const counts = await countSeriesOfPeople(db, [...new Set(ofPeople.map(({ id }) => id))])
  return [
    ...ofGenres.map((one) => ({ ...one, kind: 'genre' as const })),
    ...ofTags.map((one) => ({ ...one, kind: 'tag' as const })),
    ...ofPeople.map((one) => ({
      ...one,
      kind: 'person' as const,
      seriesCount: counts.get(one.id) ?? 1,
    })),
  ]
}

async function countSeriesOfPeople(db: Db, ids: readonly string[]) {
  const rows = await db
    .select({ id: seriesPeople.personId, count: count() })
    .from(seriesPeople)
    .where(inIds(seriesPeople.personId, ids))
    .groupBy(seriesPeople.personId)
  return new Map(rows.map((row) => [row.id, row.count]))
}

export const countAllSeries = (db: Db) => db.$count(series)

const tables = {
  genre: { table: seriesGenres, featureId: seriesGenres.labelId, condition: undefined },
  tag: { table: seriesTags, featureId: seriesTags.labelId, condition: undefined },
  person: { table: seriesPeople, featureId: seriesPeople.personId, condition: isMaker },
} as const

/**
 * Lists at most `limit` visible series that have the most of the given features. Omits those that
 * the viewer has started or wants to read.
 */
export async function listUnreadWithFeatures(
  db: Db,
  viewer: Viewer,
  { kind, ids, limit }: { kind: FeatureKind; ids: readonly string[]; limit: number },
): Promise<string[]> {
  const { table, featureId, condition } = tables[kind]
  const rows = await db
    .select({ id: series.id })
    .from(table)
    .innerJoin(series, eq(series.id, table.seriesId))
    .where(and(inIds(featureId, ids), condition, isUnread(db, viewer)))
    .groupBy(series.id)
    .orderBy(desc(count()), series.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}

function isUnread(db: Db, viewer: Viewer): SQL | undefined {
  const begun = db
    .select({ one: sql`1` })
    .from(seriesProgress)
    .where(
      and(
        eq(seriesProgress.userId, viewer.userId),
        eq(seriesProgress.seriesId, series.id),
        isBegun,
      ),
    )
  const wanted = db
    .select({ one: sql`1` })
    .from(wantToRead)
    .where(and(eq(wantToRead.userId, viewer.userId), eq(wantToRead.seriesId, series.id)))
  return and(
    isSeriesVisibleTo(viewer),
    gt(series.bookCount, 0),
    notExists(begun),
    notExists(wanted),
  )
}

/**
 * Selects the given series that the viewer can see and has neither started nor added to the
 * want-to-read list. Returns their titles, keyed by ID.
 */
export async function filterUnread(db: Db, viewer: Viewer, ids: readonly string[]) {
  const rows = await db
    .select({ id: series.id, title: series.title })
    .from(series)
    .where(and(inIds(series.id, ids), isUnread(db, viewer)))
  return new Map(rows.map(({ id, title }) => [id, title]))
}

export async function listFeaturesOfCandidates(
  db: Db,
  seriesIds: readonly string[],
  wanted: readonly Feature[],
): Promise<Map<string, Feature[]>> {
  const found = new Map<string, Feature[]>(seriesIds.map((id) => [id, []]))
  for (const kind of ['genre', 'tag', 'person'] as const) {
    const { table, featureId, condition } = tables[kind]
    const ids = wanted.filter((one) => one.kind === kind).map(({ id }) => id)
    const rows = await db
      .select({ seriesId: table.seriesId, id: featureId })
      .from(table)
      .where(and(inIds(table.seriesId, seriesIds), inIds(featureId, ids), condition))
    for (const { seriesId, id } of rows) found.get(seriesId)?.push({ kind, id })
  }
  return found
}

/**
 * Lists the series that recommendations are based on: their titles, and whether the viewer has
 * finished them.
 */
export async function listSeedTitles(db: Db, viewer: Viewer, ids: readonly string[]) {
  const rows = await db
    .select({
      id: series.id,
      title: series.title,
      isFinished: sql<boolean>`${seriesProgress.readCount} > 0 or ${seriesProgress.booksRead} >= ${series.bookCount}`,
    })
    .from(seriesProgress)
    .innerJoin(series, eq(series.id, seriesProgress.seriesId))
    .where(
      and(
        eq(seriesProgress.userId, viewer.userId),
        inIds(series.id, ids),
        isBegun,
        isSeriesVisibleTo(viewer),
      ),
    )
  return new Map(rows.map((row) => [row.id, { ...row, isFinished: Boolean(row.isFinished) }]))
}

export async function findRecommendations(db: Db, userId: string) {
  const [row] = await db.select().from(recommendations).where(eq(recommendations.userId, userId))
  return row
}

export async function upsertRecommendations(tx: Tx, values: typeof recommendations.$inferInsert) {
  const { userId: _, ...changes } = values
  await tx
    .insert(recommendations)
    .values(values)
    .onConflictDoUpdate({ target: recommendations.userId, set: changes })
}

export async function setRequestedAt(tx: Tx, userId: string, requestedAt: Date | null) {
  await tx
    .insert(recommendations)
    .values({ userId, items: [], requestedAt })
    .onConflictDoUpdate({ target: recommendations.userId, set: { requestedAt } })
}

export const listRecommendationDismissals = (db: Db, userId: string) =>
  db
    .select()
    .from(recommendationDismissals)
    .where(eq(recommendationDismissals.userId, userId))
    .orderBy(desc(recommendationDismissals.createdAt))

export async function insertRecommendationDismissal(
  tx: Tx,
  values: typeof recommendationDismissals.$inferInsert,
) {
  await tx.insert(recommendationDismissals).values(values).onConflictDoNothing()
}

/** Deletes the dismissals of a work by all sources. Returns false if there are none. */
export async function deleteRecommendationDismissals(
  tx: Tx,
  { userId, externalId }: { userId: string; externalId: string },
): Promise<boolean> {
  const deleted = await tx
    .delete(recommendationDismissals)
    .where(
      and(
        eq(recommendationDismissals.userId, userId),
        eq(recommendationDismissals.externalId, externalId),
      ),
    )
    .returning({ source: recommendationDismissals.source })
  return deleted.length > 0
}

/** Returns the library of each series, keyed by series ID. */
export async function listLibrariesOfSeries(db: Db, seriesIds: readonly string[]) {
  if (seriesIds.length === 0) return new Map<string, never>()
  const rows = await db
    .select({ seriesId: series.id, libraryId: libraries.id, libraryName: libraries.name })
    .from(series)
    .innerJoin(libraries, eq(libraries.id, series.libraryId))
    .where(inIds(series.id, seriesIds))
  return new Map(rows.map((row) => [row.seriesId, row]))
}
