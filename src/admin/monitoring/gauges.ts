/** The figures of the document that are not counted in the registry, in Prometheus' words. */
import { Counter, Gauge, Registry } from 'prom-client'
import type { Metrics } from './model'

type Row = [value: number | null, labels?: Record<string, string>]

/** In a registry of their own, made for one answer. */
export function gaugesOf(document: Metrics): Registry {
  const registry = new Registry()
  for (const [name, [help, ...rows]] of Object.entries(families(document))) {
    const known = rows.filter((row) => row[0] !== null)
    if (known.length === 0) continue
    const labelNames = Object.keys(known[0]![1] ?? {})
    const options = { name, help, labelNames, registers: [registry] }
    const metric = name.endsWith('_total') ? new Counter(options) : new Gauge(options)
    for (const [value, labels = {}] of known) metric.inc(labels, value!)
  }
  return registry
}

/** Names beginning with `process_` are those that every exporter uses. */
function families(document: Metrics): Record<string, [help: string, ...rows: Row[]]> {
  const { process, database, scans, thumbnails, version, startedAt, uptimeSeconds } = document
  const { mean, p50, p99, max } = process.eventLoopLagSeconds
  return {
    quire_info: ['The version that runs', [1, { version, database: database.type }]],
    quire_uptime_seconds: ['Time since the start', [uptimeSeconds]],
    process_start_time_seconds: ['Start of the process', [startedAt.getTime() / 1000]],
    process_cpu_seconds_total: ['Processor time used', [process.cpuSeconds]],
    process_resident_memory_bytes: ['Memory with mapped files', [process.residentBytes]],
    quire_process_anonymous_memory_bytes: ['Memory of its own', [process.anonymousBytes]],
    process_open_fds: ['Open files and connections', [process.openFiles]],
    process_max_fds: ['The most it may open', [process.maxOpenFiles]],
    quire_event_loop_lag_seconds: [
      'How late timers were in the last minute or two',
      [mean, { statistic: 'mean' }],
      [p50, { statistic: 'p50' }],
      [p99, { statistic: 'p99' }],
      [max, { statistic: 'max' }],
    ],
    quire_database_size_bytes: ['Size of the database', [database.sizeBytes]],
    quire_database_pool_max_connections: ['Most of a process', [database.pool?.max ?? null]],
    quire_database_connections: [
      'Connections of all Quire processes',
      [database.pool?.active ?? null, { state: 'active' }],
      [database.pool && database.pool.open - database.pool.active, { state: 'idle' }],
    ],
    quire_scans_running: ['Scans under way', [scans.running]],
    quire_scan_files_per_second: ['Throughput of kept scans', [scans.filesPerSecond]],
    quire_thumbnails: [
      'Thumbnails there are, and books of which none can be made',
      [thumbnails.stored, { state: 'made' }],
      [thumbnails.failed, { state: 'failed' }],
    ],
    quire_thumbnails_bytes: ['Size of all thumbnails', [thumbnails.storedBytes]],
    ...inventoryFamilies(document),
    ...jobFamilies(document),
  }
}

function inventoryFamilies({ inventory }: Metrics): Record<string, [string, ...Row[]]> {
  const { libraries } = inventory
  const each = (of: (library: (typeof libraries)[number]) => number): Row[] =>
    libraries.map((library) => [of(library), { library: library.name, library_id: library.id }])
  return {
    quire_libraries: ['Libraries', [inventory.libraryCount]],
    quire_users: ['Accounts', [inventory.userCount]],
    quire_series: ['Series of each library', ...each(({ seriesCount }) => seriesCount)],
    quire_books: ['Books of each library', ...each(({ bookCount }) => bookCount)],
    quire_pages: ['Pages of each library', ...each(({ pageCount }) => pageCount)],
    quire_books_bytes: ['Size of the books', ...each(({ totalSize }) => totalSize)],
  }
}

const states = ['ready', 'running', 'done', 'failed', 'cancelled'] as const

function jobFamilies({ jobs }: Metrics): Record<string, [string, ...Row[]]> {
  const rows = jobs.flatMap((job) =>
    states.map((state): Row => [job[state], { kind: job.kind, state }]),
  )
  return {
    quire_jobs: ['Background tasks that are kept, by kind and state', ...rows],
    quire_jobs_mean_duration_seconds: [
      'Mean time of finished tasks that are kept',
      ...jobs.map(({ kind, meanSeconds }): Row => [meanSeconds, { kind }]),
    ],
    quire_jobs_max_duration_seconds: [
      'Longest time of finished tasks that are kept',
      ...jobs.map(({ kind, maxSeconds }): Row => [maxSeconds, { kind }]),
    ],
  }
}
