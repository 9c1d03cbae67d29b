/**
 * Exports requests as traces, and the metrics of `metrics/registry.ts`, to an OpenTelemetry
 * collector. Spans contain route patterns only, never paths, IDs or users. Loaded only if a
 * collector is set.
 */
import { diag, DiagLogLevel, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { version } from '../../version'
import { type HandledRequest, setRequestListener } from '../http/request-metrics'
import type { Log } from '../log/log'
import { registry } from '../metrics/registry'
import { telemetryLogMessages } from './messages'

const name = 'quire'
const timeoutMillis = 5_000
const exportIntervalMillis = 60_000

const ignore = () => undefined

/** Returns a function that exports the remaining data and stops the export. */
export function exportTelemetry(url: string, log: Log): () => Promise<void> {
  const write = (message: string) =>
    log.warn({ detail: message.slice(0, 500) }, telemetryLogMessages.export_failed())
  const logger = { error: write, warn: ignore, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true })
  const resource = resourceFromAttributes({ 'service.name': name, 'service.version': version })
  const traces = exportTraces(url, resource)
  const metrics = exportMetrics(url, resource)
  return async () => {
    setRequestListener(undefined)
    const ended = await Promise.allSettled([traces.shutdown(), metrics.shutdown()])
    for (const one of ended) if (one.status === 'rejected') write(String(one.reason))
    diag.disable()
  }
}

function exportTraces(url: string, resource: Resource): TracerProvider {
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces`, timeoutMillis })
  const spanProcessors = [new BatchSpanProcessor({ exporter })]
  const provider = new TracerProvider({ resource, spanProcessors })
  const tracer = provider.getTracer(name, version)
  setRequestListener(({ method, route, status, startedMs, endedMs }: HandledRequest) => {
    const span = tracer.startSpan(`${method} ${route}`, {
      kind: SpanKind.SERVER,
      startTime: performance.timeOrigin + startedMs,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      },
    })
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(performance.timeOrigin + endedMs)
  })
  return provider
}

function exportMetrics(url: string, resource: Resource): MeterProvider {
  const exporter = new OTLPMetricExporter({ url: `${url}/v1/metrics`, timeoutMillis })
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis })
  const provider = new MeterProvider({ resource, readers: [reader] })
  const meter = provider.getMeter(name, version)
  for (const metric of registry.getMetricsAsArray()) {
    // Only the count and the sum of a histogram are exported.
    const isHistogram = metric.type.toString() === 'histogram'
    for (const suffix of isHistogram ? ['_count', '_sum'] : ['']) {
      const full = `${metric.name}${suffix}`
      meter
        .createObservableCounter(full, { description: metric.help })
        .addCallback(async (result) => {
          const { values } = await registry.getSingleMetric(metric.name)!.get()
          for (const { value, labels, metricName = full } of values as MetricValue[]) {
            if (metricName === full) result.observe(value, labels)
          }
        })
    }
  }
  return provider
}

interface MetricValue {
  value: number
  labels: Record<string, string>
  /** Absent for counters. */
  metricName?: string
}
