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
  cpuSeconds: seconds('Processor time used since the start'),
  residentBytes: long({ description: 'Memory in use, with mapped files' }),
  anonymousBytes: nullable(long({ description: 'Memory of its own; null where it is not known' })),
  openFiles: nullable(long()),
  maxOpenFiles: nullable(long()),
  eventLoopLagSeconds: shape({
    mean: seconds(),
    p50: seconds(),
    p99: seconds(),
    max: seconds('Of the last minute or two'),
  }),
})

const RouteRequests = shape({
  method: anyText(),
  route: anyText({ description: 'The pattern of the route; "none" where there is none' }),
  status: long(),
  count: long(),
  totalSeconds: seconds(),
})

const Requests = shape({
  count: long({ description: 'All requests since the start of this process' }),
  totalSeconds: seconds(),
  byRoute: list(RouteRequests),
})

const Database = shape({
  type: oneOf(['sqlite', 'postgres']),
  sizeBytes: long(),
  pool: nullable(
    shape({
      max: long({ description: 'Most connections of one process' }),
      open: long({ description: 'Connections of all Quire processes' }),
      active: long({ description: 'Of these, how many run a statement' }),
    }),
  ),
})

const LibraryInventory = shape({
  id: id(),
  name: anyText(),
  seriesCount: long(),
  bookCount: long(),
  pageCount: long(),
  totalSize: long({ description: 'Bytes' }),
})

const Inventory = shape({
  libraryCount: long(),
  seriesCount: long(),
  bookCount: long(),
  pageCount: long(),
  totalBookSize: long({ description: 'Bytes' }),
  userCount: long(),
  libraries: list(LibraryInventory),
})
export type Inventory = Static<typeof Inventory>

const JobFigures = shape({
  kind: anyText(),
  ready: long(),
  running: long(),
  done: long(),
  failed: long(),
  cancelled: long(),
  meanSeconds: nullable(seconds('Of the finished tasks that are still kept')),
  maxSeconds: nullable(seconds()),
})
export type JobFigures = Static<typeof JobFigures>

const Scans = shape({
  running: long(),
  completed: long({ description: 'Of the last 90 days, as the next members' }),
  failed: long(),
  filesProcessed: long(),
  totalSeconds: seconds(),
  filesPerSecond: nullable(number({ minimum: 0 })),
})
export type Scans = Static<typeof Scans>

const Thumbnails = shape({
  stored: long({ description: 'Thumbnails there are' }),
  storedBytes: long(),
  failed: long({ description: 'Books of which none can be made' }),
  made: long({ description: 'Since the start of this process, as the next members' }),
  served: long(),
  unchanged: long({ description: 'The client had them already' }),
  placeholders: long(),
})

const Cache = shape({ name: anyText(), hits: long(), misses: long() })

export const Metrics = named('Metrics', {
  version: anyText(),
  startedAt: instant(),
  uptimeSeconds: seconds(),
  inventoryAt: instant({ description: 'When what is in the database was counted' }),
  process: Process,
  requests: Requests,
  database: Database,
  inventory: Inventory,
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
      'JSON, or the text of Prometheus or OpenMetrics where the client prefers `text/plain` or ' +
      '`application/openmetrics-text`',
    content: {
      'application/json': { schema: Metrics as unknown as { type: 'object' } },
      'text/plain': { schema: { type: 'string' as const } },
      'application/openmetrics-text': { schema: { type: 'string' as const } },
    },
  },
}
