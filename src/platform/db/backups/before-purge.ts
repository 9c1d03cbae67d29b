/** Backs up a SQLite database before a purge. */
import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { getFreeBytes, formatMegabytes } from './disk-space'
import { BackupRefused, getDatabaseFileName } from './manifest'
import {
  getBackupsFolder,
  removeOldCopies,
  getNextCopyPath,
  removeAbandonedCopies,
  saveCopy,
  getSqliteBytes,
} from './backup-folders'
import { copySqliteInWorker } from '../sqlite/sqlite-upkeep'

/** Creates a backup and returns its name. Throws `BackupRefused` if the backup fails. */
export async function backUpBeforePurge(dataDir: string, path: string): Promise<string> {
  const parent = getBackupsFolder(dataDir)
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  await removeAbandonedCopies(parent, 'purge-')
  requireFreeSpace(parent, path)
  const folder = getNextCopyPath(parent, 'purge')
  const fill = (part: string) => copySqliteInWorker(path, join(part, getDatabaseFileName('sqlite')))
  await saveCopy(folder, { fill, database: 'sqlite', reason: 'purge' })
  await removeOldCopies(parent, 'purge-')
  return basename(folder)
}

function requireFreeSpace(folder: string, path: string) {
  const bytes = getSqliteBytes(path)
  const free = getFreeBytes(folder)
  if (free >= bytes * 1.1) return
  throw new BackupRefused(
    `The database is backed up before items are permanently deleted. The backup needs ${formatMegabytes(bytes)}, but ` +
      `the disk of the data folder has ${formatMegabytes(free)} left.`,
  )
}
