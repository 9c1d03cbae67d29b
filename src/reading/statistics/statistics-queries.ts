/** SQL of the statistics. All of it runs apart from the server's thread, with a deadline. */
import { type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../accounts/permissions/model'
import { bookAndSeriesVisibleTo } from '../../catalog/books/book-visibility'
import { books } from '../../catalog/books/schema'
import { isSeriesVisibleTo } from '../../catalog/libraries/series-visibility'
import { series } from '../../catalog/series/schema'
import { dialect } from '../../platform/db/dialect'
import type { Db } from '../../platform/db/store'
import { bookCompletions, seriesCompletions } from '../progress/schema'
import type { Grouping } from './groupings'
import { readingSessions } from './schema'

export interface Span {
  fromMs: number
  toMs: number
}

/** `viewer` undefined: all users, for sums only. */
interface Scope extends Span {
  viewer: Viewer | undefined
}

export interface FigureRow {
  /** Value of the grouping. */
  key: string
  name: string
  totalMs: number
  measuredMs: number
  pages: number
  sessions: number
  withoutDuration: number
  withoutPages: number
  books: number
  lastMs: number
  finished: number
}

const raw = (value: number) => sql.raw(String(Math.floor(value)))

const toInstant = (ms: number) =>
  dialect === 'sqlite' ? raw(ms) : sql`to_timestamp(${raw(ms)} / 1000.0)`

const toMs = (instant: SQL) =>
  dialect === 'sqlite' ? instant : sql`cast(round(extract(epoch from ${instant}) * 1000) as bigint)`

/** Sessions that begin in a span, in visible books. Excluded derived sessions are not there. */
const ownSessions = ({ viewer, fromMs, toMs: endMs }: Scope) => sql`own as (
  select ${readingSessions.userId} as user_id, ${readingSessions.startedMs} as b,
    ${readingSessions.startedMs} + coalesce(${readingSessions.activeMs}, 0) as e,
    ${readingSessions.endedMs} as ended, ${readingSessions.activeMs} as active,
    case when ${readingSessions.counted} then coalesce(${readingSessions.pages}, 0) else 0 end as pages,
    case when ${readingSessions.pages} is null then 1 else 0 end as pageless,
    case when ${readingSessions.origin} = 'events' then 0 else 1 end as measured,
    coalesce(${readingSessions.deviceId}, '') as device, ${ofBook(readingSessions.bookId)}
  where ${viewer ? sql`${readingSessions.userId} = ${viewer.userId} and ${bookAndSeriesVisibleTo(viewer)}` : sql`1 = 1`}
    and ${readingSessions.startedMs} >= ${raw(fromMs)} and ${readingSessions.startedMs} < ${raw(endMs)}
    and (${readingSessions.counted} or ${readingSessions.origin} <> 'events'))`

const ownCompletions = ({ viewer, fromMs, toMs: endMs }: Scope) => sql`done as (
  select ${bookCompletions.userId} as user_id, ${toMs(sql`${bookCompletions.completedAt}`)} as b,
    coalesce((select e.device from reading_events e where e.book_id = ${bookCompletions.bookId}
      and e.user_id = ${bookCompletions.userId} and e.pass = ${bookCompletions.pass}
      and e.kind = 'completed' limit 1), '') as device, ${ofBook(bookCompletions.bookId)}
  where ${viewer ? sql`${bookCompletions.userId} = ${viewer.userId} and ${bookAndSeriesVisibleTo(viewer)}` : sql`1 = 1`}
    and ${bookCompletions.completedAt} >= ${toInstant(fromMs)}
    and ${bookCompletions.completedAt} < ${toInstant(endMs)})`

const ofBook = (bookId: typeof readingSessions.bookId | typeof bookCompletions.bookId) => sql`
  ${bookId} as book_id, ${books.seriesId} as series_id, ${series.title} as series_title,
  ${books.libraryId} as library_id, ${books.format} as format
  from ${bookId.table} join ${books} on ${books.id} = ${bookId}
  join ${series} on ${series.id} = ${books.seriesId}`

/** Time that no earlier session of the group covers. */
const gain = sql.raw(`case when before is null or before <= b then e - b
  when e > before then e - before else 0 end`)

/** Figures by key. `spans` are the parts of sessions whose union is the time. */
const figures = (scope: Scope, { key, name, join, spans }: Grouping) => sql`
  ${ownSessions(scope)}, ${ownCompletions(scope)},
  keyed as (select cast(${key} as text) as k, ${name} as name, item.* from own as item ${join}),
  spans as (${spans ?? sql.raw('select k, b, e, measured from keyed where e > b')}),
  kinds as (select 0 as kind, k, b, e from spans
    union all select 1, k, b, e from spans where measured = 1),
  ordered as (select kind, k, b, e, max(e) over (partition by kind, k order by b, e
    rows between unbounded preceding and 1 preceding) as before from kinds),
  durations as (select k, sum(case when kind = 0 then ${gain} else 0 end) as total_ms,
    sum(case when kind = 1 then ${gain} else 0 end) as measured_ms from ordered group by k),
  sums as (select k, max(name) as name, sum(pages) as pages, count(*) as sessions,
    sum(case when active is null then 1 else 0 end) as without_duration,
    sum(pageless) as without_pages, count(distinct book_id) as books, max(ended) as last_ms
    from keyed group by k),
  finished as (select k, max(name) as name, count(*) as finished from (
    select cast(${key} as text) as k, ${name} as name from done as item ${join}) as ended group by k),
  keys as (select k from sums union select k from durations union select k from finished),
  figures as (select keys.k as key, coalesce(sums.name, finished.name, '') as name,
    coalesce(total_ms, 0) as total_ms, coalesce(measured_ms, 0) as measured_ms,
    coalesce(pages, 0) as pages, coalesce(sessions, 0) as sessions,
    coalesce(without_duration, 0) as without_duration, coalesce(without_pages, 0) as without_pages,
    coalesce(books, 0) as books, coalesce(last_ms, 0) as last_ms, coalesce(finished, 0) as finished
    from keys left join sums on sums.k = keys.k left join durations on durations.k = keys.k
    left join finished on finished.k = keys.k)`

export type Order = 'time' | 'pages' | 'completions' | 'key'

const orders: Record<Order, SQL> = {
  time: sql.raw('total_ms desc, pages desc, finished desc, key'),
  pages: sql.raw('pages desc, total_ms desc, finished desc, key'),
  completions: sql.raw('finished desc, total_ms desc, pages desc, key'),
  key: sql.raw('key'),
}

export async function listFigures(
  db: Db,
  scope: Scope,
  { grouping, order, limit }: { grouping: Grouping; order: Order; limit: number },
): Promise<FigureRow[]> {
  const rows = await db.rows<Record<string, unknown>>(
    sql`with ${figures(scope, grouping)} select * from figures order by ${orders[order]} limit ${raw(limit)}`,
  )
  return rows.map(toFigures)
}

const toFigures = (row: Record<string, unknown>): FigureRow => ({
  key: String(row['key']),
  name: String(row['name']),
  totalMs: Number(row['total_ms']),
  measuredMs: Number(row['measured_ms']),
  pages: Number(row['pages']),
  sessions: Number(row['sessions']),
  withoutDuration: Number(row['without_duration']),
  withoutPages: Number(row['without_pages']),
  books: Number(row['books']),
  lastMs: Number(row['last_ms']),
  finished: Number(row['finished']),
})

/** Of all users together; `books` is the number of users. */
export async function findServerFigures(db: Db, span: Span, byUser: Grouping): Promise<FigureRow> {
  const [row] = await db.rows<Record<string, unknown>>(sql`
    with ${figures({ ...span, viewer: undefined }, byUser)}
    select 'all' as key, '' as name, sum(total_ms) as total_ms, sum(measured_ms) as measured_ms,
      sum(pages) as pages, sum(sessions) as sessions, 0 as without_duration, 0 as without_pages,
      count(*) as books, 0 as last_ms, sum(finished) as finished from figures`)
  return toFigures(row!)
}

export async function countFinishedSeries(db: Db, viewer: Viewer, { fromMs, toMs: endMs }: Span) {
  const [row] = await db.rows<{ count: number | string }>(sql`
    select count(*) as count from ${seriesCompletions}
    join ${series} on ${series.id} = ${seriesCompletions.seriesId}
    where ${seriesCompletions.userId} = ${viewer.userId} and ${isSeriesVisibleTo(viewer)}
      and ${seriesCompletions.completedAt} >= ${toInstant(fromMs)}
      and ${seriesCompletions.completedAt} < ${toInstant(endMs)}`)
  return Number(row?.count ?? 0)
}

/** Local days with reading, oldest first. */
export async function listDaysRead(db: Db, scope: Scope & { viewer: Viewer }, day: SQL) {
  const rows = await db.rows<{ day: number | string }>(sql`with ${ownSessions(scope)}
    select distinct ${day} as day from own as item where active > 0 or pages > 0 order by day`)
  return rows.map((row) => Number(row.day))
}

export async function findCoverage(db: Db, viewer: Viewer) {
  const [row] = await db.rows<{ first: unknown; last: unknown }>(sql`
    with ${ownSessions({ viewer, fromMs: 0, toMs: 8e15 })}
    select min(b) as first, max(ended) as last from own`)
  return { firstReadAt: toDate(row?.first), lastReadAt: toDate(row?.last) }
}

const toDate = (ms: unknown) => (ms === null || ms === undefined ? null : new Date(Number(ms)))
