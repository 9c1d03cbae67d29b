/** Saves a database before it is changed: the way back when an update turns out badly. */
import { join } from 'node:path'
import type { Log } from '../../log/log'
import type { Dialect } from '../dialect'
import { freeBytes, inMegabytes } from './disk-space'
import { BackupRefused, databaseFileOf, isDiskTrouble, type RowCounts } from './manifest'
import { MigrationRefused } from '../migrations/migrate'
import type { PostgresOptions } from '../postgres'
import { dumpPostgres } from './postgres-dump'
import {
  backupsFolder,
  forgetOldCopies,
  nextCopy,
  removeAbandoned,
  saveCopy,
  sqliteBytes,
} from './saved-copy'
import { copySqliteAside } from '../sqlite/sqlite-upkeep'

export interface Ground {
  dataDir: string
  log: Log
}

const wayOut =
  'Without a backup there is no way back; if you made one yourself, start once with --no-backup.'

/** `tag`: the first step that will be taken. */
export async function saveSqlite(ground: Ground, path: string, tag: string) {
  // The copy, and what a step needs that rebuilds the largest table.
  requireSpace(ground.dataDir, sqliteBytes(path) * 2)
  await save(ground, tag, 'sqlite', (target) => copySqliteAside(path, target))
}

export async function savePostgres(ground: Ground, options: PostgresOptions, tag: string) {
  await save(ground, tag, 'postgres', (target) => dumpPostgres(options, target))
}

async function save(
  { dataDir, log }: Ground,
  tag: string,
  database: Dialect,
  copy: (target: string) => Promise<RowCounts>,
) {
  const parent = backupsFolder(dataDir)
  const folder = nextCopy(parent, `before-${tag}`)
  log.info({ folder }, 'saving the database before it is brought up to date')
  try {
    await removeAbandoned(parent, 'before-')
    const fill = (part: string) => copy(join(part, databaseFileOf(database)))
    await saveCopy(folder, { fill, database, reason: 'migration' })
  } catch (error) {
    if (!(error instanceof BackupRefused) && !isDiskTrouble(error)) throw error
    throw new MigrationRefused(
      `The database must be brought up to date, but could not be saved first. ${error.message}\n${wayOut}`,
    )
  }
  await forgetOldCopies(parent, 'before-')
}

function requireSpace(folder: string, bytes: number) {
  const free = freeBytes(folder)
  if (free >= bytes) return
  throw new MigrationRefused(
    `The database must be brought up to date and is saved first. That needs ${inMegabytes(bytes)}, but ` +
      `the disk of ${folder} has ${inMegabytes(free)} left. Make room and start again. ${wayOut}`,
  )
}
