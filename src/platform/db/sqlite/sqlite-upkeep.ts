import { startWorker } from '../../../workers'
import { BackupRefused, type RowCounts } from '../copies/manifest'
import { MigrationRefused } from '../migrations/migrate'
import type { UpkeepAnswer, UpkeepTask } from './sqlite-upkeep.worker'

/** A checked copy of a database that may be in use; `target` appears when it is whole. */
export async function copySqliteAside(source: string, target: string): Promise<RowCounts> {
  const answer = await ask({ does: 'copy', source, target })
  if ('counts' in answer) return answer.counts
  throw new Error('the Worker answered something else')
}

export async function migrateSqliteAside(path: string): Promise<void> {
  await ask({ does: 'migrate', path })
}

/** Takes a second at most, and the write lock for a moment. */
export async function refreshStatisticsAside(path: string): Promise<void> {
  await ask({ does: 'analyze', path })
}

async function ask(task: UpkeepTask): Promise<Exclude<UpkeepAnswer, { error: unknown }>> {
  const worker = startWorker('sqlite-upkeep')
  try {
    const { promise, resolve, reject } = Promise.withResolvers<UpkeepAnswer>()
    worker.onmessage = ({ data }: MessageEvent<UpkeepAnswer>) => resolve(data)
    worker.onerror = (event) => reject(new Error(event.message))
    worker.postMessage(task)
    const answer = await promise
    if ('error' in answer) throw revived(answer.error)
    return answer
  } finally {
    worker.terminate()
  }
}

/** Classes do not cross threads, and words for people must not be taken for faults. */
function revived({ name, message, code }: { name: string; message: string; code?: string }): Error {
  if (name === 'BackupRefused') return new BackupRefused(message)
  if (name === 'MigrationRefused') return new MigrationRefused(message)
  return code === undefined ? new Error(message) : Object.assign(new Error(message), { code })
}
