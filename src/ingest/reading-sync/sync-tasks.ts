import { and, desc, eq } from 'drizzle-orm'
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { jobs } from '../../platform/jobs/schema'
import { withText } from '../../platform/messages/message'
import { requireConnection } from '../connections/connections'
import { syncReadingJob, type SyncTaskView } from './model'
import { getSyncKey } from './sync-runs'

const states = {
  ready: 'pending',
  running: 'running',
  done: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
} as const

/** Finds the latest sync task of the connection. */
export async function findSyncTask(
  ctx: Context,
  viewer: Viewer,
  { pluginId, kind = syncReadingJob.kind }: { pluginId: string; kind?: string | undefined },
): Promise<SyncTaskView | undefined> {
  const { row } = await requireConnection(ctx, viewer, pluginId)
  if (kind !== syncReadingJob.kind) return undefined
  const [job] = await ctx.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.kind, kind), eq(jobs.key, getSyncKey(row.id))))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(1)
  if (!job) return undefined
  const problem = job.error && withText(job.error)
  return {
    taskId: job.id,
    taskType: job.kind,
    status: states[job.state],
    error: problem?.message ?? null,
    problem,
    createdAt: job.createdAt,
    startedAt: job.startedAt,
    completedAt: job.finishedAt,
  }
}
