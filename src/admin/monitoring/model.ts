import {
  anyText,
  id,
  instant,
  list,
  long,
  nullable,
  number,
  oneOf,
  named,
  shape,
  type Static,
} from '../../platform/http/shapes'

const seconds = (description?: string) =>
  number({ minimum: 0, ...(description && { description }) })

const Process = shape({
  cpuSeconds: seconds('CPU time since the process started'),
  residentBytes: long({ description: 'Resident memory, including mapped files' }),
  anonymousBytes: nullable(long({ description: 'Private memory; null if unknown' })),
  openFiles: nullable(long()),
  maxOpenFiles: nullable(long()),
  eventLoopLagSeconds: shape({
    mean: seconds(),
    p50: seconds(),
    p99: seconds(),
    max: seconds('Maximum over the last one to two minutes'),
  }),
})

const RouteRequests = shape({
  method: anyText(),
  route: anyText({ description: 'Route pattern; "none" if no route matched' }),
  status: long(),
  count: long(),
  totalSeconds: seconds(),
})

const Requests = shape({
  count: long({ description: 'Number of requests since the process started' }),
  totalSeconds: seconds(),
  byRoute: list(RouteRequests),
})

const Database = shape({
  type: oneOf(['sqlite', 'postgres']),
  sizeBytes: long(),
  pool: nullable(
    shape({
      max: long({ description: 'Maximum number of connections per process' }),
      open: long({ description: 'Number of open connections of all Quire processes' }),
      active: long({ description: 'Number of connections that are running a statement' }),
    }),
  ),
})

const LibraryInventory = shape({
  id: id(),
  name: anyText(),
  seriesCount: long(),
  bookCount: long(),
  pageCount: long(),
  totalSize: long({ description: 'Total size of the books in bytes' }),
})

const Inventory = shape({
  libraryCount: long(),
  seriesCount: long(),
  bookCount: long(),
  pageCount: long(),
  totalBookSize: long({ description: 'Total size of the books in bytes' }),
  userCount: long(),
  libraries: list(LibraryInventory),
})
export type Inventory = Static<typeof Inventory>

export const InventoryMetrics = named('InventoryMetrics', {
  ...Inventory.properties,
  databaseSize: long({ description: 'Size of the database in bytes' }),
})

const JobFigures = shape({
  kind: anyText(),
  ready: long(),
  running: long(),
  done: long(),
  failed: long(),
  cancelled: long(),
  meanSeconds: nullable(seconds('Average duration of the finished tasks that are still stored')),
  maxSeconds: nullable(seconds()),
})
export type JobFigures = Static<typeof JobFigures>

const ProcessCounts = shape({
  kind: oneOf(['serve', 'worker']),
  running: long(),
  missing: long({
    description: 'Processes that have not been seen for a minute: they crashed or are cut off',
  }),
})
export type ProcessCounts = Static<typeof ProcessCounts>

const Scans = shape({
  running: long(),
  completed: long({
    description: 'Scans completed in the last 90 days; the following fields cover the same period',
  }),
  failed: long(),
  filesProcessed: long(),
  totalSeconds: seconds(),
  filesPerSecond: nullable(number({ minimum: 0 })),
})
export type Scans = Static<typeof Scans>

const Thumbnails = shape({
  stored: long({ description: 'Number of stored thumbnails' }),
  storedBytes: long(),
  failed: long({ description: 'Number of books for which no thumbnail can be created' }),
  made: long({
    description:
      'Thumbnails created since the process started; the following fields cover the same period',
  }),
  served: long(),
  unchanged: long({ description: 'Number of requests answered with 304' }),
  placeholders: long(),
})

const Cache = shape({ name: anyText(), hits: long(), misses: long() })

export const Metrics = named('Metrics', {
  version: anyText(),
  startedAt: instant(),
  uptimeSeconds: seconds(),
  inventoryAt: instant({ description: 'Time of the database counts' }),
  process: Process,
  requests: Requests,
  database: Database,
  inventory: Inventory,
  processes: list(ProcessCounts, { description: 'Servers and workers of the installation' }),
  jobs: list(JobFigures),
  scans: Scans,
  thumbnails: Thumbnails,
  caches: list(Cache),
  loginsRefused: shape({ wrong: long(), throttled: long() }),
})
export type Metrics = Static<typeof Metrics>

export const metricsAnswers = {
  200: {
    description:
      'Metrics as JSON, or as Prometheus or OpenMetrics text if the client prefers `text/plain` or ' +
      '`application/openmetrics-text`',
    content: {
      'application/json': { schema: Metrics as unknown as { type: 'object' } },
      'text/plain': { schema: { type: 'string' as const } },
      'application/openmetrics-text': { schema: { type: 'string' as const } },
    },
  },
}
