/** The last failure to create or verify a backup, which administrators are notified about. */
import { readInstallation, storeInstallation } from '../../../platform/db/installation'
import type { Db, Store } from '../../../platform/db/store'

export interface FailedBackup {
  id: string
  /** User-facing text in English. */
  reason: string
  failedAt: Date
}

const installationKey = 'failed_backup'
const maxReasonLength = 300

export const storeFailedBackup = (store: Pick<Store, 'write'>, reason: string) =>
  store.write((tx) => {
    const failed = {
      id: Bun.randomUUIDv7(),
      reason: reason.slice(0, maxReasonLength).toWellFormed(),
      failedAt: Date.now(),
    }
    return storeInstallation(tx, installationKey, JSON.stringify(failed))
  })

/** Returns undefined if no backup has failed. */
export async function findFailedBackup(db: Db): Promise<FailedBackup | undefined> {
  const stored = await readInstallation(db, installationKey)
  if (stored === undefined) return undefined
  const { id, reason, failedAt } = JSON.parse(stored) as Omit<FailedBackup, 'failedAt'> & {
    failedAt: number
  }
  return { id, reason, failedAt: new Date(failedAt) }
}
