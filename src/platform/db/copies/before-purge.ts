/** Saves a SQLite database before things are deleted from it for good. */
import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { freeBytes, inMegabytes } from './disk-space'
import { BackupRefused, databaseFileOf } from './manifest'
import {
  backupsFolder,
  forgetOldCopies,
  nextCopy,
  removeAbandoned,
  saveCopy,
  sqliteBytes,
} from './saved-copy'
import { copySqliteAside } from '../sqlite/sqlite-upkeep'

/** Answers the name of the copy; throws `BackupRefused` when it cannot be made. */
export async function saveBeforePurge(dataDir: string, path: string): Promise<string> {
  const parent = backupsFolder(dataDir)
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  await removeAbandoned(parent, 'purge-')
  requireSpace(parent, path)
  const folder = nextCopy(parent, 'purge')
  const fill = (part: string) => copySqliteAside(path, join(part, databaseFileOf('sqlite')))
  await saveCopy(folder, { fill, database: 'sqlite', reason: 'purge' })
  await forgetOldCopies(parent, 'purge-')
  return basename(folder)
}

function requireSpace(folder: string, path: string) {
  const bytes = sqliteBytes(path)
  const free = freeBytes(folder)
  if (free >= bytes * 1.1) return
  throw new BackupRefused(
    `The database is saved before anything is deleted for good. That needs ${inMegabytes(bytes)}, but ` +
      `the disk of the data folder has ${inMegabytes(free)} left.`,
  )
}
