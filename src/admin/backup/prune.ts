import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Backup, listBackups } from './find-backup'

const abandonedAgeMs = 24 * 3_600_000

/**
 * Deletes all but the newest requested backups, and leftovers of interrupted ones. Backups made before a
 * migration are managed elsewhere.
 */
export async function pruneBackups(folder: string, keep: number): Promise<Backup[]> {
  const requested = (await listBackups(folder)).filter(
    ({ manifest }) => manifest.reason === 'asked',
  )
  const old = requested.slice(keep)
  for (const backup of old) await rm(backup.folder, { recursive: true, force: true })
  await removeAbandoned(folder)
  return old
}

async function removeAbandoned(folder: string) {
  if (!existsSync(folder)) return
  for (const name of await readdir(folder)) {
    if (!/^(quire|before|purge)-.*\.part$/.test(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > abandonedAgeMs) await rm(path, { recursive: true, force: true })
  }
}
