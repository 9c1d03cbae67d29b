/** Records when a backup was last restored to a test database and found complete. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDiskError } from '../../../platform/db/backups/manifest'
import { readInstallation, storeInstallation } from '../../../platform/db/installation'
import type { Db, Store } from '../../../platform/db/store'
import type { Backup } from '../find-backup'

const fileName = 'verified.json'
const installationKey = 'verified_backup'

/** Stores the time in the folder of the backup and in the database. */
export async function recordVerified(
  store: Pick<Store, 'write'>,
  { folder }: Pick<Backup, 'folder'>,
  at: Date,
) {
  storeBeside(folder, at)
  await store.write((tx) => storeInstallation(tx, installationKey, at.toISOString()))
}

function storeBeside(folder: string, at: Date) {
  try {
    const text = `${JSON.stringify({ verifiedAt: at.toISOString() })}\n`
    writeFileSync(join(folder, fileName), text, { mode: 0o600 })
  } catch (error) {
    // Backups may be on a read-only disk.
    if (!isDiskError(error)) throw error
  }
}

/** Returns undefined if the backup has never been verified, or if the stored time is damaged. */
export function findVerifiedTime({ folder }: Pick<Backup, 'folder'>): Date | undefined {
  try {
    const { verifiedAt } = JSON.parse(readFileSync(join(folder, fileName), 'utf8')) as {
      verifiedAt: string
    }
    const at = new Date(verifiedAt)
    return Number.isNaN(at.getTime()) ? undefined : at
  } catch (error) {
    const isUnusable = error instanceof SyntaxError || error instanceof TypeError
    if (isUnusable || isMissing(error)) return undefined
    throw error
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Returns when any backup was last verified, or undefined if none ever was. */
export async function findLastVerified(db: Db): Promise<Date | undefined> {
  const stored = await readInstallation(db, installationKey)
  return stored === undefined ? undefined : new Date(stored)
}
