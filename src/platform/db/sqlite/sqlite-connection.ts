import type { Database } from 'bun:sqlite'

/**
 * True if another connection holds the lock. While a connection recovers the log of a killed
 * process, the code is SQLITE_BUSY_RECOVERY.
 */
export const isBusyError = (error: unknown): boolean =>
  String((error as { code?: unknown } | null)?.code).startsWith('SQLITE_BUSY')

/** Sets the pragmas for connections that write. Also used before migrations. */
export function prepareConnection(connection: Database) {
  connection.run('pragma busy_timeout = 15000')
  connection.run('pragma journal_mode = wal')
  connection.run('pragma synchronous = full')
  connection.run('pragma foreign_keys = on')
  connection.run('pragma temp_store = memory')
  connection.run('pragma cache_size = -16384')
  connection.run('pragma mmap_size = 268435456')
  connection.run('pragma journal_size_limit = 67108864')
}
