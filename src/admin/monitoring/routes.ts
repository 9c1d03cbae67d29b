import { alsoRefuses } from '../../platform/http/openapi/documented-refusals'
import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { findViewer, guard } from '../../accounts/permissions/guard'
import { system } from '../../accounts/permissions/model'
import { getInfo } from './server-info'
import { InfoView, LogsQuery, LogStreamQuery, LogsView } from './log-model'
import { followLogs, readLogs } from './logs'
import { InventoryMetrics, metricsAnswers } from './model'
import { getPluginMetrics } from './plugin-metrics'
import { PluginMetricsView } from './plugin-metrics-model'
import { getInventory, getMetrics } from './service'
import { jsonForm, metricsForms, renderMetrics } from './metrics-text'
import { negotiateMediaType } from '../../platform/http/requests/accept'
import { sendContent } from '../../platform/http/responses/content'

const detail = {
  summary: 'Get metrics',
  description:
    'Returns JSON, or text for Prometheus. Counters cover only ' +
    'the responding process; database counts are cached for ten seconds. Libraries that you cannot see are left out.',
  responses: metricsAnswers,
  [alsoRefuses]: [406],
}
const open = { detail: { ...detail, security: [] } }

export const monitoringRoutes = (ctx: Context) => (app: AnyElysia) =>
  app
    .use(metricsRoutes(ctx))
    .use(pluginMetricsRoutes(ctx))
    .use(inventoryRoutes(ctx))
    .use(infoRoutes(ctx))
    .use(logRoutes(ctx))

/** Public metrics include all libraries, because the administrator chose to publish them. */
const findScope = async (ctx: Context, request: Request) =>
  ctx.config.metrics.public ? system : (await findViewer(ctx, request))!

const metricsRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Metrics'] }).use(guard(ctx)).get(
    '/metrics',
    async ({ request, set }) => {
      const form = negotiateMediaType(request, metricsForms)
      set.headers.vary = 'accept'
      const metrics = await getMetrics(ctx, await findScope(ctx, request))
      return form === jsonForm ? metrics : sendContent(request, renderMetrics(metrics, form))
    },
    {
      ...(ctx.config.metrics.public ? open : { can: 'metrics:read' as const, detail }),
    },
  )

const pluginMetricsRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Metrics'] })
    .use(guard(ctx))
    .get('/metrics/plugins', () => getPluginMetrics(ctx), {
      can: 'metrics:read',
      response: PluginMetricsView,
      detail: {
        summary: 'Get plugin metrics',
        description:
          'Counts requests to installed plugins and built-in providers since the responding process and its worker started.',
      },
    })

const inventoryRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Metrics'] })
    .use(guard(ctx))
    .get('/metrics/inventory', ({ viewer }) => getInventory(ctx, viewer), {
      can: 'metrics:read',
      response: InventoryMetrics,
      detail: {
        summary: 'Count libraries, series and books',
        description:
          'Counts are cached for ten seconds. Libraries that you cannot see are left out.',
      },
    })

const infoRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Server'] })
    .use(guard(ctx))
    .get('/info', ({ viewer }) => getInfo(ctx, viewer), {
      signedIn: true,
      response: InfoView,
      detail: {
        summary: 'Get server information',
        description:
          'Returns the name and version; administrators also get the database, data folder and uptime.',
      },
    })

const logRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/logs', tags: ['Server'] })
    .use(guard(ctx))
    .get('', ({ query }) => readLogs(ctx, query), {
      can: 'system:admin',
      query: LogsQuery,
      response: LogsView,
      detail: {
        summary: 'Read the latest log lines',
        description:
          'Returns log lines from the responding process, without secrets. Use `after` and `before` to page through them.',
      },
    })
    .get(
      '/stream',
      ({ viewer, query, request, server }) => {
        server?.timeout(request, 0)
        return sendContent(request, followLogs(ctx, viewer, { request, query }))
      },
      {
        can: 'system:admin',
        query: LogStreamQuery,
        detail: {
          summary: 'Stream log lines',
          description: 'Sends server-sent events; each message is one line as JSON.',
          responses: { 200: { description: 'Lines', content: { 'text/event-stream': {} } } },
        },
      },
    )
