import { Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import type { Context } from '../../../context'
import { getTaskHistory, getTaskMetrics } from './task-metrics'
import { TaskHistory, TaskHistoryQuery, TaskMetrics } from './task-metrics-model'

const can = ['metrics:read', 'tasks:read'] as const
const limits =
  'Computed from the records of the latest 20,000 tasks that ended, which are kept for seven days.'

export const taskMetricsRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/metrics/tasks', tags: ['Metrics'] })
    .use(guard(ctx))

    .get('', ({ viewer }) => getTaskMetrics(ctx, viewer), {
      can,
      response: TaskMetrics,
      detail: { summary: 'Get durations and outcomes of background tasks', description: limits },
    })

    .get('/history', ({ viewer, query }) => getTaskHistory(ctx, viewer, query), {
      can,
      query: TaskHistoryQuery,
      response: TaskHistory,
      detail: {
        summary: 'Get the history of background tasks by hour or day',
        description: limits,
      },
    })
