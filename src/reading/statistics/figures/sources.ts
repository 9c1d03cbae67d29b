/**
 * The data for the figures: sessions that begin in a span of time, and completions in that span.
 * Most sessions do not overlap another one, and their times are added up per book, device and day.
 * Overlapping sessions are kept separate, because time that two sessions in a group share counts
 * only once.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { bookAndSeriesVisibleTo } from '../../../catalog/books/book-visibility'
import { books } from '../../../catalog/books/schema'
import { series } from '../../../catalog/series/schema'
import { dialect } from '../../../platform/db/dialect'
import { getEpochMs } from '../../../platform/db/sql'
import { bookCompletions } from '../../progress/schema'
import { dayMs, type LocalDays } from '../local-days'
import { readingSessions } from '../schema'

export interface Span {
  fromMs: number
  toMs: number
}

/** If `viewer` is undefined, the scope covers all users, which is allowed only for totals. */
export interface Scope extends Span {
  viewer: Viewer | undefined
}

export interface DayScope extends Scope {
  days: LocalDays
}

export const raw = (value: number) => sql.raw(String(Math.floor(value)))

export const toInstant = (ms: number) =>
  dialect === 'sqlite' ? raw(ms) : sql`to_timestamp(${raw(ms)} / 1000.0)`

/** Derived sessions that overlap a measured session of the same book do not count at all. */
export const isSessionOf = ({ viewer, fromMs, toMs: endMs }: Scope) => sql`
  ${viewer ? sql`${readingSessions.userId} = ${viewer.userId}` : sql`1 = 1`}
  and ${readingSessions.startedMs} >= ${raw(fromMs)} and ${readingSessions.startedMs} < ${raw(endMs)}
  and (${readingSessions.counted} or ${readingSessions.origin} <> 'events')`

export const isVisible = (viewer: Viewer | undefined) =>
  viewer ? bookAndSeriesVisibleTo(viewer) : sql`1 = 1`

export const countedPages = sql`case when ${readingSessions.counted}
  then coalesce(${readingSessions.pages}, 0) else 0 end`

/** Columns of `item`, `done` and `tangled` that the groupings use. */
const bookColumns = sql`${books.seriesId} as series_id, ${series.title} as series_title,
  ${books.libraryId} as library_id, ${books.format} as format`

const withBooks = (table: string) => sql`${sql.raw(table)}
  join ${books} on ${books.id} = ${sql.raw(table)}.book_id
  join ${series} on ${series.id} = ${books.seriesId}`

export function readingOf(scope: DayScope): SQL {
  return sql`${timesOf(scope)}, ${cellsOf(scope)}, ${tangledOf(scope)}, ${completionsOf(scope)}`
}

/**
 * Includes hidden books. They are filtered out after grouping, because looking up the book of each
 * session would take longer.
 */
const timesOf = (scope: DayScope) => sql`
  sessions as (
    select ${readingSessions.userId} as user_id, ${readingSessions.bookId} as book_id,
      ${readingSessions.startedMs} as b,
      ${readingSessions.startedMs} + coalesce(${readingSessions.activeMs}, 0) as e,
      ${readingSessions.endedMs} as ended, ${countedPages} as pages,
      case when ${readingSessions.activeMs} is null then 1 else 0 end as timeless,
      case when ${readingSessions.pages} is null then 1 else 0 end as pageless,
      case when ${readingSessions.origin} = 'events' then 0 else 1 end as measured,
      coalesce(${readingSessions.deviceId}, '') as device,
      ${scope.days.daySql(sql`${readingSessions.startedMs}`)} as day
    from ${readingSessions} where ${isSessionOf(scope)}),
  neighbors as (select sessions.*,
    (day + 1) * ${raw(dayMs)} - ${scope.days.offsetSql(sql.raw('b'))} as midnight,
    max(e) over (partition by user_id order by b, e
      rows between unbounded preceding and 1 preceding) as before,
    lead(b) over (partition by user_id order by b, e) as next from sessions),
  times as materialized (select neighbors.*, case when (before is null or before <= b)
    and (next is null or next >= e) and e <= midnight then 1 else 0 end as alone from neighbors)`

/**
 * Totals of sessions per user, book, device and day, separate for measured sessions. `alone_ms` is
 * the time of sessions that neither overlap another one nor continue past midnight.
 */
const cellsOf = ({ viewer }: Scope) => sql`
  sums as (select user_id, book_id, device, day, measured,
    sum(case when alone = 1 then e - b else 0 end) as alone_ms, sum(pages) as pages,
    count(*) as sessions, sum(timeless) as timeless, sum(pageless) as pageless, max(ended) as ended
    from times group by user_id, book_id, device, day, measured),
  cells as materialized (select sums.*, ${bookColumns} from ${withBooks('sums')}
    where ${isVisible(viewer)})`

const tangledOf = ({ viewer }: Scope) => sql`
  rest as (select user_id, book_id, device, day, midnight, measured, b, e from times
    where alone = 0 and e > b),
  tangled as materialized (select rest.*, ${bookColumns} from ${withBooks('rest')}
    where ${isVisible(viewer)})`

const completionsOf = ({ viewer, fromMs, toMs: endMs, days }: DayScope) => sql`
  completions as (select ${bookCompletions.userId} as user_id, ${bookCompletions.bookId} as book_id,
    ${days.daySql(getEpochMs(sql`${bookCompletions.completedAt}`))} as day,
    coalesce((select e.device from reading_events e where e.book_id = ${bookCompletions.bookId}
      and e.user_id = ${bookCompletions.userId} and e.pass = ${bookCompletions.pass}
      and e.kind = 'completed' limit 1), '') as device
    from ${bookCompletions}
    where ${viewer ? sql`${bookCompletions.userId} = ${viewer.userId}` : sql`1 = 1`}
      and ${bookCompletions.completedAt} >= ${toInstant(fromMs)}
      and ${bookCompletions.completedAt} < ${toInstant(endMs)}),
  done as materialized (select completions.*, ${bookColumns} from ${withBooks('completions')}
    where ${isVisible(viewer)})`
