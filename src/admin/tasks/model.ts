import { LimitQuery, PageQuery } from '../../platform/http/pagination'
import {
  anyText,
  boolean,
  id,
  instant,
  integer,
  integerText,
  long,
  nullable,
  oneOf,
  optional,
  record,
  named,
  shape,
  type Static,
  text,
  unknown,
} from '../../platform/http/shapes'
import { MessageView } from '../../platform/http/message-shapes'

const taskStatuses = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const TaskView = named('Task', {
  id: id(),
  taskType: anyText({ description: 'Kind of task' }),
  status: oneOf(taskStatuses),
  priority: integer({ description: 'Priority of the task; higher values run first' }),
  attempts: integer(),
  maxAttempts: integer(),
  params: unknown(),
  lastError: nullable(MessageView, { description: 'Reason why the latest attempt failed' }),
  scheduledFor: instant({ description: 'Earliest time at which the task can start' }),
  lockedUntil: nullable(
    instant({ description: 'Time by which the process that runs the task must renew its lease' }),
  ),
  isStale: boolean({
    description:
      'True if the task is processing and its lease has expired, so its process may have ended',
  }),
  createdAt: instant(),
  startedAt: nullable(instant()),
  completedAt: nullable(
    instant({ description: 'Time at which the task completed, failed or was canceled' }),
  ),
})
export type TaskView = Static<typeof TaskView>

export const TasksQuery = shape({
  ...PageQuery,
  ...LimitQuery,
  status: optional(oneOf(taskStatuses, { description: 'Only tasks in this state' })),
  taskType: optional(text(100, { description: 'Only tasks of this type' })),
})
export type TasksQuery = Static<typeof TasksQuery>

const counts = {
  pending: long(),
  processing: long(),
  completed: long(),
  failed: long(),
  cancelled: long(),
  stale: long({ description: 'Number of tasks in the state `processing` whose lease has expired' }),
  total: long(),
}

const TaskCounts = named('TaskCounts', counts)
export type TaskCounts = Static<typeof TaskCounts>

export const TaskStats = named('TaskStats', { ...counts, byType: record(TaskCounts) })
export type TaskStats = Static<typeof TaskStats>

export const PurgeTasksQuery = shape({
  days: optional(
    integerText({
      minimum: 0,
      maximum: 365,
      description: 'Keep tasks that ended within this many days; default: 0',
    }),
  ),
})
export const PurgedTasks = named('PurgedTasks', { deleted: long() })

export const Message = MessageView
