import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { PageOf, parsePaging, paged } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import { sendContent } from '../../platform/http/responses/content'
import { Message, PurgedTasks, PurgeTasksQuery, TasksQuery, TaskStats, TaskView } from './model'
import {
  cancelTask,
  countTasks,
  getTask,
  listTasks,
  purgeTasks,
  retryTask,
  streamTasks,
  unlockTask,
} from './service'

export const tasksRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/tasks', tags: ['Tasks'] })
    .use(guard(ctx))
    .get(
      '/',
      ({ viewer, query, request, set }) =>
        paged({ query, request, set }, listTasks(ctx, viewer, query, parsePaging(query))),
      {
        can: 'tasks:read',
        query: TasksQuery,
        response: PageOf(TaskView),
        detail: {
          summary: 'List background tasks',
          description: 'Newest first. Finished tasks are kept for seven days.',
        },
      },
    )
    .get('/stats', ({ viewer }) => countTasks(ctx, viewer), {
      can: 'tasks:read',
      response: TaskStats,
      detail: {
        summary: 'Count background tasks',
        description: 'Returns the number of tasks by status, in total and per task type.',
      },
    })
    .get('/:id', ({ viewer, params }) => getTask(ctx, viewer, params.id), {
      can: 'tasks:read',
      params: ByIdParams,
      response: TaskView,
      detail: {
        summary: 'Get a background task',
        description: 'Parameters do not include paths on the server.',
      },
    })
    .use(taskStreamRoute(ctx))
    .use(taskActionRoutes(ctx))

const taskStreamRoute = (ctx: Context) =>
  new Elysia({ tags: ['Tasks'] }).use(guard(ctx)).get(
    '/stream',
    ({ viewer, request, server }) => {
      server?.timeout(request, 0)
      return sendContent(request, streamTasks(ctx, viewer, request))
    },
    {
      can: 'tasks:read',
      detail: {
        summary: 'Stream background tasks',
        description:
          'Sends server-sent events. Each message is JSON with the type `task_updated` and a task that waits, runs or has just ended. Messages follow within a second, at most 200 tasks at a time. A user can open five streams.',
        responses: { 200: { description: 'Tasks', content: { 'text/event-stream': {} } } },
      },
    },
  )

const taskActionRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Tasks'] })
    .use(guard(ctx))
    .post('/:id/cancel', ({ viewer, params }) => cancelTask(ctx, viewer, params.id), {
      can: 'tasks:write',
      params: ByIdParams,
      response: Message,
      detail: {
        summary: 'Cancel a background task',
        description:
          'Removes a waiting task and stops a running one. 409 if the task has already ended.',
      },
    })
    .post('/:id/unlock', ({ viewer, params }) => unlockTask(ctx, viewer, params.id), {
      can: 'tasks:write',
      params: ByIdParams,
      response: Message,
      detail: {
        summary: 'Unlock a background task',
        description:
          'Releases a running task whose process no longer responds. The task starts again after two seconds, or, in the same process, when its first attempt has ended. Returns 409 if the task is not running.',
      },
    })
    .delete('/purge', ({ viewer, query }) => purgeTasks(ctx, viewer, Number(query.days ?? 0)), {
      can: 'tasks:write',
      query: PurgeTasksQuery,
      response: PurgedTasks,
      detail: {
        summary: 'Delete ended background tasks',
        description:
          'Deletes the records of completed, failed and canceled tasks. They are also deleted automatically after seven days.',
      },
    })
    .post('/:id/retry', ({ viewer, params }) => retryTask(ctx, viewer, params.id), {
      can: 'tasks:write',
      params: ByIdParams,
      response: Message,
      detail: {
        summary: 'Retry a background task',
        description: 'Only for failed and canceled tasks; 409 for all others.',
      },
    })
