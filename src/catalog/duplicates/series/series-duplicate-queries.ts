import { and, asc, count, desc, eq, exists, inArray, notExists, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Db } from '../../../platform/db/store'
import { libraries } from '../../libraries/schema'
import { isSeriesVisibleTo } from '../../libraries/series-visibility'
import { externalIds } from '../../metadata/schema'
import { series } from '../../series/schema'
import { duplicateDismissals } from '../schema'
import type { MatchType } from './series-duplicates-model'

const maxGroups = 200
const maxMembers = 50

const externalKey = sql<string>`${externalIds.source} || ' ' || ${externalIds.externalId}`

/** The sort key ignores case, accents and articles. */
const keys: Record<MatchType, SQL<string>> = {
  external_id: externalKey,
  title: sql<string>`${series.sortKey}`,
}

/** Builds the key under which a dismissed group is stored. No content hash begins like this. */
export const buildDismissalKey = (type: MatchType, key: string) => `series ${type} ${key}`

/** Builds a condition for groups that are dismissed, or for those that are not. */
const isOfKind = (type: MatchType, dismissed: boolean) => {
  const stored = sql`(select 1 from ${duplicateDismissals}
    where ${duplicateDismissals.sharedKey} = ${`series ${type} `} || ${keys[type]})`
  return dismissed ? exists(stored) : notExists(stored)
}

export interface SeriesFilter {
  type: MatchType
  dismissed: boolean
}

export interface SeriesGroup {
  key: string
  copies: number
}

function selectGroups(heavy: Db, viewer: Viewer, { type, dismissed }: SeriesFilter) {
  const key = keys[type]
  const query = heavy.select({ key: key.as('key'), copies: count().as('copies') }).from(series)
  const joined =
    type === 'external_id'
      ? query.innerJoin(externalIds, eq(externalIds.seriesId, series.id)).$dynamic()
      : query.$dynamic()
  return joined
    .where(and(isSeriesVisibleTo(viewer), isOfKind(type, dismissed)))
    .groupBy(key)
    .having(sql`count(*) > 1`)
}

/** Lists the largest groups. */
export const listSeriesGroups = (
  heavy: Db,
  viewer: Viewer,
  filter: SeriesFilter,
): Promise<SeriesGroup[]> =>
  selectGroups(heavy, viewer, filter)
    .orderBy(desc(sql`count(*)`), asc(keys[filter.type]))
    .limit(maxGroups)

/**
 * Lists the keys of the groups that `listSeriesGroups` lists, dismissed or not, with one statement:
 * a group that is dismissed or restored between two statements would be missed.
 */
export async function listListedKeys(
  heavy: Db,
  viewer: Viewer,
  type: MatchType,
): Promise<string[]> {
  const [open, dismissed] = [false, true].map((one) =>
    selectGroups(heavy, viewer, { type, dismissed: one })
      .orderBy(desc(sql`count(*)`), asc(keys[type]))
      .limit(maxGroups)
      .as(one ? 'dismissed' : 'open'),
  )
  const rows = await heavy
    .select({ key: open!.key })
    .from(open!)
    .unionAll(heavy.select({ key: dismissed!.key }).from(dismissed!))
  return rows.map(({ key }) => key)
}

export async function countSeriesGroups(heavy: Db, viewer: Viewer, filter: SeriesFilter) {
  const grouped = selectGroups(heavy, viewer, filter).as('grouped')
  const [row] = await heavy
    .select({
      groups: count(),
      series: sql<number>`coalesce(sum(${grouped.copies}), 0)`.mapWith(Number),
    })
    .from(grouped)
  return row!
}

/** Lists the oldest series of each group. */
export function listSeriesOfGroups(
  heavy: Db,
  viewer: Viewer,
  type: MatchType,
  sharedKeys: readonly string[],
) {
  const key = keys[type]
  const place = sql<number>`row_number() over (
    partition by ${key} order by ${series.createdAt}, ${series.id})`
  const query = heavy
    .select({
      id: sql<string>`${series.id}`.as('series_id'),
      key: key.as('key'),
      place: place.as('place'),
    })
    .from(series)
  const joined =
    type === 'external_id'
      ? query.innerJoin(externalIds, eq(externalIds.seriesId, series.id)).$dynamic()
      : query.$dynamic()
  const ranked = heavy
    .$with('ranked')
    .as(joined.where(and(isSeriesVisibleTo(viewer), inArray(key, [...sharedKeys]))))
  return heavy
    .with(ranked)
    .select({
      key: ranked.key,
      id: series.id,
      title: series.title,
      libraryId: series.libraryId,
      libraryName: libraries.name,
      bookCount: series.bookCount,
      createdAt: series.createdAt,
      updatedAt: series.updatedAt,
    })
    .from(ranked)
    .innerJoin(series, eq(series.id, ranked.id))
    .innerJoin(libraries, eq(libraries.id, series.libraryId))
    .where(sql`${ranked.place} <= ${maxMembers}`)
    .orderBy(asc(ranked.key), asc(ranked.place))
}
