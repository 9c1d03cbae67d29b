import { PageQuery } from '../../platform/http/pagination'
import {
  anyText,
  id,
  instant,
  integer,
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
import { messageMembers } from '../../platform/http/message-shapes'

const taskStatuses = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const TaskView = named('Task', {
  id: id(),
  taskType: anyText({ description: 'What kind of work it is' }),
  status: oneOf(taskStatuses),
  priority: integer({ description: 'Higher goes first' }),
  attempts: integer(),
  maxAttempts: integer(),
  params: unknown(),
  lastError: nullable(anyText({ description: 'Why the latest attempt failed' })),
  scheduledFor: instant({ description: 'Not begun before this moment' }),
  lockedUntil: nullable(instant({ description: 'Its process must be heard of again before this' })),
  createdAt: instant(),
  startedAt: nullable(instant()),
  completedAt: nullable(instant({ description: 'When it ended, in whichever way' })),
})
export type TaskView = Static<typeof TaskView>

export const TasksQuery = shape({
  ...PageQuery,
  status: optional(oneOf(taskStatuses)),
  taskType: optional(text(100)),
})
export type TasksQuery = Static<typeof TasksQuery>

const counts = {
  pending: long(),
  processing: long(),
  completed: long(),
  failed: long(),
  cancelled: long(),
  stale: long({ description: 'Of those in processing: not heard of for too long' }),
  total: long(),
}

const TaskCounts = named('TaskCounts', counts)
export type TaskCounts = Static<typeof TaskCounts>

export const TaskStats = named('TaskStats', { ...counts, byType: record(TaskCounts) })
export type TaskStats = Static<typeof TaskStats>

export const Message = shape(messageMembers())
