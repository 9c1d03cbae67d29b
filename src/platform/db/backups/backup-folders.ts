/**
 * Backup folders, which are created completely or not at all. Automatic backups are created before
 * migrations and purges, and only the most recent ones are kept.
 */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  syncToDisk,
  findFreeName,
  type Manifest,
  manifestName,
  type RowCounts,
  formatStamp,
  writeManifest,
} from './manifest'

/** Name prefixes of automatic backups. */
export type CopyKind = 'before-' | 'purge-'

/** Number of automatic backups to keep per kind. */
export const maxCopies = 3

export const getBackupsFolder = (dataDir: string) => join(dataDir, 'backups')

/** Returns the size of a SQLite database, including its write-ahead log. */
export const getSqliteBytes = (path: string) => getFileBytes(path) + getFileBytes(`${path}-wal`)

const getFileBytes = (path: string) => (existsSync(path) ? statSync(path).size : 0)

/** Returns the path of a new backup. The name of its folder is `name` followed by the time. */
export const getNextCopyPath = (parent: string, name: string) =>
  join(parent, findFreeName(parent, `${name}-${formatStamp(new Date())}`))

interface CopyOrder extends Pick<Manifest, 'reason' | 'database'> {
  /** Fills an existing folder with the database and its accompanying files. */
  fill: (folder: string) => Promise<RowCounts>
}

/** Creates the backup completely or not at all. */
export async function saveCopy(folder: string, { fill, ...known }: CopyOrder): Promise<Manifest> {
  const part = `${folder}.part`
  try {
    mkdirSync(part, { recursive: true, mode: 0o700 })
    const counts = await fill(part)
    const manifest = await writeManifest(part, { ...known, counts })
    renameSync(part, folder)
    syncToDisk(dirname(folder))
    return manifest
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    throw error
  }
}

/**
 * Removes incomplete backups left by processes that crashed. Backups of a kind are created by only
 * one process at a time.
 */
export async function removeAbandonedCopies(parent: string, kind: CopyKind) {
  if (!existsSync(parent)) return
  const names = await readdir(parent)
  for (const name of names) {
    if (name.startsWith(kind) && name.endsWith('.part')) removeCopy(parent, name)
  }
}

/**
 * Keeps only the latest automatic backups of a kind. Sorts by the time at the end of their names.
 */
export async function removeOldCopies(parent: string, kind: CopyKind) {
  const complete = (await readdir(parent)).filter(
    (name) => name.startsWith(kind) && existsSync(join(parent, name, manifestName)),
  )
  const byTime = complete.toSorted((a, b) => (parseStamp(a) < parseStamp(b) ? 1 : -1))
  for (const name of byTime.slice(maxCopies)) removeCopy(parent, name)
}

const removeCopy = (parent: string, name: string) =>
  rmSync(join(parent, name), { recursive: true, force: true })

const parseStamp = (name: string) => /\d{8}T\d{6}Z(-\d+)?$/.exec(name)?.[0] ?? ''
