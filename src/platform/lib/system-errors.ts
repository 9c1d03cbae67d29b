/**
 * Classifies errors from the operating system, SQLite, PostgreSQL and the storage bucket as
 * outages.
 */

/**
 * `disk_full`, `disk_failed` (not writable or faulty), `database_away` (PostgreSQL) or
 * `storage_away` (the bucket with thumbnails and uploads).
 */
export type Outage = 'disk_full' | 'disk_failed' | 'database_away' | 'storage_away'

const patterns: readonly (readonly [Outage, RegExp])[] = [
  // 53100: disk full (PostgreSQL).
  ['disk_full', /^(ENOSPC|EDQUOT|SQLITE_FULL|53100)$/],
  // 58030: PostgreSQL cannot read or write its files.
  ['disk_failed', /^(EROFS|SQLITE_(IOERR|READONLY|CANTOPEN).*|58030)$/],
  // PostgreSQL codes. 08: connection failed; 57P: starting up or shutting down; 53300: no
  // connections left; 3D000: the database is missing, for example during a restore; 25006:
  // read-only, for example a standby server before a failover.
  [
    'database_away',
    /^(CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|08.{3}|57P0\d|53300|3D000|25006)$/,
  ],
  ['storage_away', /^STORAGE_AWAY$/],
]

/** Network errors. They may also come from services other than the database. */
const networkError =
  /^(EAI_\w+|ENOTFOUND|EPIPE|ETIMEDOUT|ECONN(REFUSED|RESET|ABORTED)|E(HOST|NET)(UNREACH|DOWN))$/

/**
 * Network errors count as a database outage only if they have a `query`, which the driver adds to
 * errors that occur during a query.
 */
function findOutageOf(error: Error & { code?: unknown }): Outage | undefined {
  const { code } = error
  if (typeof code !== 'string') return undefined
  if ('query' in error && networkError.test(code)) return 'database_away'
  return patterns.find(([, pattern]) => pattern.test(code))?.[0]
}

/**
 * Returns undefined if the error is not an outage. Checks causes, because the query builder wraps
 * driver errors.
 */
export function findOutage(error: unknown): Outage | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause) {
    const outage = findOutageOf(cause)
    if (outage) return outage
    depth++
  }
  return undefined
}
