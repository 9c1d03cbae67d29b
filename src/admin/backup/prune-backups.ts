import { rm } from 'node:fs/promises'
import { removeAbandonedBackups } from '../../platform/db/backups/leftovers'
import { countedTables } from '../../platform/db/backups/manifest'
import { type Backup, listBackups, type OnDamaged } from './find-backup'

/**
 * Deletes leftovers of interrupted backups, and all but the newest `keep` backups that were created
 * on request or by schedule. If older backups have more rows in a table than all of those kept, the
 * newest of them is kept too, because data may have been lost since. Ignores damaged backups, and
 * backups created before a migration or purge, which are managed elsewhere.
 */
export async function pruneBackups(
  folder: string,
  keep: number,
  onDamaged: OnDamaged,
): Promise<Backup[]> {
  const requested = (await listBackups(folder, onDamaged)).filter(
    ({ manifest }) => manifest.reason === 'requested',
  )
  const kept = requested.slice(0, keep)
  const fuller = requested.slice(keep).find((backup) => holdsMore(backup, kept))
  const old = requested.slice(keep).filter((backup) => backup !== fuller)
  for (const backup of old) await rm(backup.folder, { recursive: true, force: true })
  await removeAbandonedBackups(folder)
  return old
}

const holdsMore = ({ manifest }: Backup, others: readonly Backup[]) =>
  countedTables.some((table) =>
    others.every((other) => other.manifest.counts[table] < manifest.counts[table]),
  )
