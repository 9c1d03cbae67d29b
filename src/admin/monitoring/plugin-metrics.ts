/**
 * Reports the health of plugins and built-in providers, and how many requests of this process to
 * them succeeded or failed.
 */
import type { Context } from '../../context'
import type { PluginView } from '../../ingest/plugins/model'
import { listPlugins } from '../../ingest/plugins/plugins'
import { timings } from '../../platform/metrics/registry'
import type { PluginMetrics, PluginMetricsView } from './plugin-metrics-model'

interface MethodCount {
  method: string
  outcome: string
  count: number
  seconds: number
}

export async function getPluginMetrics(ctx: Context): Promise<PluginMetricsView> {
  const [{ plugins }, counts] = await Promise.all([listPlugins(ctx), readCounts()])
  const rows = plugins.map((plugin) => buildRow(plugin, counts.get(plugin.name) ?? []))
  const sum = (pick: (row: PluginMetrics) => number) =>
    rows.reduce((total, row) => total + pick(row), 0)
  const countHealth = (status: string) =>
    rows.filter(({ healthStatus }) => healthStatus === status).length
  return {
    updatedAt: ctx.clock.now(),
    summary: {
      totalPlugins: rows.length,
      healthyPlugins: countHealth('healthy'),
      degradedPlugins: countHealth('degraded'),
      unhealthyPlugins: countHealth('unhealthy'),
      totalRequests: sum(({ requestsTotal }) => requestsTotal),
      totalSuccess: sum(({ requestsSuccess }) => requestsSuccess),
      totalFailed: sum(({ requestsFailed }) => requestsFailed),
      totalRateLimitRejections: sum(({ rateLimitRejections }) => rateLimitRejections),
    },
    plugins: rows,
  }
}

/** Returns request counts keyed by plugin name. */
async function readCounts(): Promise<Map<string, MethodCount[]>> {
  const { values } = await timings.pluginRequests.get()
  const found = new Map<string, { plugin: string } & MethodCount>()
  for (const { labels, metricName, value } of values) {
    const [plugin, method, outcome] = [labels.plugin, labels.method, labels.outcome].map(String)
    const key = JSON.stringify([plugin, method, outcome])
    const row = found.get(key) ?? {
      plugin: plugin!,
      method: method!,
      outcome: outcome!,
      count: 0,
      seconds: 0,
    }
    if (metricName?.endsWith('_count')) row.count = value
    if (metricName?.endsWith('_sum')) row.seconds = value
    found.set(key, row)
  }
  return Map.groupBy(found.values(), ({ plugin }) => plugin)
}

const countAll = (counts: readonly MethodCount[]) =>
  counts.reduce((total, { count }) => total + count, 0)
const countOf = (counts: readonly MethodCount[], outcome: string) =>
  countAll(counts.filter((one) => one.outcome === outcome))

function summarize(counts: readonly MethodCount[]) {
  const total = countAll(counts)
  const failed = countOf(counts, 'failed')
  const refused = countOf(counts, 'refused')
  const seconds = counts.reduce((sum, one) => sum + one.seconds, 0)
  return {
    requestsTotal: total,
    requestsSuccess: total - failed - refused,
    requestsFailed: failed,
    avgDurationMs: total === 0 ? 0 : (seconds * 1000) / total,
  }
}

function buildRow(plugin: PluginView, counts: readonly MethodCount[]): PluginMetrics {
  const { id, displayName, healthStatus, lastSuccessAt, lastFailureAt } = plugin
  const own = summarize(counts)
  const byMethod = [...Map.groupBy(counts, ({ method }) => method)].map(
    ([method, ofMethod]) => [method, summarize(ofMethod)] as const,
  )
  return {
    pluginId: id,
    pluginName: displayName,
    ...own,
    rateLimitRejections: countOf(counts, 'refused'),
    errorRatePct: own.requestsTotal === 0 ? 0 : (100 * own.requestsFailed) / own.requestsTotal,
    healthStatus,
    lastSuccess: lastSuccessAt,
    lastFailure: lastFailureAt,
    byMethod: byMethod.length === 0 ? null : Object.fromEntries(byMethod),
    failureCounts: null,
  }
}
