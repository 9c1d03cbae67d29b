import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { isSeriesVisibleTo } from '../../../catalog/libraries/series-visibility'
import { libraries } from '../../../catalog/libraries/schema'
import { series } from '../../../catalog/series/schema'
import { inIds } from '../../../platform/db/sql'
import type { Db, Tx } from '../../../platform/db/store'
import type { Paging, Sort } from '../../../platform/http/pagination'
import type { ReleaseFilter, releaseSortKeys } from '../model'
import { releases, releaseSeen, releaseSources } from '../schema'

const maxSeriesFacets = 500

export type ReleaseRow = typeof releases.$inferSelect

function wasSeenBy(db: Db, { userId }: Viewer) {
  return db
    .select({ one: sql`1` })
    .from(releaseSeen)
    .where(and(eq(releaseSeen.releaseId, releases.id), eq(releaseSeen.userId, userId)))
}

/** `shown` means releases that are announced or already in the library. */
export type LedgerFilter = Omit<ReleaseFilter, 'state'> & {
  state?: ReleaseFilter['state'] | 'shown'
}

const listStates = (state: Exclude<NonNullable<LedgerFilter['state']>, 'all'>) =>
  state === 'shown' ? (['announced', 'marked_acquired'] as const) : [state]

function matchesFilter(db: Db, viewer: Viewer, filter: LedgerFilter): SQL {
  const { state = 'announced', seriesId, sourceId, language, libraryId, seen } = filter
  return and(
    isNull(releases.joinedTo),
    isSeriesVisibleTo(viewer),
    state === 'all' ? undefined : inArray(releases.state, listStates(state)),
    seriesId === undefined ? undefined : eq(releases.seriesId, seriesId),
    sourceId === undefined ? undefined : eq(releases.sourceId, sourceId),
    language === undefined ? undefined : eq(releases.language, language),
    libraryId === undefined ? undefined : eq(series.libraryId, libraryId),
    seen === 'true' ? exists(wasSeenBy(db, viewer)) : undefined,
    seen === 'false' ? notExists(wasSeenBy(db, viewer)) : undefined,
  )!
}

const selectViews = (db: Db, viewer: Viewer) =>
  db
    .select({
      release: releases,
      seriesTitle: series.title,
      libraryId: series.libraryId,
      sourceName: releaseSources.displayName,
      seen: sql<number>`case when ${exists(wasSeenBy(db, viewer))} then 1 else 0 end`,
    })
    .from(releases)
    .innerJoin(series, eq(series.id, releases.seriesId))
    .innerJoin(releaseSources, eq(releaseSources.id, releases.sourceId))

interface Wanted {
  filter: LedgerFilter
  paging: Paging
  sort: Sort<(typeof releaseSortKeys)[number]>
}

export async function listReleaseRows(db: Db, viewer: Viewer, { filter, paging, sort }: Wanted) {
  const condition = matchesFilter(db, viewer, filter)
  const direction = sort.direction === 'asc' ? sql`asc` : sql`desc`
  const order =
    sort.key === 'series'
      ? [sql`${series.sortKey} ${direction}`, desc(releases.observedAt)]
      : [sql`${releases.observedAt} ${direction}`]
  const rows = await selectViews(db, viewer)
    .where(condition)
    .orderBy(...order, desc(releases.id))
    .limit(paging.pageSize)
    .offset(paging.offset)
  const [total] = await db
    .select({ count: count() })
    .from(releases)
    .innerJoin(series, eq(series.id, releases.seriesId))
    .where(condition)
  return { rows, total: total?.count ?? 0 }
}

export interface ReleaseSpan {
  after: Date
  until: Date
  limit: number
  /** By default, the oldest releases come first. */
  newestFirst?: boolean
  /** By default, releases that the viewer has seen are omitted. */
  withSeen?: boolean
}

export const listReleaseRowsSince = (
  db: Db,
  viewer: Viewer,
  { after, until, limit, newestFirst = false, withSeen = false }: ReleaseSpan,
) => {
  const order = newestFirst ? desc : asc
  return selectViews(db, viewer)
    .where(
      and(
        matchesFilter(db, viewer, withSeen ? { state: 'shown' } : { seen: 'false' }),
        gt(releases.announcedAt, after),
        lte(releases.announcedAt, until),
      ),
    )
    .orderBy(order(releases.announcedAt), order(releases.id))
    .limit(limit)
}

/** Finds an announcement. Ignores releases that are joined to an announcement. */
export async function findReleaseRow(db: Db, viewer: Viewer, id: string) {
  const [row] = await selectViews(db, viewer).where(
    and(eq(releases.id, id), isNull(releases.joinedTo), isSeriesVisibleTo(viewer)),
  )
  return row
}

export const listJoined = (db: Db, ids: readonly string[]) =>
  db.select().from(releases).where(inIds(releases.joinedTo, ids)).orderBy(releases.id)

export async function listFacetRows(db: Db, viewer: Viewer, filter: ReleaseFilter) {
  const condition = matchesFilter(db, viewer, filter)
  const languages = await db
    .select({ language: releases.language, count: count() })
    .from(releases)
    .innerJoin(series, eq(series.id, releases.seriesId))
    .where(condition)
    .groupBy(releases.language)
  const ofSeries = await db
    .select({
      seriesId: series.id,
      seriesTitle: series.title,
      libraryId: libraries.id,
      libraryName: libraries.name,
      count: count(),
    })
    .from(releases)
    .innerJoin(series, eq(series.id, releases.seriesId))
    .innerJoin(libraries, eq(libraries.id, series.libraryId))
    .where(condition)
    .groupBy(series.id, series.title, libraries.id, libraries.name)
    .orderBy(desc(count()), series.id)
    .limit(maxSeriesFacets)
  const ofLibraries = await db
    .select({ libraryId: libraries.id, libraryName: libraries.name, count: count() })
    .from(releases)
    .innerJoin(series, eq(series.id, releases.seriesId))
    .innerJoin(libraries, eq(libraries.id, series.libraryId))
    .where(condition)
    .groupBy(libraries.id, libraries.name)
  return { languages, series: ofSeries, libraries: ofLibraries }
}

/** Lists the given announcements that the viewer can see. */
export async function listVisibleReleases(db: Db, viewer: Viewer, ids: readonly string[]) {
  return db
    .select({
      id: releases.id,
      seriesId: releases.seriesId,
      state: releases.state,
      isStateManual: releases.isStateManual,
    })
    .from(releases)
    .innerJoin(series, eq(series.id, releases.seriesId))
    .where(and(inIds(releases.id, ids), isNull(releases.joinedTo), isSeriesVisibleTo(viewer)))
}

const inGroups = (ids: readonly string[]) =>
  or(inIds(releases.id, ids), inIds(releases.joinedTo, ids))

/** Sets the state of these releases and of the releases joined to them. */
export async function setReleaseState(
  tx: Tx,
  ids: readonly string[],
  values: Pick<ReleaseRow, 'state' | 'isStateManual'>,
) {
  await tx.update(releases).set(values).where(inGroups(ids))
}

export async function deleteGroups(tx: Tx, ids: readonly string[]) {
  await tx.delete(releases).where(inGroups(ids))
}

export async function insertSeen(tx: Tx, viewer: Viewer, ids: readonly string[], createdAt: Date) {
  if (ids.length === 0) return
  await tx
    .insert(releaseSeen)
    .values(ids.map((releaseId) => ({ userId: viewer.userId, releaseId, createdAt })))
    .onConflictDoNothing()
}

/** Lists unseen releases after the given one, ordered by ID. */
export async function listUnseenIds(
  db: Db,
  viewer: Viewer,
  { afterId, limit }: { afterId: string | undefined; limit: number },
) {
  const rows = await db
    .select({ id: releases.id })
    .from(releases)
    .innerJoin(series, eq(series.id, releases.seriesId))
    .where(
      and(
        matchesFilter(db, viewer, { seen: 'false' }),
        afterId === undefined ? undefined : gt(releases.id, afterId),
      ),
    )
    .orderBy(releases.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Lists the dates of numbered releases of tracked series, newest first, whatever their state. */
export const listReleaseDates = (db: Db, viewer: Viewer, limit: number) =>
  db
    .select({
      seriesId: releases.seriesId,
      seriesTitle: series.title,
      lastChapter: releases.lastChapter,
      releasedAt: releases.releasedAt,
      observedAt: releases.observedAt,
    })
    .from(releases)
    .innerJoin(series, eq(series.id, releases.seriesId))
    .where(
      and(
        isNull(releases.joinedTo),
        isSeriesVisibleTo(viewer),
        eq(series.tracked, true),
        or(isNotNull(releases.lastChapter), isNotNull(releases.lastVolume)),
      ),
    )
    .orderBy(desc(releases.observedAt), desc(releases.id))
    .limit(limit)
