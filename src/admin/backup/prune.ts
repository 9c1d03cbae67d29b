import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Backup, listBackups } from './place'

const abandonedAfterMs = 24 * 3_600_000

/**
 * Deletes all but the newest backups that somebody asked for, and what cut-short ones left. Those made
 * before a migration are looked after elsewhere and stay.
 */
export async function pruneBackups(folder: string, keep: number): Promise<Backup[]> {
  const asked = (await listBackups(folder)).filter(({ manifest }) => manifest.reason === 'asked')
  const old = asked.slice(keep)
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
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true })
  }
}
