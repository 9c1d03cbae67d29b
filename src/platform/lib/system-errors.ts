/** Classifies errors from the operating system, SQLite and PostgreSQL as outages. */

/** `disk_full`, `disk_failed` (not writable or faulty) or `database_away` (PostgreSQL). */
export type Outage = 'disk_full' | 'disk_failed' | 'database_away'

const patterns: readonly (readonly [Outage, RegExp])[] = [
  // 53100: disk full.
  ['disk_full', /^(ENOSPC|EDQUOT|SQLITE_FULL|53100)$/],
  ['disk_failed', /^(EROFS|SQLITE_(IOERR|READONLY|CANTOPEN).*)$/],
  // 08: connection, 57P: starting or stopping, 53300: no connections left.
  [
    'database_away',
    /^(CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|08.{3}|57P0\d|53300)$/,
  ],
]

/**
 * Returns undefined if the error is not an outage. Checks causes, because the query builder wraps
 * driver errors.
 */
export function findOutage(error: unknown): Outage | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause) {
    const { code } = cause as Error & { code?: unknown }
    const outage =
      typeof code === 'string' ? patterns.find(([, pattern]) => pattern.test(code))?.[0] : undefined
    if (outage) return outage
    depth++
  }
  return undefined
}
