/** Pages of series: first the total, then the IDs in order, then all data for these IDs. */
import { and, asc, count, eq, isNotNull, isNull, notExists, type SQL, sql, sum } from 'drizzle-orm'
import type { Context } from '../../../context'
import type { Db } from '../../../platform/db/store'
import type { Found, Paging } from '../../../platform/http/pagination'
import { isOpenTo } from '../../libraries/library-visibility'
import { libraries } from '../../libraries/schema'
import { seriesProgress } from '../../../reading/progress/schema'
import type { Viewer } from '../../../accounts/permissions/model'
import { listIdsByUnread } from './by-unread'
import {
  type Condition,
  buildConditions,
  type Filter,
  type Form,
  isInSeriesList,
} from './series-filter'
import { listFullSeries } from '../full-series'
import type { SeriesView } from '../model'
import { indexedSorts, buildOrder, type SeriesSort } from './series-order'
import { isCountedFor } from '../../libraries/series-visibility'
import { series, seriesCounts } from '../schema'

/** Larger pages are read in a Worker. */
const quickRows = 100
/** Skipping this many index entries takes a few milliseconds. */
const quickOffset = 20_000
/**
 * Maximum offset for lists sorted by last read. After the series that the user has started, each
 * skipped series costs a lookup.
 */
const quickReadOffset = 1000

export interface ListRequest {
  filter: Filter
  sort: SeriesSort
  paging: Paging
}

interface ListQuery extends ListRequest {
  viewer: Viewer
  conditions: Condition[]
  order: SQL[]
}

export async function listSeries(
  ctx: Context,
  viewer: Viewer,
  asked: ListRequest,
): Promise<Found<SeriesView>> {
  const { data: ids, total } = await listSeriesIds(ctx, viewer, asked)
  return { data: await listFullSeries(ctx, viewer, ids), total }
}

export async function listSeriesIds(
  ctx: Context,
  viewer: Viewer,
  asked: ListRequest,
): Promise<Found<string>> {
  const db = isQuick(asked) ? ctx.db : ctx.replica
  const question = buildQuery(ctx, db, viewer, asked)
  const total = await countMatches(db, question)
  return { data: await selectIds(db, question, total), total }
}

/** Lists the first rows of a list, without the total. */
export async function listFew(
  ctx: Context,
  viewer: Viewer,
  asked: Omit<ListRequest, 'paging'>,
  limit: number,
) {
  const paging = { page: 1, pageSize: limit, offset: 0 }
  const db = isQuick({ ...asked, paging }) ? ctx.db : ctx.replica
  const question = buildQuery(ctx, db, viewer, { ...asked, paging })
  return listFullSeries(ctx, viewer, await selectIds(db, question, 0))
}

/**
 * Returns true for a small page near the start of a list that is sorted by an index and filtered by
 * library at most.
 */
function isQuick({ filter, sort, paging }: ListRequest) {
  const { libraryId, ...others } = filter
  const isNear = paging.pageSize <= quickRows && paging.offset <= quickOffset
  const isPlain = Object.keys(others).length === 0 && isNear
  if (sort.key === 'name') return isPlain
  if (sort.key === 'date_read') return isPlain && paging.offset <= quickReadOffset
  return isPlain && indexedSorts.includes(sort.key) && libraryId === undefined
}

function buildQuery(ctx: Context, db: Db, viewer: Viewer, asked: ListRequest): ListQuery {
  const { sort, filter } = asked
  const { userId } = viewer
  const order = buildOrder({ sort, search: filter.search, userId, now: ctx.clock.now() })
  return { ...asked, viewer, order, conditions: buildConditions(db, viewer, asked.filter) }
}

const buildWhere = ({ viewer, conditions }: ListQuery, form: Form, ...more: (SQL | undefined)[]) =>
  and(isInSeriesList(conditions, viewer, form), ...more)

async function countMatches(db: Db, question: ListQuery): Promise<number> {
  const { viewer, filter } = question
  if (isUnfiltered(filter)) return getStoredTotal(db, viewer, filter.libraryId)
  const [row] = await db.select({ total: count() }).from(series).where(buildWhere(question, 'set'))
  return row!.total
}

/** Returns true if the filter matches all series, or all series of a library. */
const isUnfiltered = (filter: Filter) => Object.keys(filter).every((key) => key === 'libraryId')

async function getStoredTotal(db: Db, viewer: Viewer, libraryId: string | undefined) {
  const ofLibrary = libraryId === undefined ? undefined : eq(libraries.id, libraryId)
  if (viewer.restrictions) return getRestrictedTotal(db, viewer, libraryId)
  const [row] = await db
    .select({ total: sum(libraries.seriesCount).mapWith(Number) })
    .from(libraries)
    .where(and(isNull(libraries.trashedAt), isOpenTo(viewer, libraries.id), ofLibrary))
  return row?.total ?? 0
}

async function getRestrictedTotal(db: Db, viewer: Viewer, libraryId: string | undefined) {
  const ofLibrary = libraryId === undefined ? undefined : eq(seriesCounts.libraryId, libraryId)
  const [row] = await db
    .select({ total: sum(seriesCounts.seriesCount).mapWith(Number) })
    .from(seriesCounts)
    .where(and(isCountedFor(viewer, seriesCounts), ofLibrary))
  return row?.total ?? 0
}

async function selectIds(db: Db, question: ListQuery, total: number): Promise<string[]> {
  const { sort, paging, order } = question
  if (sort.key === 'date_read') return selectIdsByReading(db, question)
  if (sort.key === 'unread_count' && sort.direction === 'desc' && isUnfiltered(question.filter)) {
    const { userId } = question.viewer
    const { pageSize: limit, offset } = paging
    return listIdsByUnread(db, { userId, condition: buildWhere(question, 'probe'), limit, offset })
  }
  // With many matches, walking the index is faster than building the set.
  const form = total > 20 * paging.page * paging.pageSize ? 'probe' : 'set'
  const page = await db
    .select({ id: series.id })
    .from(series)
    .where(buildWhere(question, form))
    .orderBy(...order)
    .limit(paging.pageSize)
    .offset(paging.offset)
  return page.map((row) => row.id)
}

/**
 * Lists the series that the user has started, sorted by when they were last read, then the others
 * by name. Each part uses an index.
 */
async function selectIdsByReading(db: Db, question: ListQuery): Promise<string[]> {
  const { pageSize, offset } = question.paging
  const read = await selectRead(db, question).limit(pageSize).offset(offset)
  const ids = read.map((row) => row.id)
  if (ids.length === pageSize) return ids
  const isPastRead = ids.length === 0 && offset > 0
  const countRead = isPastRead ? await countReadRows(db, question) : offset + ids.length
  const { readStatus = ['unread'] } = question.filter
  const select = readStatus.includes('unread') ? selectNeverRead : selectWithoutDate
  const others = await select(db, question)
    .limit(pageSize - ids.length)
    .offset(Math.max(0, offset - countRead))
  return [...ids, ...others.map((row) => row.id)]
}

const hasRead = (viewer: Viewer) =>
  and(eq(seriesProgress.userId, viewer.userId), isNotNull(seriesProgress.lastReadAt))

const selectRead = (db: Db, question: ListQuery) =>
  db
    .select({ id: series.id })
    .from(seriesProgress)
    .innerJoin(series, eq(series.id, seriesProgress.seriesId))
    .where(buildWhere(question, 'probe', hasRead(question.viewer)))
    .orderBy(...byLastRead(question.sort))

/** Sorts by last read. The terms must be exactly those of the index, so that it is used. */
const byLastRead = ({ direction }: SeriesSort) =>
  direction === 'asc'
    ? [sql`${seriesProgress.lastReadAt} asc nulls first`, sql`${seriesProgress.seriesId} desc`]
    : [sql`${seriesProgress.lastReadAt} desc nulls last`, sql`${seriesProgress.seriesId} asc`]

async function countReadRows(db: Db, question: ListQuery): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(seriesProgress)
    .innerJoin(series, eq(series.id, seriesProgress.seriesId))
    .where(buildWhere(question, 'set', hasRead(question.viewer)))
  return row!.total
}

const selectNeverRead = (db: Db, question: ListQuery) =>
  db
    .select({ id: series.id })
    .from(series)
    .where(buildWhere(question, 'probe', neverRead(db, question.viewer)))
    .orderBy(asc(series.sortKey), asc(series.id))

/** Selects the series that have reading progress but no date of last reading. */
const selectWithoutDate = (db: Db, question: ListQuery) =>
  db
    .select({ id: series.id })
    .from(seriesProgress)
    .innerJoin(series, eq(series.id, seriesProgress.seriesId))
    .where(
      buildWhere(
        question,
        'probe',
        eq(seriesProgress.userId, question.viewer.userId),
        isNull(seriesProgress.lastReadAt),
      ),
    )
    .orderBy(asc(series.sortKey), asc(series.id))

const neverRead = (db: Db, viewer: Viewer) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(seriesProgress)
      .where(and(hasRead(viewer), eq(seriesProgress.seriesId, series.id))),
  )
