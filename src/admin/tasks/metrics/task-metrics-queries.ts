/** Aggregates ended tasks in the database, so that individual rows are not read. */
import { and, desc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import { getEpochMs, inIds } from '../../../platform/db/sql'
import type { Db } from '../../../platform/db/store'
import { jobs } from '../../../platform/jobs/schema'
import { isJobVisibleTo } from '../queries'

const maxEnded = 20_000

export interface EndedFilter {
  since: Date
  kind?: string | undefined
}

/**
 * Selects the latest jobs that ran and ended. Negative durations become 0, because the clocks of
 * several machines may differ.
 */
function selectEnded(viewer: Viewer, { since, kind }: EndedFilter): SQL {
  const [run, start, end] = [jobs.runAt, jobs.startedAt, jobs.finishedAt].map(getEpochMs)
  const isEnded = and(
    isJobVisibleTo(viewer),
    inArray(jobs.state, ['done', 'failed']),
    gt(jobs.finishedAt, since),
    isNotNull(jobs.startedAt),
    kind === undefined ? undefined : eq(jobs.kind, kind),
  )
  return sql`select ${jobs.kind} as kind, cast(${jobs.id} as text) as id, ${end!} as ended,
    case when ${jobs.state} = 'failed' then 1 else 0 end as failed,
    case when ${jobs.attempts} > 1 then 1 else 0 end as retried,
    case when ${end!} > ${start!} then ${end!} - ${start!} else 0 end as duration,
    case when ${start!} > ${run!} then ${start!} - ${run!} else 0 end as wait
    from ${jobs} where ${isEnded}
    order by ${desc(jobs.finishedAt)}, ${desc(jobs.id)} limit ${maxEnded}`
}

/** Columns of sums, in milliseconds. PostgreSQL returns large numbers as text. */
const sums = sql`count(*) as count, sum(failed) as failed, sum(duration) as worked,
  min(duration) as shortest, max(duration) as longest`

interface SumColumns {
  count: number | string
  failed: number | string
  worked: number | string
  shortest: number | string
  longest: number | string
}

const readSums = (row: SumColumns) => ({
  count: Number(row.count),
  failed: Number(row.failed),
  workedMs: Number(row.worked),
  shortestMs: Number(row.shortest),
  longestMs: Number(row.longest),
})

/** Sums up ended jobs by kind. The kind whose job ended most recently comes first. */
export async function sumByKind(heavy: Db, viewer: Viewer, filter: EndedFilter) {
  const rows = await heavy.rows<
    SumColumns & {
      kind: string
      retried: number | string
      waited: number | string
      median: number | string
      high: number | string
      first: number | string
      failure: string | null
    }
  >(sql`
    with ended as (${selectEnded(viewer, filter)}),
    placed as (
      select ended.*, count(*) over (partition by kind) as total,
        row_number() over (partition by kind order by duration) as place,
        row_number() over (partition by kind, failed order by ended desc, id desc) as age
      from ended)
    select kind, ${sums}, sum(retried) as retried, sum(wait) as waited, min(ended) as first,
      max(case when place = (total + 1) / 2 then duration end) as median,
      max(case when place = (total * 95 + 99) / 100 then duration end) as high,
      max(case when failed = 1 and age = 1 then id end) as failure
    from placed group by kind order by max(ended) desc, kind`)
  return rows.map((row) => ({
    ...readSums(row),
    kind: row.kind,
    retried: Number(row.retried),
    waitedMs: Number(row.waited),
    firstMs: Number(row.first),
    p50Ms: Number(row.median),
    p95Ms: Number(row.high),
    lastFailedId: row.failure,
  }))
}

export type KindSums = Awaited<ReturnType<typeof sumByKind>>[number]

/** Sums up ended jobs by period, oldest first. */
export async function sumByPeriod(
  heavy: Db,
  viewer: Viewer,
  { periodMs, ...filter }: EndedFilter & { periodMs: number },
) {
  // The number is inserted as text, not as a parameter, because PostgreSQL must recognize that both
  // occurrences of the expression are the same. This is safe, because it is never user input.
  const period = sql`(ended - ended % ${sql.raw(String(periodMs))})`
  const rows = await heavy.rows<SumColumns & { period: number | string }>(sql`
    with ended as (${selectEnded(viewer, filter)})
    select ${period} as period, ${sums} from ended group by ${period} order by period`)
  return rows.map((row) => ({ ...readSums(row), startMs: Number(row.period) }))
}

export type PeriodSums = Awaited<ReturnType<typeof sumByPeriod>>[number]

export async function findFailures(heavy: Db, ids: readonly string[]) {
  const rows = await heavy
    .select({ id: jobs.id, error: jobs.error, finishedAt: jobs.finishedAt })
    .from(jobs)
    .where(inIds(jobs.id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}
