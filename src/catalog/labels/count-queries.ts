/** Stored series counts per label: one per `CountingPlace`, and totals for unrestricted viewers. */
import { and, count, eq, isNull, min, sql, sum } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Db, Tx } from '../../platform/db/store'
import { libraries } from '../libraries/schema'
import { series } from '../series/schema'
import type { Viewer } from '../../accounts/permissions/model'
import { isCountedFor } from '../libraries/series-visibility'
import { getTables, type Kind } from './queries'
import type { genreCounts } from './schema'

interface VisibleLabel {
  seriesCount: number
  createdAt: Date
}

/**
 * Counts the series of each label, and finds the time of its first use, in the libraries that the
 * viewer can see. Labels without series are absent.
 */
export async function countVisibleSeries(
  db: Db,
  viewer: Viewer,
  kind: Kind,
  labelIds: readonly string[],
): Promise<Map<string, VisibleLabel>> {
  const { counts } = getTables(kind)
  const rows = await db
    .select({
      labelId: counts.labelId,
      seen: sum(counts.seriesCount).mapWith(Number),
      createdAt: min(counts.createdAt),
    })
    .from(counts)
    .where(and(inIds(counts.labelId, labelIds), isCountedFor(viewer, counts)))
    .groupBy(counts.labelId)
  return new Map(
    rows.map(({ labelId, seen, createdAt }) => [
      labelId,
      { seriesCount: seen, createdAt: createdAt! },
    ]),
  )
}

/** Properties that determine who can see a series, and therefore which row counts it. */
export interface CountingPlace {
  libraryId: string
  ageRating: number | null
  sharingSet: number
}

/**
 * Finds the `CountingPlace` of a series, and whether its library is in the trash. Returns undefined
 * if the series is in the trash.
 */
export async function findCountingPlace(db: Db, seriesId: string) {
  const [row] = await db
    .select({
      libraryId: series.libraryId,
      ageRating: series.ageRating,
      sharingSet: series.sharingSet,
      trashedAt: libraries.trashedAt,
    })
    .from(series)
    .innerJoin(libraries, eq(libraries.id, series.libraryId))
    .where(and(eq(series.id, seriesId), isNull(series.trashedAt)))
  if (!row) return undefined
  const { trashedAt, ...place } = row
  return { place, isTrashed: trashedAt !== null }
}

const unrated = -1
const toColumns = ({ ageRating, ...place }: CountingPlace) => ({
  ...place,
  ageRating: ageRating ?? unrated,
})

const placeColumns = ({ labelId, libraryId, ageRating, sharingSet }: typeof genreCounts) => [
  labelId,
  libraryId,
  ageRating,
  sharingSet,
]

/**
 * Adds to these labels' counts for one `CountingPlace`, but not to their totals. Names are keyed by
 * label ID.
 */
export async function addToPlaceCounts(
  tx: Tx,
  kind: Kind,
  { names, place, by }: { names: ReadonlyMap<string, string>; place: CountingPlace; by: 1 | -1 },
) {
  if (names.size === 0) return
  const { counts } = getTables(kind)
  const rows = [...names].map(([labelId, name]) => ({ labelId, name, seriesCount: by }))
  await tx
    .insert(counts)
    .values(rows.map((row) => ({ ...row, ...toColumns(place) })))
    .onConflictDoUpdate({
      target: placeColumns(counts),
      set: { seriesCount: sql`${counts.seriesCount} + excluded.series_count` },
    })
}

export async function addToTotals(tx: Tx, kind: Kind, ids: readonly string[], by: 1 | -1) {
  if (ids.length === 0) return
  const { labels } = getTables(kind)
  await tx
    .update(labels)
    .set({ seriesCount: sql`${labels.seriesCount} + ${sql.raw(String(by))}` })
    .where(inIds(labels.id, ids))
}

interface WrongCount {
  id: string
  /** The stored count. */
  stored: number
  /** The actual number of series that have the label. */
  counted: number
}

export interface WrongPlaceCount extends WrongCount {
  libraryId: string
  /** -1 if there is no age rating. */
  ageRating: number
  sharingSet: number
}

/** Finds counts per `CountingPlace` that differ from the actual number of series. */
export async function findWrongPlaceCounts(db: Db, kind: Kind): Promise<WrongPlaceCount[]> {
  const { links, counts } = getTables(kind)
  const rows = await db.rows<WrongPlaceCount>(sql`
    select label_id as id, library_id as "libraryId", age_rating as "ageRating",
      sharing_set as "sharingSet", sum(stored) as stored, sum(counted) as counted
    from (
      select ${links.labelId} as label_id, ${series.libraryId} as library_id,
        coalesce(${series.ageRating}, ${sql.raw(String(unrated))}) as age_rating,
        ${series.sharingSet} as sharing_set, 0 as stored, count(*) as counted
      from ${links} inner join ${series} on ${series.id} = ${links.seriesId}
      where ${series.trashedAt} is null
      group by ${links.labelId}, ${series.libraryId}, ${series.ageRating}, ${series.sharingSet}
      union all
      select ${counts.labelId}, ${counts.libraryId}, ${counts.ageRating}, ${counts.sharingSet},
        ${counts.seriesCount}, 0 from ${counts}
    ) as both_counts
    group by label_id, library_id, age_rating, sharing_set
    having sum(stored) <> sum(counted)`)
  // The PostgreSQL driver returns sums as text.
  return rows.map((row) => ({
    ...row,
    stored: Number(row.stored),
    counted: Number(row.counted),
  }))
}

/** Skips counts that have changed in the meantime, and labels and libraries that were deleted. */
export async function correctPlaceCounts(
  tx: Tx,
  kind: Kind,
  wrongCounts: readonly WrongPlaceCount[],
) {
  const { counts } = getTables(kind)
  for (const { id, stored, counted, ...place } of wrongCounts) {
    const { libraryId, ageRating, sharingSet } = place
    const name = await findSpellingOfSeries(tx, kind, id, libraryId)
    // If no series in the library has the label, its stored spelling is kept.
    if (name === undefined) {
      await tx
        .update(counts)
        .set({ seriesCount: counted })
        .where(
          and(
            eq(counts.labelId, id),
            eq(counts.libraryId, libraryId),
            eq(counts.ageRating, ageRating),
            eq(counts.sharingSet, sharingSet),
            eq(counts.seriesCount, stored),
          ),
        )
      continue
    }
    await tx
      .insert(counts)
      .values({ labelId: id, ...place, name, seriesCount: counted })
      .onConflictDoUpdate({
        target: placeColumns(counts),
        set: { seriesCount: counted },
        setWhere: eq(counts.seriesCount, stored),
      })
  }
}

/** Finds the spelling that series in a library use, or undefined if no series has the label. */
async function findSpellingOfSeries(tx: Tx, kind: Kind, labelId: string, libraryId: string) {
  const { links } = getTables(kind)
  const [row] = await tx
    .select({ name: sql<string | null>`min(${links.name})` })
    .from(links)
    .innerJoin(series, eq(series.id, links.seriesId))
    .where(and(eq(links.labelId, labelId), eq(series.libraryId, libraryId)))
  return row?.name ?? undefined
}

/** Finds totals that differ from the sum over all libraries outside the trash. */
export async function findWrongTotals(db: Db, kind: Kind): Promise<WrongCount[]> {
  const { labels, counts } = getTables(kind)
  const totals = db
    .select({ labelId: counts.labelId, total: sum(counts.seriesCount).as('total') })
    .from(counts)
    .innerJoin(libraries, eq(libraries.id, counts.libraryId))
    .where(isNull(libraries.trashedAt))
    .groupBy(counts.labelId)
    .as('totals')
  const counted = sql<number>`coalesce(${totals.total}, 0)`.mapWith(Number)
  return db
    .select({ id: labels.id, stored: labels.seriesCount, counted })
    .from(labels)
    .leftJoin(totals, eq(totals.labelId, labels.id))
    .where(sql`${labels.seriesCount} <> ${counted}`)
}

/** Skips totals that have changed in the meantime. */
export async function correctTotals(tx: Tx, kind: Kind, wrongCounts: readonly WrongCount[]) {
  const { labels } = getTables(kind)
  const corrections = wrongCounts.map(
    ({ id, stored, counted }) =>
      sql`when ${eq(labels.id, id)} and ${eq(labels.seriesCount, stored)} then cast(${counted} as integer)`,
  )
  const seriesCount = sql`case ${sql.join(corrections, sql` `)} else ${labels.seriesCount} end`
  const ids = wrongCounts.map(({ id }) => id)
  await tx.update(labels).set({ seriesCount }).where(inIds(labels.id, ids))
}

/** Sets the counts for one label, per `CountingPlace` and in total. */
export async function recountLabel(tx: Tx, kind: Kind, id: string) {
  const { labels, links, counts } = getTables(kind)
  await tx.delete(counts).where(eq(counts.labelId, id))
  const rows = await tx
    .select({
      libraryId: series.libraryId,
      ageRating: series.ageRating,
      sharingSet: series.sharingSet,
      isTrashed: libraries.trashedAt,
      total: count(),
      name: sql<string>`min(${links.name})`,
    })
    .from(links)
    .innerJoin(series, eq(series.id, links.seriesId))
    .innerJoin(libraries, eq(libraries.id, series.libraryId))
    .where(and(eq(links.labelId, id), isNull(series.trashedAt)))
    .groupBy(series.libraryId, series.ageRating, series.sharingSet, libraries.trashedAt)
  if (rows.length > 0) {
    await tx.insert(counts).values(
      rows.map(({ isTrashed: _, total, name, ...place }) => ({
        labelId: id,
        ...toColumns(place),
        name,
        seriesCount: total,
      })),
    )
  }
  const seriesCount = rows.reduce((all, { isTrashed, total }) => all + (isTrashed ? 0 : total), 0)
  await tx.update(labels).set({ seriesCount }).where(eq(labels.id, id))
}
