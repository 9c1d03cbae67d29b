/**
 * Copies, checks and migrates databases outside the main thread, which can respond to health checks
 * in the meantime.
 */
import { Database } from 'bun:sqlite'
import type { RowCounts } from '../backups/manifest'
import { type Migration, migrateSqlite } from '../migrations/migrate'
import { prepareConnection } from './sqlite-connection'
import { copySqlite, inspectSqlite } from '../backups/sqlite-copy'

declare const self: Worker

export type MaintenanceTask =
  | { does: 'copy'; source: string; target: string }
  | { does: 'inspect'; path: string }
  | { does: 'migrate'; path: string; migrations: readonly Migration[] }

export type MaintenanceResult =
  | { counts: RowCounts }
  | { applied: number }
  | { error: { name: string; message: string; code?: string } }

self.onmessage = ({ data }: MessageEvent<MaintenanceTask>) => self.postMessage(runTask(data))

function runTask(task: MaintenanceTask): MaintenanceResult {
  try {
    if (task.does === 'copy') return { counts: copySqlite(task.source, task.target) }
    if (task.does === 'inspect') return { counts: inspectSqlite(task.path) }
    return { applied: migrateFile(task) }
  } catch (error) {
    const { name, message, code } = error as NodeJS.ErrnoException
    return { error: code === undefined ? { name, message } : { name, message, code } }
  }
}

function migrateFile({ path, migrations }: MaintenanceTask & { does: 'migrate' }): number {
  const connection = new Database(path)
  try {
    prepareConnection(connection)
    return migrateSqlite(connection, migrations)
  } finally {
    connection.close()
  }
}
