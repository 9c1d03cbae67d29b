import { defineJob } from '../../platform/jobs/job'
import {
  anyText,
  boolean,
  id,
  instant,
  integer,
  long,
  named,
  nullable,
  oneOf,
  patchable,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'

interface BackupOptions {
  /** Include uploaded covers. */
  withUploads: boolean
  /** Include the settings files and the `secrets` folder. */
  withSecrets: boolean
}

export interface CreateBackupOrder extends BackupOptions {
  /** Number of backups to keep: older ones are deleted afterward. If omitted, none are deleted. */
  keep?: number
}

/** Creates a backup and verifies it. A second attempt would only fail for the same reason. */
export const createBackupJob = defineJob<CreateBackupOrder>('create_backup', {
  slots: 1,
  maxAttempts: 1,
})
export const verifyBackupJob = defineJob<{ name: string }>('verify_backup', {
  slots: 1,
  maxAttempts: 1,
})

export const BackupView = named('Backup', {
  name: anyText(),
  createdAt: instant(),
  version: anyText({ description: 'Version of Quire that made the backup' }),
  reason: oneOf(['requested', 'migration', 'purge']),
  database: oneOf(['sqlite', 'postgres']),
  sizeBytes: long(),
  hasUploads: boolean({ description: 'Whether it contains uploaded covers' }),
  hasSecrets: boolean({
    description: 'Whether it contains the settings files or the signing secret',
  }),
  counts: shape({ books: long(), series: long(), libraries: long(), users: long() }),
  verifiedAt: nullable(instant({ description: 'Time of the last successful check' })),
})
export type BackupView = Static<typeof BackupView>

export const BackupBody = named('BackupRequest', {
  withUploads: patchable(
    boolean({ description: 'Whether to include uploaded covers; default: true' }),
  ),
  withSecrets: patchable(
    boolean({
      description: 'Whether to include the settings files and the signing secret; default: false',
    }),
  ),
})
export type BackupBody = Static<typeof BackupBody>

export const BackupParams = shape({ name: text(200) })

export const BackupTask = named('BackupTask', {
  taskId: nullable(id('ID of the task; null if the same task is already queued')),
})

const scheduleMembers = {
  cronSchedule: nullable(text(100, { description: 'Null if backups are made only on request' })),
  cronTimezone: nullable(text(64, { description: "Null for the server's time zone" })),
  keep: integer({ minimum: 1, maximum: 365, description: 'Number of backups to keep' }),
  withUploads: boolean(),
  withSecrets: boolean(),
}

export const BackupScheduleBody = named('BackupScheduleRequest', scheduleMembers)
export type BackupScheduleBody = Static<typeof BackupScheduleBody>

export const BackupScheduleView = named('BackupSchedule', {
  ...scheduleMembers,
  nextAt: nullable(instant({ description: 'Time of the next backup' })),
  lastVerifiedAt: nullable(
    instant({ description: 'Time of the last successful check of any backup' }),
  ),
})
export type BackupScheduleView = Static<typeof BackupScheduleView>
