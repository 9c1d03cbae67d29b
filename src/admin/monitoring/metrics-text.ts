/** Metrics as text for Prometheus. */
import type { Content } from '../../platform/http/responses/content'
import { registry } from '../../platform/metrics/registry'
import { buildGauges } from './gauges'
import type { Metrics } from './model'

export const jsonForm = 'application/json'
const prometheus = 'text/plain; version=0.0.4; charset=utf-8'
const openMetrics = 'application/openmetrics-text; version=1.0.0; charset=utf-8'
/** Media types of metrics, the preferred one first. */
export const metricsForms = [jsonForm, prometheus, openMetrics]

/**
 * Renders metrics as Prometheus or OpenMetrics text, including those of this process that are only
 * in the registry.
 */
export async function renderMetrics(metrics: Metrics, type: string): Promise<Content> {
  const text = `${await registry.metrics()}\n${await buildGauges(metrics).metrics()}`
  const open = async () => (type === openMetrics ? convertToOpenMetrics(text) : text)
  return { type, caching: 'never', open }
}

/**
 * Converts Prometheus text to OpenMetrics. prom-client can write both formats, but writing one
 * breaks the counter names of the other.
 */
function convertToOpenMetrics(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '')
  const counterNames = new Set(
    lines.map((line) => /^# TYPE (\S+)_total counter$/.exec(line)?.[1]).filter((name) => !!name),
  )
  const converted = lines.map((line) => {
    const [, word, name, rest] = /^# (HELP|TYPE) (\S+)_total (.*)$/.exec(line) ?? []
    return counterNames.has(name) ? `# ${word} ${name} ${rest}` : line
  })
  return `${converted.join('\n')}\n# EOF\n`
}
