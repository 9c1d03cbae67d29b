import {
  anyText,
  id,
  instant,
  list,
  long,
  named,
  nullable,
  number,
  record,
  shape,
  type Static,
} from '../../platform/http/shapes'

const counts = () => ({
  requestsTotal: long(),
  requestsSuccess: long(),
  requestsFailed: long({
    description: 'Number of requests that failed in the plugin or in the service behind it',
  }),
  avgDurationMs: number({ minimum: 0 }),
})

const PluginMetrics = named('PluginMetrics', {
  pluginId: id(),
  pluginName: anyText(),
  ...counts(),
  rateLimitRejections: long({
    description: 'Number of times the service asked the server to wait',
  }),
  errorRatePct: number({ minimum: 0, maximum: 100 }),
  healthStatus: anyText(),
  lastSuccess: nullable(instant()),
  lastFailure: nullable(instant()),
  byMethod: nullable(record(shape(counts()))),
  failureCounts: nullable(record(long()), {
    description: 'Always null; failures are listed for each plugin',
  }),
})
export type PluginMetrics = Static<typeof PluginMetrics>

export const PluginMetricsView = named('PluginMetricsReport', {
  updatedAt: instant(),
  summary: shape({
    totalPlugins: long(),
    healthyPlugins: long(),
    degradedPlugins: long(),
    unhealthyPlugins: long(),
    totalRequests: long(),
    totalSuccess: long(),
    totalFailed: long(),
    totalRateLimitRejections: long(),
  }),
  plugins: list(PluginMetrics),
})
export type PluginMetricsView = Static<typeof PluginMetricsView>
