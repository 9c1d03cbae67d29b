/** Streams tasks: each message is a task that has started, changed or ended. */
import type { Context } from '../../context'
import type { Viewer } from '../../accounts/permissions/model'
import { openChangeStream } from '../live/change-stream'
import { taskLogMessages, taskMessages } from './messages'
import { listActiveTasks } from './service'

export const streamTasks = (ctx: Context, viewer: Viewer, request: Request): Response =>
  openChangeStream(ctx, viewer, request, {
    permission: 'tasks:read',
    kind: 'tasks',
    tooMany: taskMessages.too_many_streams(),
    failed: taskLogMessages.stream_failed(),
    list: (current, wanted) => listActiveTasks(ctx, current, wanted),
    isActive: ({ status }) => status === 'pending' || status === 'processing',
    describe: ({ status, attempts, scheduledFor, isStale }) =>
      [status, attempts, scheduledFor.getTime(), isStale].join(' '),
    buildEvent: (task) => ({ type: 'task_updated', task }),
  })
