/**
 * Collects metrics as one document, also available in Prometheus format. Counts for this process
 * come from `metrics/`, all others from the database.
 */
import type { Context } from '../../context'
import { readEventLoopDelay, readProcessMetrics } from '../../platform/metrics/process'
import { counters, timings } from '../../platform/metrics/registry'
import type { Viewer } from '../../accounts/permissions/model'
import { canSeeLibrary } from '../../accounts/permissions/permission-rules'
import { version } from '../../version'
import type { ProcessView } from '../processes/model'
import { listProcesses } from '../processes/service'
import type { Metrics, ProcessCounts } from './model'
import {
  countConnections,
  countInventory,
  countJobsByKind,
  countScans,
  countThumbnails,
  getDatabaseBytes,
  sumTotals,
} from './queries'

export async function getMetrics(ctx: Context, viewer: Viewer): Promise<Metrics> {
  const { at, inventory, thumbnails, database, ...cache } = await getCachedCounts(ctx)
  const uptimeSeconds = process.uptime()
  return {
    version,
    startedAt: new Date(Date.now() - uptimeSeconds * 1000),
    uptimeSeconds,
    inventoryAt: at,
    process: { ...readProcessMetrics(), eventLoopLagSeconds: readEventLoopDelay() },
    requests: await getRequestMetrics(),
    database,
    inventory: limitInventory(inventory, viewer),
    ...cache,
    thumbnails: { ...thumbnails, ...(await getThumbnailMetrics()) },
    caches: await getCacheMetrics(),
    loginsRefused: {
      wrong: await readCounter(counters.loginsRefused, { reason: 'wrong' }),
      throttled: await readCounter(counters.loginsRefused, { reason: 'throttled' }),
    },
  }
}

export async function getInventory(ctx: Context, viewer: Viewer) {
  const { inventory, database } = await getCachedCounts(ctx)
  return { ...limitInventory(inventory, viewer), databaseSize: database.sizeBytes }
}

/** Excludes libraries that the viewer cannot see from the list and from the totals. */
function limitInventory(inventory: Metrics['inventory'], viewer: Viewer): Metrics['inventory'] {
  const libraries = inventory.libraries.filter(({ id }) => canSeeLibrary(viewer, id))
  return { ...sumTotals(libraries), userCount: inventory.userCount, libraries }
}

const cacheMs = 10_000

type StoredCounts = ReturnType<typeof countAll>
const cache = new WeakMap<Context, { untilMs: number; stored: StoredCounts }>()

/** Shares counts between requests for ten seconds, because counting a large library is slow. */
async function getCachedCounts(ctx: Context): StoredCounts {
  const cached = cache.get(ctx)
  const nowMs = ctx.clock.now().getTime()
  if (cached && cached.untilMs > nowMs) return cached.stored
  const stored = countAll(ctx)
  cache.set(ctx, { untilMs: nowMs + cacheMs, stored })
  try {
    return await stored
  } catch (error) {
    cache.delete(ctx)
    throw error
  }
}

/** Runs the counts one after the other, so that monitoring does not use up the connection pool. */
async function countAll(ctx: Context) {
  const { heavy, config, clock } = ctx
  const at = clock.now()
  const inventory = await countInventory(heavy)
  const jobs = await countJobsByKind(heavy)
  const scans = await countScans(heavy)
  const thumbnails = await countThumbnails(heavy)
  const connections = await countConnections(heavy)
  const database = {
    type: config.database.type,
    sizeBytes: await getDatabaseBytes(heavy),
    pool: connections && { max: config.database.postgres.max_connections, ...connections },
  }
  const processes = countProcesses(await listProcesses(ctx))
  return { at, inventory, jobs, scans, thumbnails, database, processes }
}

const countProcesses = (processes: readonly ProcessView[]): ProcessCounts[] =>
  (['serve', 'worker'] as const).map((kind) => {
    const ofKind = processes.filter((one) => one.kind === kind)
    const missing = ofKind.filter(({ isMissing }) => isMissing).length
    return { kind, running: ofKind.length - missing, missing }
  })

async function getRequestMetrics(): Promise<Metrics['requests']> {
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

async function getThumbnailMetrics() {
  const countServed = (answer: string) => readCounter(counters.thumbnailsServed, { answer })
  return {
    made: await readCounter(counters.thumbnailsMade, { outcome: 'made' }),
    served: await countServed('picture'),
    unchanged: await countServed('unchanged'),
    placeholders: await countServed('placeholder'),
  }
}

async function getCacheMetrics(): Promise<Metrics['caches']> {
  const { values } = await counters.cacheLookups.get()
  const names = [...new Set(values.map(({ labels }) => String(labels.cache)))]
  return names.map((name) => {
    const countLookups = (result: string) =>
      values.find(({ labels }) => labels.cache === name && labels.result === result)?.value ?? 0
    return { name, hits: countLookups('hit'), misses: countLookups('miss') }
  })
}

interface CounterLike {
  get(): Promise<{ values: { value: number; labels: Partial<Record<string, string | number>> }[] }>
}

async function readCounter(counter: CounterLike, labels: Record<string, string>): Promise<number> {
  const { values } = await counter.get()
  const matching = values.filter((value) =>
    Object.entries(labels).every(([name, word]) => value.labels[name] === word),
  )
  return matching.reduce((total, { value }) => total + value, 0)
}
