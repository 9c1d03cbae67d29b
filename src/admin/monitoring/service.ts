/**
 * Monitoring: how the service fares, as one document that is also told in Prometheus' words. It counts
 * what is in the database; what happens in this process is counted where it happens (`metrics/`).
 */
import type { Context } from '../../context'
import { negotiateMediaType } from '../../platform/http/responses/accept'
import { readEventLoopDelay, readProcessMetrics } from '../../platform/metrics/process'
import { counters, registry, timings } from '../../platform/metrics/registry'
import { version } from '../../version'
import { gaugesOf } from './gauges'
import type { Metrics } from './model'
import {
  countConnections,
  countInventory,
  countJobs,
  countScans,
  countThumbnails,
  databaseBytes,
} from './queries'

const json = 'application/json'
const prometheus = 'text/plain; version=0.0.4; charset=utf-8'
const openMetrics = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

/** The document, or a text where the client likes that better. */
export async function answerMetrics(ctx: Context, request: Request): Promise<Metrics | Response> {
  const form = negotiateMediaType(request, [json, prometheus, openMetrics])
  const document = await getMetrics(ctx)
  if (form === json) return document
  const text = `${await registry.metrics()}\n${await gaugesOf(document).metrics()}`
  return new Response(form === openMetrics ? convertToOpenMetrics(text) : text, {
    headers: { 'content-type': form, 'cache-control': 'no-store', vary: 'accept' },
  })
}

export async function getMetrics(ctx: Context): Promise<Metrics> {
  const { at, thumbnails, database, ...counted } = await countStored(ctx)
  const uptimeSeconds = process.uptime()
  return {
    version,
    startedAt: new Date(Date.now() - uptimeSeconds * 1000),
    uptimeSeconds,
    inventoryAt: at,
    process: { ...readProcessMetrics(), eventLoopLagSeconds: readEventLoopDelay() },
    requests: await requestFigures(),
    database,
    ...counted,
    thumbnails: { ...thumbnails, ...(await thumbnailFigures()) },
    caches: await cacheFigures(),
    loginsRefused: {
      wrong: await countOf(counters.loginsRefused, { reason: 'wrong' }),
      throttled: await countOf(counters.loginsRefused, { reason: 'throttled' }),
    },
  }
}

const freshForMs = 10_000

type Stored = ReturnType<typeof countNow>
const counted = new WeakMap<Context, { untilMs: number; stored: Stored }>()

/** Counting a large library takes a while: all who ask within ten seconds share one count. */
async function countStored(ctx: Context): Stored {
  const known = counted.get(ctx)
  if (known && known.untilMs > Date.now()) return known.stored
  const stored = countNow(ctx)
  counted.set(ctx, { untilMs: Date.now() + freshForMs, stored })
  try {
    return await stored
  } catch (error) {
    counted.delete(ctx)
    throw error
  }
}

/** One after the other: monitoring must not take all connections of the pool. */
async function countNow({ heavy, config }: Context) {
  const at = new Date()
  const inventory = await countInventory(heavy)
  const jobs = await countJobs(heavy)
  const scans = await countScans(heavy)
  const thumbnails = await countThumbnails(heavy)
  const connections = await countConnections(heavy)
  const database = {
    type: config.database.type,
    sizeBytes: await databaseBytes(heavy),
    pool: connections && { max: config.database.postgres.max_connections, ...connections },
  }
  return { at, inventory, jobs, scans, thumbnails, database }
}

async function requestFigures(): Promise<Metrics['requests']> {
  const { values } = await timings.requests.get()
  const byRoute = new Map<string, Metrics['requests']['byRoute'][number]>()
  for (const { labels, metricName, value } of values) {
    const { method = '', route = '', status = '' } = labels
    const key = `${method} ${route} ${status}`
    const row = byRoute.get(key) ?? {
      method: String(method),
      route: String(route),
      status: Number(status),
      count: 0,
      totalSeconds: 0,
    }
    if (metricName?.endsWith('_count')) row.count = value
    if (metricName?.endsWith('_sum')) row.totalSeconds = value
    byRoute.set(key, row)
  }
  const rows = [...byRoute.values()]
  return {
    count: rows.reduce((total, row) => total + row.count, 0),
    totalSeconds: rows.reduce((total, row) => total + row.totalSeconds, 0),
    byRoute: rows,
  }
}

async function thumbnailFigures() {
  const served = (answer: string) => countOf(counters.thumbnailsServed, { answer })
  return {
    made: await countOf(counters.thumbnailsMade, { outcome: 'made' }),
    served: await served('picture'),
    unchanged: await served('unchanged'),
    placeholders: await served('placeholder'),
  }
}

async function cacheFigures(): Promise<Metrics['caches']> {
  const { values } = await counters.cacheLookups.get()
  const names = [...new Set(values.map(({ labels }) => String(labels.cache)))]
  return names.map((name) => {
    const found = (result: string) =>
      values.find(({ labels }) => labels.cache === name && labels.result === result)?.value ?? 0
    return { name, hits: found('hit'), misses: found('miss') }
  })
}

interface Counted {
  get(): Promise<{ values: { value: number; labels: Partial<Record<string, string | number>> }[] }>
}

async function countOf(counter: Counted, labels: Record<string, string>): Promise<number> {
  const { values } = await counter.get()
  const fitting = values.filter((value) =>
    Object.entries(labels).every(([name, word]) => value.labels[name] === word),
  )
  return fitting.reduce((total, { value }) => total + value, 0)
}

/**
 * Converts Prometheus text to OpenMetrics. prom-client writes both forms, but writing one breaks
 * the
 * counter names of the other.
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
