import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/store'
import type { Found, Paging } from '../../platform/http/pagination'
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

interface Wanted extends Paging {
  state: JobState | undefined
  kind: string | undefined
}

/** Newest first. */
export async function listJobs(db: Db, viewer: Viewer, wanted: Wanted): Promise<Found<JobRow>> {
  const which = and(
    shownTo(viewer),
    wanted.state && eq(jobs.state, wanted.state),
    wanted.kind === undefined ? undefined : eq(jobs.kind, wanted.kind),
  )
  const data = await db
    .select(columns)
    .from(jobs)
    .where(which)
    .orderBy(desc(jobs.id))
    .limit(wanted.pageSize)
    .offset(wanted.offset)
  return { data, total: await db.$count(jobs, which) }
}

export async function findJob(db: Db, viewer: Viewer, id: string): Promise<JobRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(jobs)
    .where(and(shownTo(viewer), eq(jobs.id, id)))
  return row
}

/** How many there are of each kind in each state, and how many of those lost their process. */
export async function countJobs(db: Db, viewer: Viewer, now: Date) {
  const isStale = sql`${jobs.state} = 'running' and ${jobs.leaseUntil} < ${sql.param(now, jobs.leaseUntil)}`
  return db
    .select({
      kind: jobs.kind,
      state: jobs.state,
      count: sql`count(*)`.mapWith(Number),
      stale: sql`sum(case when ${isStale} then 1 else 0 end)`.mapWith(Number),
    })
    .from(jobs)
    .where(shownTo(viewer))
    .groupBy(jobs.kind, jobs.state)
}

/** Who may not see every library sees the tasks of theirs only. */
function shownTo({ libraryIds }: Viewer): SQL | undefined {
  if (libraryIds === 'all') return undefined
  return inArray(sql`(${jobs.payload} ->> 'libraryId')`, [...libraryIds])
}
