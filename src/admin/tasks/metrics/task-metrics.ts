/**
 * Durations and outcomes of tasks. They are computed from the records of ended tasks, which are
 * kept for seven days, so that nothing else is stored.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { countTasks, getVisibleError } from '../service'
import { findOldestDue, listEndedJobs } from '../queries'
import type {
  Granularity,
  TaskHistory,
  TaskHistoryQuery,
  TaskMetrics,
  TaskMetricsPoint,
  TaskTypeMetrics,
} from './task-metrics-model'

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const keptDays = 7

type EndedJob = Awaited<ReturnType<typeof listEndedJobs>>[number]

export async function getTaskMetrics(ctx: Context, viewer: Viewer): Promise<TaskMetrics> {
  const now = ctx.clock.now()
  const since = new Date(now.getTime() - keptDays * dayMs)
  const ended = await listEndedJobs(ctx.heavy, viewer, { since })
  const open = await countTasks(ctx, viewer)
  const oldest = await findOldestDue(ctx.heavy, viewer, now)
  const failed = ended.filter(isFailed).length
  const firstMs = ended.at(-1)?.finishedAt.getTime() ?? now.getTime()
  const minutes = Math.max(1, (now.getTime() - firstMs) / minuteMs)
  return {
    updatedAt: now,
    retention: `P${keptDays}D`,
    summary: {
      totalExecuted: ended.length,
      totalSucceeded: ended.length - failed,
      totalFailed: failed,
      avgDurationMs: average(ended.map(getDuration)),
      avgQueueWaitMs: average(ended.map(getWait)),
      tasksPerMinute: ended.length / minutes,
    },
    byType: [...Map.groupBy(ended, ({ kind }) => kind)].map(([kind, jobs]) =>
      summarizeType(viewer, kind, jobs),
    ),
    queue: {
      pendingCount: open.pending,
      processingCount: open.processing,
      staleCount: open.stale,
      oldestPendingAgeMs: oldest ? Math.max(0, now.getTime() - oldest.getTime()) : null,
    },
  }
}

/** `jobs` are sorted, the latest first. */
function summarizeType(viewer: Viewer, taskType: string, jobs: EndedJob[]): TaskTypeMetrics {
  const failed = jobs.filter(isFailed)
  const durations = jobs.map(getDuration).toSorted((a, b) => a - b)
  const workedMs = durations.reduce((sum, one) => sum + one, 0)
  const percentile = (share: number) => durations[Math.ceil(durations.length * share) - 1] ?? 0
  const error = failed[0]?.error ?? null
  return {
    taskType,
    executed: jobs.length,
    succeeded: jobs.length - failed.length,
    failed: failed.length,
    retried: jobs.filter(({ attempts }) => attempts > 1).length,
    ...summarizeDurations(durations),
    p50DurationMs: percentile(0.5),
    p95DurationMs: percentile(0.95),
    avgQueueWaitMs: average(jobs.map(getWait)),
    itemsProcessed: 0,
    bytesProcessed: 0,
    throughputPerSec: workedMs === 0 ? 0 : (jobs.length * 1000) / workedMs,
    errorRatePct: (failed.length * 100) / jobs.length,
    lastError: getVisibleError(error, viewer),
    lastErrorAt: failed[0]?.finishedAt ?? null,
  }
}

export async function getTaskHistory(
  ctx: Context,
  viewer: Viewer,
  { days, taskType, granularity = 'hour' }: TaskHistoryQuery,
): Promise<TaskHistory> {
  const to = ctx.clock.now()
  const from = new Date(to.getTime() - Number(days ?? keptDays) * dayMs)
  const ended = await listEndedJobs(ctx.heavy, viewer, { since: from, kind: taskType })
  const periods = Map.groupBy(ended, (job) => startOfPeriod(job, granularity))
  const points = [...periods].map(([startMs, jobs]) => buildPoint(startMs, taskType, jobs))
  return {
    from,
    to,
    granularity,
    points: points.toSorted((a, b) => a.periodStart.getTime() - b.periodStart.getTime()),
  }
}

function startOfPeriod({ finishedAt }: EndedJob, granularity: Granularity): number {
  const lengthMs = granularity === 'day' ? dayMs : hourMs
  return Math.floor(finishedAt.getTime() / lengthMs) * lengthMs
}

function buildPoint(
  startMs: number,
  taskType: string | undefined,
  jobs: readonly EndedJob[],
): TaskMetricsPoint {
  const failed = jobs.filter(isFailed).length
  return {
    periodStart: new Date(startMs),
    taskType: taskType ?? null,
    count: jobs.length,
    succeeded: jobs.length - failed,
    failed,
    ...summarizeDurations(jobs.map(getDuration)),
    itemsProcessed: 0,
    bytesProcessed: 0,
  }
}

const summarizeDurations = (durations: readonly number[]) => ({
  avgDurationMs: average(durations),
  minDurationMs: durations.reduce((least, one) => Math.min(least, one), durations[0] ?? 0),
  maxDurationMs: durations.reduce((most, one) => Math.max(most, one), 0),
})

const isFailed = ({ state }: EndedJob) => state === 'failed'

/** Clocks of several machines may differ. */
const getDuration = ({ startedAt, finishedAt }: EndedJob) =>
  Math.max(0, finishedAt.getTime() - startedAt.getTime())

const getWait = ({ startedAt, runAt }: EndedJob) =>
  Math.max(0, startedAt.getTime() - runAt.getTime())

const average = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length
