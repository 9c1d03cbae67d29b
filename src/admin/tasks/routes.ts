import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { PageOf, createPage, parsePaging } from '../../platform/http/pagination'
import { ByIdParams } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import { Message, TasksQuery, TaskStats, TaskView } from './model'
import { cancelTask, countTasks, getTask, listTasks, retryTask } from './service'

export const tasksRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/tasks', tags: ['Tasks'] })
    .use(guard(ctx))
    .get(
      '/',
      async ({ viewer, query, request, set }) => {
        const paging = parsePaging(query)
        const found = await listTasks(ctx, viewer, query, paging)
        return createPage({ request, set }, paging, found)
      },
      {
        can: 'tasks:read',
        query: TasksQuery,
        response: PageOf(TaskView),
        detail: {
          summary: 'List background tasks',
          description: 'Newest first. Tasks that ended are kept for seven days.',
        },
      },
    )
    .get('/stats', ({ viewer }) => countTasks(ctx, viewer), {
      can: 'tasks:read',
      response: TaskStats,
      detail: {
        summary: 'Count background tasks',
        description: 'By status, over all and for each kind of task.',
      },
    })
    .get('/:id', ({ viewer, params }) => getTask(ctx, viewer, params.id), {
      can: 'tasks:read',
      params: ByIdParams,
      response: TaskView,
      detail: {
        summary: 'Get a background task',
        description: 'Paths of the server are left out of its parameters.',
      },
    })
    .use(taskChanges(ctx))

const taskChanges = (ctx: Context) =>
  new Elysia({ tags: ['Tasks'] })
    .use(guard(ctx))
    .post('/:id/cancel', ({ viewer, params }) => cancelTask(ctx, viewer, params.id), {
      can: 'tasks:write',
      params: ByIdParams,
      response: Message,
      detail: {
        summary: 'Cancel a background task',
        description:
          'One that waits is dropped; one that runs is told to stop. 409 when it has ended.',
      },
    })
    .post('/:id/retry', ({ viewer, params }) => retryTask(ctx, viewer, params.id), {
      can: 'tasks:write',
      params: ByIdParams,
      response: Message,
      detail: {
        summary: 'Try a background task again',
        description: 'For one that failed or was cancelled; 409 for any other.',
      },
    })
