/**
 * What this process counts, for `/api/v1/metrics`. Rooms count through `counters` and `timings`; a
 * label has few possible values, never an id, a path or a text that somebody typed.
 */
import { Counter, Histogram, Registry } from 'prom-client'

export const registry = new Registry()

const registers = [registry]

function counter<const Label extends string = never>(
  name: `quire_${string}_total`,
  help: string,
  labelNames: readonly Label[] = [],
) {
  return new Counter<Label>({ name, help, labelNames, registers })
}

function timing<const Label extends string>(
  name: `quire_${string}_seconds`,
  help: string,
  more: { labelNames: readonly Label[]; buckets: number[] },
) {
  return new Histogram<Label>({ name, help, ...more, registers })
}

export const counters = {
  thumbnailsMade: counter('quire_thumbnails_made_total', 'Thumbnails made', ['outcome']),
  /** `picture`, `unchanged` (the client had it already) or `placeholder`. */
  thumbnailsServed: counter('quire_thumbnails_served_total', 'Thumbnails sent', ['answer']),
  /** `wrong` (name or password) or `throttled`. */
  loginsRefused: counter('quire_logins_refused_total', 'Sign-ins refused', ['reason']),
  filesScanned: counter('quire_scan_files_total', 'Files whose content a scan has read'),
  bytesScanned: counter('quire_scan_bytes_total', 'Size of those files'),
  /** `hit` or `miss`. */
  cacheLookups: counter('quire_cache_lookups_total', 'Questions to a cache', ['cache', 'result']),
}

export const timings = {
  requests: timing(
    'quire_http_request_duration_seconds',
    'Requests, from the first byte to the answer',
    {
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    },
  ),
  /** `outcome`: done, failed (for good) or retried. */
  jobs: timing('quire_job_duration_seconds', 'Background tasks, by kind and outcome', {
    labelNames: ['kind', 'outcome'],
    buckets: [0.05, 0.25, 1, 5, 15, 60, 300, 1800, 7200],
  }),
}
