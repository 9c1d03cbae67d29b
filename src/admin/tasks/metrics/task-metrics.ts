/**
 * Durations and outcomes of tasks, computed from the records of ended tasks, which are kept for
 * seven days.
 */
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { findOldestDue } from '../queries'
import { countTasks, getVisibleError } from '../service'
import type {
  TaskHistory,
  TaskHistoryQuery,
  TaskMetrics,
  TaskMetricsPoint,
  TaskTypeMetrics,
} from './task-metrics-model'
import {
  findFailures,
  type KindSums,
  type PeriodSums,
  sumByKind,
  sumByPeriod,
} from './task-metrics-queries'

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const keptDays = 7

export async function getTaskMetrics(ctx: Context, viewer: Viewer): Promise<TaskMetrics> {
  const now = ctx.clock.now()
  const since = new Date(now.getTime() - keptDays * dayMs)
  const kinds = await sumByKind(ctx.heavy, viewer, { since })
  const failures = await findFailures(
    ctx.heavy,
    kinds.flatMap(({ lastFailedId }) => lastFailedId ?? []),
  )
  const open = await countTasks(ctx, viewer)
  const oldest = await findOldestDue(ctx.heavy, viewer, now)
  return {
    updatedAt: now,
    retention: `P${keptDays}D`,
    summary: summarize(kinds, now),
    byType: kinds.map((sums) => {
      const failure = failures.get(sums.lastFailedId ?? '')
      return {
        ...summarizeKind(sums),
        lastError: getVisibleError(failure?.error ?? null, viewer),
        lastErrorAt: failure?.finishedAt ?? null,
      }
    }),
    queue: {
      pendingCount: open.pending,
      processingCount: open.processing,
      staleCount: open.stale,
      oldestPendingAgeMs: oldest ? Math.max(0, now.getTime() - oldest.getTime()) : null,
    },
  }
}

function summarize(kinds: readonly KindSums[], now: Date): TaskMetrics['summary'] {
  const total = (read: (sums: KindSums) => number) => kinds.reduce((sum, one) => sum + read(one), 0)
  const count = total((one) => one.count)
  const failed = total((one) => one.failed)
  const firstMs = Math.min(now.getTime(), ...kinds.map((one) => one.firstMs))
  return {
    totalExecuted: count,
    totalSucceeded: count - failed,
    totalFailed: failed,
    avgDurationMs: average(
      total((one) => one.workedMs),
      count,
    ),
    avgQueueWaitMs: average(
      total((one) => one.waitedMs),
      count,
    ),
    tasksPerMinute: count / Math.max(1, (now.getTime() - firstMs) / minuteMs),
  }
}

function summarizeKind(sums: KindSums): Omit<TaskTypeMetrics, 'lastError' | 'lastErrorAt'> {
  const { kind, count, failed, retried, workedMs } = sums
  return {
    taskType: kind,
    executed: count,
    succeeded: count - failed,
    failed,
    retried,
    ...readDurations(sums),
    p50DurationMs: sums.p50Ms,
    p95DurationMs: sums.p95Ms,
    avgQueueWaitMs: average(sums.waitedMs, count),
    itemsProcessed: 0,
    bytesProcessed: 0,
    throughputPerSec: workedMs === 0 ? 0 : (count * 1000) / workedMs,
    errorRatePct: (failed * 100) / count,
  }
}

export async function getTaskHistory(
  ctx: Context,
  viewer: Viewer,
  { days, taskType, granularity = 'hour' }: TaskHistoryQuery,
): Promise<TaskHistory> {
  const to = ctx.clock.now()
  const since = new Date(to.getTime() - Number(days ?? keptDays) * dayMs)
  const periodMs = granularity === 'day' ? dayMs : hourMs
  const periods = await sumByPeriod(ctx.heavy, viewer, { since, kind: taskType, periodMs })
  return {
    from: since,
    to,
    granularity,
    points: periods.map((sums) => buildPoint(taskType, sums)),
  }
}

function buildPoint(taskType: string | undefined, sums: PeriodSums): TaskMetricsPoint {
  const { startMs, count, failed } = sums
  return {
    periodStart: new Date(startMs),
    taskType: taskType ?? null,
    count,
    succeeded: count - failed,
    failed,
    ...readDurations(sums),
    itemsProcessed: 0,
    bytesProcessed: 0,
  }
}

const readDurations = ({ workedMs, count, shortestMs, longestMs }: PeriodSums | KindSums) => ({
  avgDurationMs: average(workedMs, count),
  minDurationMs: shortestMs,
  maxDurationMs: longestMs,
})

const average = (sum: number, count: number) => (count === 0 ? 0 : sum / count)
