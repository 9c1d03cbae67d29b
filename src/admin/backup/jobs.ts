import type { Context } from '../../context'
import { getBackupsFolder } from '../../platform/db/backups/backup-folders'
import { BackupRefused, isDiskError } from '../../platform/db/backups/manifest'
import { handleJob, type JobRegistration } from '../../platform/jobs/job'
import { createBackup } from './create-backup'
import { storeFailedBackup } from './results/failed-backup'
import { findBackup, logDamaged } from './find-backup'
import { createBackupJob, type CreateBackupOrder, verifyBackupJob } from './model'
import { pruneBackups } from './prune-backups'
import { recordVerified } from './results/verified-backup'
import { verifyBackup } from './verify-backup'

export const backupJobs = (ctx: Context): JobRegistration[] => [
  handleJob(createBackupJob, ({ payload }) => reportFailure(ctx, () => makeBackup(ctx, payload))),
  handleJob(verifyBackupJob, ({ payload: { name } }) =>
    reportFailure(ctx, () => checkBackup(ctx, name)),
  ),
]

/** Old backups are deleted only after the new one has been verified. */
async function makeBackup(ctx: Context, { withUploads, withSecrets, keep }: CreateBackupOrder) {
  const { name } = await createBackup(ctx.config, {
    withUploads,
    withoutSecrets: !withSecrets,
    settingsFiles: withSecrets ? ctx.config.settings_files : [],
  })
  await checkBackup(ctx, name)
  if (keep === undefined) return
  const folder = getBackupsFolder(ctx.config.data_dir)
  await pruneBackups(folder, keep, logDamaged(ctx))
}

async function checkBackup(ctx: Context, name: string) {
  const folder = getBackupsFolder(ctx.config.data_dir)
  const backup = await findBackup(folder, name, folder)
  await verifyBackup(ctx.config, backup)
  await recordVerified(ctx, backup, ctx.clock.now())
}

/**
 * Runs `work`. If it fails, stores the failure so that administrators are notified, as for failed
 * commands.
 */
async function reportFailure(ctx: Context, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (error instanceof BackupRefused || isDiskError(error))
      await storeFailedBackup(ctx, error.message)
    throw error
  }
}
