/**
 * Computes figures for several groupings in a single statement, because all of them need the same
 * sessions.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/store'
import { byUser, type Grouping } from './groupings'
import { type DayScope, raw, readingOf } from './sources'

export interface FigureRow {
  /** Value that rows are grouped by. */
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

/** Figures of all users combined. */
interface ServerFigures extends Omit<FigureRow, 'books'> {
  /** Number of users who have read. */
  readers: number
}

type Order = 'time' | 'pages' | 'completions' | 'key'

const orders: Record<Order, SQL> = {
  time: sql.raw('total_ms desc, pages desc, finished desc, key'),
  pages: sql.raw('pages desc, total_ms desc, finished desc, key'),
  completions: sql.raw('finished desc, total_ms desc, pages desc, key'),
  key: sql.raw('key'),
}

interface FigureRequest {
  grouping: Grouping
  order: Order
  limit: number
}

/** The part of a session's time that earlier sessions in the group do not cover. */
const gain = sql.raw(`case when before is null or before <= b then e - b
  when e > before then e - before else 0 end`)

const wholeSpans = sql.raw('select k, b, e, measured from keyed')

/**
 * Builds SQL that computes reading times. `spans` selects parts of sessions. Time that several
 * parts cover counts only once.
 */
const timesOf = ({ key, join, spans }: Grouping) => sql`
  select k, sum(case when kind = 0 then ${gain} else 0 end) as total_ms,
    sum(case when kind = 1 then ${gain} else 0 end) as measured_ms, 0 as pages, 0 as sessions,
    0 as without_duration, 0 as without_pages, 0 as last_ms, 0 as finished
  from (select kind, k, b, e, max(e) over (partition by kind, k order by b, e
      rows between unbounded preceding and 1 preceding) as before
    from (with keyed as (select cast(${key} as text) as k, item.* from tangled as item ${join}),
        spans as (${spans ?? wholeSpans})
      select 0 as kind, k, b, e from spans
      union all select 1, k, b, e from spans where measured = 1) as kinds) as ordered
  group by k`

const sumsOf = ({ key, join }: Grouping) => sql`
  select cast(${key} as text) as k, sum(alone_ms) as total_ms,
    sum(case when measured = 1 then alone_ms else 0 end) as measured_ms, sum(pages) as pages,
    sum(sessions) as sessions, sum(timeless) as without_duration, sum(pageless) as without_pages,
    max(ended) as last_ms, 0 as finished
  from cells as item ${join} group by 1`

const completionsOf = ({ key, join }: Grouping) => sql`
  select cast(${key} as text) as k, 0 as total_ms, 0 as measured_ms, 0 as pages, 0 as sessions,
    0 as without_duration, 0 as without_pages, 0 as last_ms, count(*) as finished
  from done as item ${join} group by 1`

const namesOf = ({ key, name, join }: Grouping) => sql`
  select k, max(name) as name, count(distinct read_id) as books from (
    select cast(${key} as text) as k, ${name} as name, item.book_id as read_id from cells as item ${join}
    union all select cast(${key} as text), ${name}, null from done as item ${join}) as named group by k`

const figuresOf = ({ grouping, order, limit }: FigureRequest, id: string) => sql`
  select ${sql.raw(`'${id}'`)} as id, added.*, coalesce(names.name, '') as name,
    coalesce(names.books, 0) as books
  from (select k as key, sum(total_ms) as total_ms, sum(measured_ms) as measured_ms,
      sum(pages) as pages, sum(sessions) as sessions, sum(without_duration) as without_duration,
      sum(without_pages) as without_pages, max(last_ms) as last_ms, sum(finished) as finished
    from (${sumsOf(grouping)} union all ${timesOf(grouping)} union all ${completionsOf(grouping)}) as parts
    group by k) as added
  left join (${namesOf(grouping)}) as names on names.k = added.key
  order by ${orders[order]} limit ${raw(limit)}`

/** Returns the figures for each request, keyed by the name of the request. */
export async function listFigures<Name extends string>(
  db: Db,
  scope: DayScope,
  requests: Record<Name, FigureRequest>,
): Promise<Record<Name, FigureRow[]>> {
  const names = Object.keys(requests) as Name[]
  const parts = names.map((name) => sql`select * from (${figuresOf(requests[name], name)}) as part`)
  const rows = await db.rows<Record<string, unknown>>(
    sql`with ${readingOf(scope)} ${sql.join(parts, sql` union all `)}`,
  )
  const found = Object.fromEntries(names.map((name): [string, FigureRow[]] => [name, []]))
  for (const row of rows) found[String(row['id'])]!.push(toFigures(row))
  return found as Record<Name, FigureRow[]>
}

const toFigures = (row: Record<string, unknown>): FigureRow => ({
  ...toSums(row),
  books: Number(row['books']),
})

const toSums = (row: Record<string, unknown>): Omit<FigureRow, 'books'> => ({
  key: String(row['key']),
  name: String(row['name']),
  totalMs: Number(row['total_ms']),
  measuredMs: Number(row['measured_ms']),
  pages: Number(row['pages']),
  sessions: Number(row['sessions']),
  withoutDuration: Number(row['without_duration']),
  withoutPages: Number(row['without_pages']),
  lastMs: Number(row['last_ms']),
  finished: Number(row['finished']),
})

/** Computes the figures for all users combined. */
export async function findServerFigures(
  db: Db,
  scope: Omit<DayScope, 'viewer'>,
): Promise<ServerFigures> {
  const every = { grouping: byUser, order: 'key', limit: Number.MAX_SAFE_INTEGER } as const
  const [row] = await db.rows<Record<string, unknown>>(sql`
    with ${readingOf({ ...scope, viewer: undefined })}
    select 'all' as key, '' as name, sum(total_ms) as total_ms, sum(measured_ms) as measured_ms,
      sum(pages) as pages, sum(sessions) as sessions, 0 as without_duration, 0 as without_pages,
      count(*) as readers, 0 as last_ms, sum(finished) as finished
    from (${figuresOf(every, 'users')}) as figures`)
  return { ...toSums(row!), readers: Number(row!['readers']) }
}
