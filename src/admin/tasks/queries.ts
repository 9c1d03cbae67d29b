import { and, asc, count, desc, eq, gt, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { inIds } from '../../platform/db/sql'
import type { Db, Store } from '../../platform/db/store'
import type { Found, Paging } from '../../platform/http/pagination'
import { deleteJobsEndedBefore } from '../../platform/jobs/job-queue'
import { jobs } from '../../platform/jobs/schema'
import type { Viewer } from '../../accounts/permissions/model'

const columns = {
  id: jobs.id,
  kind: jobs.kind,
  state: jobs.state,
  priority: jobs.priority,
  attempts: jobs.attempts,
  maxAttempts: jobs.maxAttempts,
  payload: jobs.payload,
  error: jobs.error,
  runAt: jobs.runAt,
  leaseUntil: jobs.leaseUntil,
  createdAt: jobs.createdAt,
  startedAt: jobs.startedAt,
  finishedAt: jobs.finishedAt,
}

export type JobState = typeof jobs.$inferSelect.state
export type JobRow = Pick<typeof jobs.$inferSelect, keyof typeof columns>

interface JobFilter extends Paging {
  state: JobState | undefined
  kind: string | undefined
}

/** Lists jobs, newest first. */
export async function listJobs(db: Db, viewer: Viewer, filter: JobFilter): Promise<Found<JobRow>> {
  const condition = and(
    isJobVisibleTo(viewer),
    filter.state && eq(jobs.state, filter.state),
    filter.kind === undefined ? undefined : eq(jobs.kind, filter.kind),
  )
  const data = await db
    .select(columns)
    .from(jobs)
    .where(condition)
    .orderBy(desc(jobs.id))
    .limit(filter.pageSize)
    .offset(filter.offset)
  return { data, total: await db.$count(jobs, condition) }
}

export interface FailureSpan {
  after: Date
  until: Date
  limit: number
  /** By default, the oldest job comes first. */
  newestFirst?: boolean
}

/**
 * Lists jobs that failed permanently within the time span, in the order in which they failed, or in
 * reverse order with `newestFirst`.
 */
export const listFailedJobs = (
  db: Db,
  viewer: Viewer,
  { after, until, limit, newestFirst = false }: FailureSpan,
) => {
  const order = newestFirst ? desc : asc
  return db
    .select({ id: jobs.id, kind: jobs.kind, finishedAt: jobs.finishedAt })
    .from(jobs)
    .where(
      and(
        isJobVisibleTo(viewer),
        eq(jobs.state, 'failed'),
        gt(jobs.finishedAt, after),
        lte(jobs.finishedAt, until),
      ),
    )
    .orderBy(order(jobs.finishedAt), order(jobs.id))
    .limit(limit)
}

const maxActive = 200

/**
 * Lists jobs that are waiting or running, jobs that ended after `since`, and the given jobs.
 * Waiting jobs come last. Within each group, the newest come first.
 */
export const listActiveJobs = (
  db: Db,
  viewer: Viewer,
  { since, ids }: { since: Date; ids: readonly string[] },
): Promise<JobRow[]> =>
  db
    .select(columns)
    .from(jobs)
    .where(
      and(
        isJobVisibleTo(viewer),
        or(
          inArray(jobs.state, ['ready', 'running']),
          gt(jobs.finishedAt, since),
          inIds(jobs.id, ids),
        ),
      ),
    )
    .orderBy(sql`case when ${jobs.state} = 'ready' then 1 else 0 end`, desc(jobs.id))
    .limit(maxActive)

/** Finds the time since which the longest-waiting job could have run. */
export async function findOldestDue(heavy: Db, viewer: Viewer, now: Date) {
  const [row] = await heavy
    .select({ runAt: jobs.runAt })
    .from(jobs)
    .where(and(isJobVisibleTo(viewer), eq(jobs.state, 'ready'), lte(jobs.runAt, now)))
    .orderBy(asc(jobs.runAt))
    .limit(1)
  return row?.runAt
}

export async function findJob(db: Db, viewer: Viewer, id: string): Promise<JobRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(jobs)
    .where(and(isJobVisibleTo(viewer), eq(jobs.id, id)))
  return row
}

/** Counts jobs by kind and state. `stale` counts running jobs whose process disappeared. */
export async function countVisibleJobs(db: Db, viewer: Viewer, now: Date) {
  const isStale = sql`${jobs.state} = 'running' and ${jobs.leaseUntil} < ${sql.param(now, jobs.leaseUntil)}`
  return db
    .select({
      kind: jobs.kind,
      state: jobs.state,
      count: sql`count(*)`.mapWith(Number),
      stale: sql`sum(case when ${isStale} then 1 else 0 end)`.mapWith(Number),
    })
    .from(jobs)
    .where(isJobVisibleTo(viewer))
    .groupBy(jobs.kind, jobs.state)
}

/**
 * Counts jobs by kind that are running or could run now. Does not count jobs scheduled for later.
 */
export async function countOpenJobs(db: Db, viewer: Viewer, now: Date) {
  const isDue = and(eq(jobs.state, 'ready'), lte(jobs.runAt, now))
  return db
    .select({ kind: jobs.kind, count: count() })
    .from(jobs)
    .where(and(isJobVisibleTo(viewer), or(eq(jobs.state, 'running'), isDue)))
    .groupBy(jobs.kind)
}

/** Deletes jobs that ended before this time. Returns their number. */
export const deleteEndedJobs = (
  ctx: Pick<Store, 'writeBulk'>,
  viewer: Viewer,
  before: Date,
): Promise<number> => deleteJobsEndedBefore(ctx, before, isJobVisibleTo(viewer))

/** Matches tasks of the viewer's libraries, or all tasks if the viewer can access every library. */
export function isJobVisibleTo({ libraryIds }: Viewer): SQL | undefined {
  if (libraryIds === 'all') return undefined
  return inArray(sql`(${jobs.payload} ->> 'libraryId')`, [...libraryIds])
}
