import { MessageView } from '../../../platform/http/message-shapes'
import {
  anyText,
  instant,
  integerText,
  list,
  long,
  named,
  nullable,
  number,
  oneOf,
  optional,
  shape,
  type Static,
  text,
} from '../../../platform/http/shapes'

const milliseconds = () => number({ minimum: 0, description: 'In milliseconds' })
const notCounted = () => long({ description: 'Not counted; always 0' })

const durations = {
  avgDurationMs: milliseconds(),
  minDurationMs: long({ description: 'In milliseconds' }),
  maxDurationMs: long({ description: 'In milliseconds' }),
}

const TaskTypeMetrics = named('TaskTypeMetrics', {
  taskType: anyText(),
  executed: long(),
  succeeded: long(),
  failed: long(),
  retried: long({ description: 'Tasks that needed more than one attempt' }),
  ...durations,
  p50DurationMs: long({ description: 'Median, in milliseconds' }),
  p95DurationMs: long({ description: '95th percentile, in milliseconds' }),
  avgQueueWaitMs: milliseconds(),
  itemsProcessed: notCounted(),
  bytesProcessed: notCounted(),
  throughputPerSec: number({ minimum: 0, description: 'Tasks for each second of work' }),
  errorRatePct: number({ minimum: 0, maximum: 100 }),
  lastError: nullable(MessageView),
  lastErrorAt: nullable(instant()),
})
export type TaskTypeMetrics = Static<typeof TaskTypeMetrics>

export const TaskMetrics = named('TaskMetrics', {
  updatedAt: instant(),
  retention: anyText({ description: 'How long ended tasks are kept, as an ISO 8601 duration' }),
  summary: shape({
    totalExecuted: long(),
    totalSucceeded: long(),
    totalFailed: long(),
    avgDurationMs: milliseconds(),
    avgQueueWaitMs: milliseconds(),
    tasksPerMinute: number({ minimum: 0 }),
  }),
  byType: list(TaskTypeMetrics),
  queue: shape({
    pendingCount: long(),
    processingCount: long(),
    staleCount: long({ description: 'Running tasks whose process disappeared' }),
    oldestPendingAgeMs: nullable(long({ description: 'Of tasks that could run, in milliseconds' })),
  }),
})
export type TaskMetrics = Static<typeof TaskMetrics>

const granularities = ['hour', 'day'] as const

export const TaskHistoryQuery = shape({
  days: optional(
    integerText({ minimum: 1, maximum: 7, default: 7, description: 'Number of days; default: 7' }),
  ),
  taskType: optional(text(100, { description: 'Only tasks of this type' })),
  granularity: optional(
    oneOf(granularities, { description: 'Length of a period, in UTC; default: hour' }),
  ),
})
export type TaskHistoryQuery = Static<typeof TaskHistoryQuery>

const TaskMetricsPoint = named('TaskMetricsPoint', {
  periodStart: instant(),
  taskType: nullable(anyText({ description: 'Null if all types are counted together' })),
  count: long(),
  succeeded: long(),
  failed: long(),
  ...durations,
  itemsProcessed: notCounted(),
  bytesProcessed: notCounted(),
})
export type TaskMetricsPoint = Static<typeof TaskMetricsPoint>

export const TaskHistory = named('TaskMetricsHistory', {
  from: instant(),
  to: instant(),
  granularity: oneOf(granularities),
  points: list(TaskMetricsPoint, {
    description: 'Oldest first; periods without tasks are left out',
  }),
})
export type TaskHistory = Static<typeof TaskHistory>
