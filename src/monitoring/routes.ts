import { Elysia } from 'elysia'
import type { Context } from '../context'
import { guard } from '../users/guard'
import { metricsAnswers } from './model'
import { answerMetrics } from './service'

const detail = {
  summary: 'How the service fares',
  description:
    'One path, two representations: JSON, or the text that Prometheus scrapes. Counters are those of ' +
    'the process that answers; what is in the database is counted anew every ten seconds at most.',
  responses: metricsAnswers,
}
const open = { detail: { ...detail, security: [] } }

export const monitoringRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Metrics'] })
    .use(guard(ctx))
    .get('/metrics', ({ request }) => answerMetrics(ctx, request), {
      ...(ctx.config.metrics.public ? open : { can: 'metrics:read' as const, detail }),
    })
