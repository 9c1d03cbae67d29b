/**
 * Metrics of this process for `/api/v1/metrics`. Modules record values through `counters` and
 * `timings`. Each label has few possible values, none of which is an ID, a path or user input.
 */
import { Counter, Histogram, Registry } from 'prom-client'

export const registry = new Registry()

const registers = [registry]

function createCounter<const Label extends string = never>(
  name: `quire_${string}_total`,
  help: string,
  labelNames: readonly Label[] = [],
) {
  return new Counter<Label>({ name, help, labelNames, registers })
}

function createHistogram<const Label extends string>(
  name: `quire_${string}_seconds`,
  help: string,
  more: { labelNames: readonly Label[]; buckets: number[] },
) {
  return new Histogram<Label>({ name, help, ...more, registers })
}

export const counters = {
  thumbnailsMade: createCounter(
    'quire_thumbnails_made_total',
    'Attempts to create thumbnails by outcome',
    ['outcome'],
  ),
  /** `answer`: `picture`, `unchanged` (the client already has the image) or `placeholder`. */
  thumbnailsServed: createCounter(
    'quire_thumbnails_served_total',
    'Responses to thumbnail requests',
    ['answer'],
  ),
  /** `reason`: `wrong` (name or password) or `throttled`. */
  loginsRefused: createCounter('quire_logins_refused_total', 'Refused logins', ['reason']),
  filesScanned: createCounter('quire_scan_files_total', 'Files read by scans'),
  bytesScanned: createCounter('quire_scan_bytes_total', 'Bytes of the files read by scans'),
  /**
   * `outcome`: `ok`, `unchanged` (the stored response is still valid), `refused` (too many
   * requests) or `failed`.
   */
  providerRequests: createCounter('quire_provider_requests_total', 'Requests to providers', [
    'provider',
    'outcome',
  ]),
  /**
   * Database statements that a replica can answer, counted only if there is a replica. `outcome`:
   * `replica` (the replica answered) or the reason why the primary answered: `behind`, `repeated`
   * (the statement failed on the replica) or `unused` (the replica cannot be used).
   */
  replicaReads: createCounter(
    'quire_replica_reads_total',
    'Statements that a replica can answer, by who has answered and why',
    ['outcome'],
  ),
  /** `result`: `hit` or `miss`. */
  cacheLookups: createCounter('quire_cache_lookups_total', 'Cache lookups', ['cache', 'result']),
}

export const timings = {
  requests: createHistogram('quire_http_request_duration_seconds', 'Request duration', {
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  }),
  /** Time for which SQLite transactions held the write lock. */
  writes: createHistogram('quire_write_lock_duration_seconds', 'Time the write lock was held', {
    labelNames: ['kind'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
  }),
  providerWaits: createHistogram(
    'quire_provider_wait_duration_seconds',
    'Time spent waiting before requests to providers, because of rate limits or retries',
    { labelNames: ['provider'], buckets: [0.5, 1, 2.5, 5, 10, 30, 60] },
  ),
  /**
   * Requests to installed plugins and built-in providers. `outcome`: `ok`, `refused` (busy) or
   * `failed`.
   */
  pluginRequests: createHistogram(
    'quire_plugin_request_duration_seconds',
    'Duration of requests to plugins and providers',
    { labelNames: ['plugin', 'method', 'outcome'], buckets: [0.05, 0.25, 1, 5, 15, 60, 300] },
  ),
  /** `outcome`: `done`, `failed` (permanently) or `retried`. */
  jobs: createHistogram(
    'quire_job_duration_seconds',
    'Duration of background jobs by kind and outcome',
    {
      labelNames: ['kind', 'outcome'],
      buckets: [0.05, 0.25, 1, 5, 15, 60, 300, 1800, 7200],
    },
  ),
}
