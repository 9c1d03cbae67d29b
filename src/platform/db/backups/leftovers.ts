/** Removes leftovers of interrupted backups, checks and restores. */
import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/model'
import { getBackupsFolder } from './backup-folders'

/** More recent files may belong to a backup that is running. */
const abandonedAgeMs = 24 * 3_600_000

/** Call this while holding the lock of the data folder, so that no restore is running. */
export async function removeLeftovers({ data_dir: folder, database }: Config) {
  await removeAbandonedBackups(getBackupsFolder(folder))
  await removeAbandoned(folder, /^verify-\w{6}$/)
  if (database.type === 'sqlite') await rm(getDraftPath(database.sqlite.path), { force: true })
}

/** Returns the path of the database of an incomplete restore. */
export const getDraftPath = (path: string) => `${path}.restoring`

export const removeAbandonedBackups = (folder: string) =>
  removeAbandoned(folder, /^(quire|before|purge)-.*\.part$/)

async function removeAbandoned(folder: string, pattern: RegExp) {
  if (!existsSync(folder)) return
  for (const name of await readdir(folder)) {
    if (!pattern.test(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > abandonedAgeMs) await rm(path, { recursive: true, force: true })
  }
}
