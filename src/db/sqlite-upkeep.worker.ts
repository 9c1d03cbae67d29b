/** Copies and migrates beside the main thread, which answers health checks meanwhile. */
import { Database } from 'bun:sqlite'
import type { RowCounts } from './manifest'
import { migrateSqlite } from './migrate'
import { sqlite } from './migrations'
import { prepareConnection } from './sqlite'
import { copySqlite } from './sqlite-copy'

declare const self: Worker

export type UpkeepTask =
  { does: 'copy'; source: string; target: string } | { does: 'migrate'; path: string }

export type UpkeepAnswer =
  { counts: RowCounts } | { applied: number } | { error: { name: string; message: string } }

self.onmessage = ({ data }: MessageEvent<UpkeepTask>) => self.postMessage(answer(data))

function answer(task: UpkeepTask): UpkeepAnswer {
  try {
    if (task.does === 'copy') return { counts: copySqlite(task.source, task.target) }
    return { applied: migrateFile(task.path) }
  } catch (error) {
    const { name, message } = error as Error
    return { error: { name, message } }
  }
}

function migrateFile(path: string): number {
  const connection = new Database(path)
  try {
    prepareConnection(connection)
    return migrateSqlite(connection, sqlite)
  } finally {
    connection.close()
  }
}
