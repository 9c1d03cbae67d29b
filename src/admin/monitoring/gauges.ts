/** Converts the metrics document to Prometheus gauges and counters. */
import { Counter, Gauge, Registry } from 'prom-client'
import type { Metrics } from './model'

type Row = [value: number | null, labels?: Record<string, string>]

/** Uses a separate registry for each response. */
export function buildGauges(document: Metrics): Registry {
  const registry = new Registry()
  for (const [name, [help, ...rows]] of Object.entries(buildFamilies(document))) {
    const known = rows.filter((row) => row[0] !== null)
    if (known.length === 0) continue
    const labelNames = Object.keys(known[0]![1] ?? {})
    const options = { name, help, labelNames, registers: [registry] }
    const metric = name.endsWith('_total') ? new Counter(options) : new Gauge(options)
    for (const [value, labels = {}] of known) metric.inc(labels, value!)
  }
  return registry
}

/** Metric names that start with `process_` follow the convention of Prometheus exporters. */
function buildFamilies(document: Metrics): Record<string, [help: string, ...rows: Row[]]> {
  const { process, database, scans, thumbnails, version, startedAt, uptimeSeconds } = document
  const { mean, p50, p99, max } = process.eventLoopLagSeconds
  return {
    quire_info: ['Running version', [1, { version, database: database.type }]],
    quire_uptime_seconds: ['Time since start', [uptimeSeconds]],
    process_start_time_seconds: ['Start time of the process', [startedAt.getTime() / 1000]],
    process_cpu_seconds_total: ['CPU time', [process.cpuSeconds]],
    process_resident_memory_bytes: ['Resident memory', [process.residentBytes]],
    quire_process_anonymous_memory_bytes: ['Private memory', [process.anonymousBytes]],
    process_open_fds: ['Open files and connections', [process.openFiles]],
    process_max_fds: ['Maximum number of open files', [process.maxOpenFiles]],
    quire_event_loop_lag_seconds: [
      'Event loop lag over the last one to two minutes',
      [mean, { statistic: 'mean' }],
      [p50, { statistic: 'p50' }],
      [p99, { statistic: 'p99' }],
      [max, { statistic: 'max' }],
    ],
    quire_database_size_bytes: ['Size of the database', [database.sizeBytes]],
    quire_database_pool_max_connections: [
      'Maximum connections per process',
      [database.pool?.max ?? null],
    ],
    quire_database_connections: [
      'Connections of all Quire processes',
      [database.pool?.active ?? null, { state: 'active' }],
      [database.pool && database.pool.open - database.pool.active, { state: 'idle' }],
    ],
    quire_scans_running: ['Running scans', [scans.running]],
    quire_scan_files_per_second: ['Scan throughput', [scans.filesPerSecond]],
    quire_thumbnails: [
      'Stored thumbnails, and books whose thumbnail could not be created',
      [thumbnails.stored, { state: 'made' }],
      [thumbnails.failed, { state: 'failed' }],
    ],
    quire_thumbnails_bytes: ['Size of all thumbnails', [thumbnails.storedBytes]],
    quire_processes: [
      'Servers and workers of the installation',
      ...document.processes.flatMap(({ kind, running, missing }): Row[] => [
        [running, { kind, state: 'running' }],
        [missing, { kind, state: 'missing' }],
      ]),
    ],
    ...buildInventoryFamilies(document),
    ...buildJobFamilies(document),
  }
}

function buildInventoryFamilies({ inventory }: Metrics): Record<string, [string, ...Row[]]> {
  const { libraries } = inventory
  const buildRows = (getValue: (library: (typeof libraries)[number]) => number): Row[] =>
    libraries.map((library) => [
      getValue(library),
      { library: library.name, library_id: library.id },
    ])
  return {
    quire_libraries: ['Libraries', [inventory.libraryCount]],
    quire_users: ['Accounts', [inventory.userCount]],
    quire_series: ['Series per library', ...buildRows(({ seriesCount }) => seriesCount)],
    quire_books: ['Books per library', ...buildRows(({ bookCount }) => bookCount)],
    quire_pages: ['Pages per library', ...buildRows(({ pageCount }) => pageCount)],
    quire_books_bytes: ['Size of the books', ...buildRows(({ totalSize }) => totalSize)],
  }
}

const states = ['ready', 'running', 'done', 'failed', 'cancelled'] as const

function buildJobFamilies({ jobs }: Metrics): Record<string, [string, ...Row[]]> {
  const rows = jobs.flatMap((job) =>
    states.map((state): Row => [job[state], { kind: job.kind, state }]),
  )
  return {
    quire_jobs: ['Background jobs by kind and state', ...rows],
    quire_jobs_mean_duration_seconds: [
      'Mean duration of finished jobs',
      ...jobs.map(({ kind, meanSeconds }): Row => [meanSeconds, { kind }]),
    ],
    quire_jobs_max_duration_seconds: [
      'Maximum duration of finished jobs',
      ...jobs.map(({ kind, maxSeconds }): Row => [maxSeconds, { kind }]),
    ],
  }
}
