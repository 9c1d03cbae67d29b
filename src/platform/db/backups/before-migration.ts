import { join } from 'node:path'
import type { Log } from '../../log/log'
import type { Dialect } from '../dialect'
import { getFreeBytes, formatMegabytes } from './disk-space'
import { BackupRefused, getDatabaseFileName, isDiskError, type RowCounts } from './manifest'
import { MigrationRefused } from '../migrations/migrate'
import type { PostgresOptions } from '../postgres/postgres'
import { dumpPostgres } from './postgres-dump'
import {
  getBackupsFolder,
  removeOldCopies,
  getNextCopyPath,
  removeAbandonedCopies,
  saveCopy,
  getSqliteBytes,
} from './backup-folders'
import { copySqliteInWorker } from '../sqlite/sqlite-upkeep'
import { databaseLogMessages } from '../messages'

export interface BackupContext {
  dataDir: string
  log: Log
}

const noBackupHint =
  'Without a backup the migration cannot be undone. If you have your own backup, start once with --no-backup.'

/** Creates a backup and returns its folder. `tag` is the first pending migration. */
export async function backUpSqlite(
  context: BackupContext,
  path: string,
  tag: string,
): Promise<string> {
  // Requires space for the copy, and for a migration that rebuilds the largest table.
  requireFreeSpace(context.dataDir, getSqliteBytes(path) * 2)
  return backUp(context, tag, 'sqlite', (target) => copySqliteInWorker(path, target))
}

/** Creates a backup and returns its folder. `tag` is the first pending migration. */
export async function backUpPostgres(
  context: BackupContext,
  options: PostgresOptions,
  tag: string,
): Promise<string> {
  return backUp(context, tag, 'postgres', (target) => dumpPostgres(options, target))
}

async function backUp(
  { dataDir, log }: BackupContext,
  tag: string,
  database: Dialect,
  copy: (target: string) => Promise<RowCounts>,
): Promise<string> {
  const parent = getBackupsFolder(dataDir)
  const folder = getNextCopyPath(parent, `before-${tag}`)
  log.info({ folder }, databaseLogMessages.backing_up())
  try {
    await removeAbandonedCopies(parent, 'before-')
    const fill = (part: string) => copy(join(part, getDatabaseFileName(database)))
    await saveCopy(folder, { fill, database, reason: 'migration' })
  } catch (error) {
    if (!(error instanceof BackupRefused) && !isDiskError(error)) throw error
    throw new MigrationRefused(
      `The database must be migrated, but backing it up first failed. ${error.message}\n${noBackupHint}`,
    )
  }
  await removeOldCopies(parent, 'before-')
  return folder
}

function requireFreeSpace(folder: string, bytes: number) {
  const free = getFreeBytes(folder)
  if (free >= bytes) return
  throw new MigrationRefused(
    `The database is backed up before it is migrated. That needs ${formatMegabytes(bytes)}, but ` +
      `the disk of ${folder} has ${formatMegabytes(free)} left. Free disk space and start again. ${noBackupHint}`,
  )
}
