/** Pages of series: the total, then the ids in order, then everything about those ids. */
import { and, asc, count, eq, isNotNull, isNull, notExists, type SQL, sql, sum } from 'drizzle-orm'
import type { Context } from '../../../context'
import type { Db } from '../../../platform/db/store'
import type { Found, Paging } from '../../../platform/http/pagination'
import { seesEverything } from '../../libraries/access'
import { libraries } from '../../libraries/schema'
import { seriesProgress } from '../../../reading/progress/schema'
import type { Viewer } from '../../../accounts/permissions/model'
import { idsByUnread } from './by-unread'
import { type Condition, conditionsOf, type Filter, type Form, inList } from './filter'
import { fullSeries } from '../full-series'
import type { SeriesView } from '../model'
import { indexedSorts, orderOf, type SeriesSort } from './series-order'
import { series } from '../schema'

/** Longer lists are put together beside the main thread. */
const quickRows = 100
/** Skipping this many entries of an index takes some milliseconds. */
const quickOffset = 20_000
/** Past what a user has read, each series skipped costs a look-up. */
const quickReadOffset = 1000

interface Asked {
  filter: Filter
  sort: SeriesSort
  paging: Paging
}

interface Question extends Asked {
  viewer: Viewer
  conditions: Condition[]
  order: SQL[]
}

export async function listSeries(
  ctx: Context,
  viewer: Viewer,
  asked: Asked,
): Promise<Found<SeriesView>> {
  const db = isQuick(asked) ? ctx.db : ctx.heavy
  const question = questionOf(ctx, db, viewer, asked)
  const total = await totalOf(db, question)
  const ids = await idsOf(db, question, total)
  return { data: await fullSeries(ctx, viewer, ids), total }
}

/** The first rows of a list, without their total. */
export async function listFew(
  ctx: Context,
  viewer: Viewer,
  asked: Omit<Asked, 'paging'>,
  limit: number,
) {
  const paging = { page: 1, pageSize: limit, offset: 0 }
  const db = isQuick({ ...asked, paging }) ? ctx.db : ctx.heavy
  const question = questionOf(ctx, db, viewer, { ...asked, paging })
  return fullSeries(ctx, viewer, await idsOf(db, question, 0))
}

/** Nothing is filtered, an index has the order, and the page is near its beginning. */
function isQuick({ filter, sort, paging }: Asked) {
  const { libraryId, ...others } = filter
  const isNear = paging.pageSize <= quickRows && paging.offset <= quickOffset
  const isPlain = Object.keys(others).length === 0 && isNear
  if (sort.key === 'name') return isPlain
  if (sort.key === 'date_read') return isPlain && paging.offset <= quickReadOffset
  return isPlain && indexedSorts.includes(sort.key) && libraryId === undefined
}

function questionOf(ctx: Context, db: Db, viewer: Viewer, asked: Asked): Question {
  const { sort, filter } = asked
  const { userId } = viewer
  const order = orderOf({ sort, search: filter.search, userId, now: ctx.now() })
  return { ...asked, viewer, order, conditions: conditionsOf(db, viewer, asked.filter) }
}

const where = ({ viewer, conditions }: Question, form: Form, ...more: (SQL | undefined)[]) =>
  and(inList(conditions, viewer, form), ...more)

async function totalOf(db: Db, question: Question): Promise<number> {
  const { viewer, filter } = question
  if (seesEverything(viewer) && isWhole(filter)) {
    return storedTotal(db, filter.libraryId)
  }
  const [row] = await db.select({ total: count() }).from(series).where(where(question, 'set'))
  return row!.total
}

/** Everything there is, or everything in a library. */
const isWhole = (filter: Filter) => Object.keys(filter).every((key) => key === 'libraryId')

async function storedTotal(db: Db, libraryId: string | undefined): Promise<number> {
  const ofLibrary = libraryId === undefined ? undefined : eq(libraries.id, libraryId)
  const [row] = await db
    .select({ total: sum(libraries.seriesCount).mapWith(Number) })
    .from(libraries)
    .where(and(isNull(libraries.trashedAt), ofLibrary))
  return row?.total ?? 0
}

async function idsOf(db: Db, question: Question, total: number): Promise<string[]> {
  const { sort, paging, order } = question
  if (sort.key === 'date_read') return idsByReading(db, question)
  if (sort.key === 'unread_count' && sort.direction === 'desc' && isWhole(question.filter)) {
    const { userId } = question.viewer
    const { pageSize: limit, offset } = paging
    return idsByUnread(db, { userId, condition: where(question, 'probe'), limit, offset })
  }
  // Where many rows match, a walk along the index ends long before the set would be put together.
  const form = total > 20 * paging.page * paging.pageSize ? 'probe' : 'set'
  const page = await db
    .select({ id: series.id })
    .from(series)
    .where(where(question, form))
    .orderBy(...order)
    .limit(paging.pageSize)
    .offset(paging.offset)
  return page.map((row) => row.id)
}

/** What the user has read, in that order; then the rest by name. Each part walks an index. */
async function idsByReading(db: Db, question: Question): Promise<string[]> {
  const { pageSize, offset } = question.paging
  const read = await selectRead(db, question).limit(pageSize).offset(offset)
  const ids = read.map((row) => row.id)
  if (ids.length === pageSize) return ids
  const isPastRead = ids.length === 0 && offset > 0
  const countRead = isPastRead ? await countReadRows(db, question) : offset + ids.length
  const { readStatus = ['unread'] } = question.filter
  const select = readStatus.includes('unread') ? selectNeverRead : selectUndated
  const others = await select(db, question)
    .limit(pageSize - ids.length)
    .offset(Math.max(0, offset - countRead))
  return [...ids, ...others.map((row) => row.id)]
}

const hasRead = (viewer: Viewer) =>
  and(eq(seriesProgress.userId, viewer.userId), isNotNull(seriesProgress.lastReadAt))

const selectRead = (db: Db, question: Question) =>
  db
    .select({ id: series.id })
    .from(seriesProgress)
    .innerJoin(series, eq(series.id, seriesProgress.seriesId))
    .where(where(question, 'probe', hasRead(question.viewer)))
    .orderBy(...byLastRead(question.sort))

/** No more terms than the index has, so that it is walked. */
const byLastRead = ({ direction }: SeriesSort) =>
  direction === 'asc'
    ? [sql`${seriesProgress.lastReadAt} asc nulls first`, sql`${seriesProgress.seriesId} desc`]
    : [sql`${seriesProgress.lastReadAt} desc nulls last`, sql`${seriesProgress.seriesId} asc`]

async function countReadRows(db: Db, question: Question): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(seriesProgress)
    .innerJoin(series, eq(series.id, seriesProgress.seriesId))
    .where(where(question, 'set', hasRead(question.viewer)))
  return row!.total
}

const selectNeverRead = (db: Db, question: Question) =>
  db
    .select({ id: series.id })
    .from(series)
    .where(where(question, 'probe', neverRead(db, question.viewer)))
    .orderBy(asc(series.sortKey), asc(series.id))

/** Of what is not unread each has a row, with a date or without: nothing else needs to be looked at. */
const selectUndated = (db: Db, question: Question) =>
  db
    .select({ id: series.id })
    .from(seriesProgress)
    .innerJoin(series, eq(series.id, seriesProgress.seriesId))
    .where(
      where(
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
