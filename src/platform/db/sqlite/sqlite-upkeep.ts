import { startWorker } from '../../../workers'
import { BackupRefused, type RowCounts } from '../backups/manifest'
import { type Migration, MigrationRefused } from '../migrations/migrate'
import type { MaintenanceResult, MaintenanceTask } from './sqlite-upkeep.worker'

/**
 * Copies and checks a database that may be in use. `target` exists only once the copy is complete.
 */
export async function copySqliteInWorker(source: string, target: string): Promise<RowCounts> {
  const answer = await runTask({ does: 'copy', source, target })
  if ('counts' in answer) return answer.counts
  throw new Error('unexpected answer of the Worker')
}

/**
 * Checks a database and counts its rows. Throws a `BackupRefused` if it is damaged or is not a
 * Quire database.
 */
export async function inspectSqliteInWorker(path: string): Promise<RowCounts> {
  const answer = await runTask({ does: 'inspect', path })
  if ('counts' in answer) return answer.counts
  throw new Error('unexpected answer of the Worker')
}

export async function migrateSqliteInWorker(
  path: string,
  migrations: readonly Migration[],
): Promise<void> {
  await runTask({ does: 'migrate', path, migrations })
}

async function runTask(
  task: MaintenanceTask,
): Promise<Exclude<MaintenanceResult, { error: unknown }>> {
  const worker = startWorker('sqlite-upkeep')
  try {
    const { promise, resolve, reject } = Promise.withResolvers<MaintenanceResult>()
    worker.onmessage = ({ data }: MessageEvent<MaintenanceResult>) => resolve(data)
    worker.onerror = (event) => reject(new Error(event.message))
    worker.postMessage(task)
    const answer = await promise
    if ('error' in answer) throw reviveError(answer.error)
    return answer
  } finally {
    worker.terminate()
  }
}

/**
 * Restores the class of an error, which postMessage drops, so that callers recognize
 * `BackupRefused` and `MigrationRefused`.
 */
function reviveError({
  name,
  message,
  code,
}: {
  name: string
  message: string
  code?: string
}): Error {
  if (name === 'BackupRefused') return new BackupRefused(message)
  if (name === 'MigrationRefused') return new MigrationRefused(message)
  return code === undefined ? new Error(message) : Object.assign(new Error(message), { code })
}
