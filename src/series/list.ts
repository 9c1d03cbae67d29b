/** Pages of series: the total, then the ids in order, then everything about those ids. */
import { and, count, eq, isNotNull, isNull, notExists, type SQL, sql, sum } from 'drizzle-orm'
import type { Context } from '../context'
import type { Db } from '../db/store'
import type { Found, Paging } from '../http/pagination'
import { libraries } from '../libraries/schema'
import { seriesProgress } from '../reading/schema'
import type { Viewer } from '../users/model'
import { type Condition, conditionsOf, type Filter, type Form } from './filter'
import { fullSeries } from './full'
import type { SeriesView } from './model'
import { indexedSorts, orderOf, type SeriesSort, shuffleSeed } from './order'
import { series } from './schema'
import { seenBy } from './seen'

/** Longer lists are put together beside the main thread. */
const quickRows = 100

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

/** Only a library, no other filter, in the order of an index. */
function isQuick({ filter, sort, paging }: Asked) {
  const { libraryId: _, ...others } = filter
  const isPlain = Object.keys(others).length === 0
  const isWalked = indexedSorts.includes(sort.key) || sort.key === 'date_read'
  return isPlain && isWalked && paging.pageSize <= quickRows
}

function questionOf(ctx: Context, db: Db, viewer: Viewer, asked: Asked): Question {
  const seed = shuffleSeed(viewer.userId, ctx.now())
  const order = orderOf({ sort: asked.sort, search: asked.filter.search, seed })
  return { ...asked, viewer, order, conditions: conditionsOf(db, viewer.userId, asked.filter) }
}

const where = ({ viewer, conditions }: Question, form: Form, ...more: (SQL | undefined)[]) =>
  and(seenBy(viewer), ...conditions.map((condition) => condition(form)), ...more)

async function totalOf(db: Db, question: Question): Promise<number> {
  const { viewer, filter } = question
  if (viewer.libraryIds === 'all' && Object.keys(filter).every((key) => key === 'libraryId')) {
    return storedTotal(db, filter.libraryId)
  }
  const [row] = await db.select({ total: count() }).from(series).where(where(question, 'set'))
  return row!.total
}

async function storedTotal(db: Db, libraryId: string | undefined): Promise<number> {
  const ofLibrary = libraryId === undefined ? undefined : eq(libraries.id, libraryId)
  const [row] = await db
    .select({ total: sum(libraries.seriesCount).mapWith(Number) })
    .from(libraries)
    .where(and(isNull(libraries.trashedAt), ofLibrary))
  return row?.total ?? 0
}

async function idsOf(db: Db, question: Question, total: number): Promise<string[]> {
  const { sort, paging } = question
  if (sort.key === 'date_read') return idsByReading(db, question)
  // Where many rows match, a walk along the index ends long before the set would be put together.
  const form = total > 20 * paging.page * paging.pageSize ? 'probe' : 'set'
  const selected = db.select({ id: series.id }).from(series)
  const rows =
    sort.key === 'unread_count'
      ? selected.leftJoin(seriesProgress, ofUser(question.viewer)).where(where(question, form))
      : selected.where(where(question, form))
  const page = await rows
    .orderBy(...question.order)
    .limit(paging.pageSize)
    .offset(paging.offset)
  return page.map((row) => row.id)
}

const ofUser = (viewer: Viewer) =>
  and(eq(seriesProgress.userId, viewer.userId), eq(seriesProgress.seriesId, series.id))

/** What the user has read, in that order; then the rest by name. Each part walks an index. */
async function idsByReading(db: Db, question: Question): Promise<string[]> {
  const { pageSize, offset } = question.paging
  const read = await selectRead(db, question).limit(pageSize).offset(offset)
  const ids = read.map((row) => row.id)
  if (ids.length === pageSize) return ids
  const isPastRead = ids.length === 0 && offset > 0
  const countRead = isPastRead ? await countReadRows(db, question) : offset + ids.length
  const others = await selectNeverRead(db, question)
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
    .orderBy(...question.order)

const neverRead = (db: Db, viewer: Viewer) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(seriesProgress)
      .where(and(hasRead(viewer), eq(seriesProgress.seriesId, series.id))),
  )
