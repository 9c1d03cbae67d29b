/**
 * The schedule of backups, which administrators set in the interface. Also enqueues the backups.
 */
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { readInstallation, storeInstallation } from '../../platform/db/installation'
import type { Tx } from '../../platform/db/store'
import { findScheduleProblem } from '../../platform/jobs/cron'
import { findSchedule, removeSchedule, setSchedule } from '../../platform/jobs/schedules'
import {
  type BackupScheduleBody,
  type BackupScheduleView,
  createBackupJob,
  type CreateBackupOrder,
} from './model'
import { findLastVerified } from './results/verified-backup'

export const backupSchedulePrefix = 'backup:'
const scheduleName = `${backupSchedulePrefix}regular`
const installationKey = 'backup_schedule'
/** At most one backup is created at a time. */
const backupKey = 'backup'

const defaults: BackupScheduleBody = {
  cronSchedule: null,
  cronTimezone: null,
  keep: 7,
  withUploads: true,
  withSecrets: false,
}

export async function getBackupSchedule(ctx: Context): Promise<BackupScheduleView> {
  const schedule = await findSchedule(ctx.db, scheduleName)
  return {
    ...(await readSchedule(ctx.db)),
    nextAt: schedule?.nextAt ?? null,
    lastVerifiedAt: (await findLastVerified(ctx.db)) ?? null,
  }
}

export async function setBackupSchedule(
  ctx: Context,
  body: BackupScheduleBody,
): Promise<BackupScheduleView> {
  const { cronSchedule: cron, cronTimezone: timezone } = body
  const problem = findScheduleProblem(cron ?? '0 0 * * *', timezone)
  if (problem) throw new Refusal('invalid', problem.message)
  await ctx.write(async (tx) => {
    await storeInstallation(tx, installationKey, JSON.stringify(body))
    if (cron === null) await removeSchedule(tx, scheduleName)
    else await setSchedule(tx, scheduleName, { cron, timezone }, ctx.clock.now())
  })
  return getBackupSchedule(ctx)
}

async function readSchedule(db: Context['db'] | Tx): Promise<BackupScheduleBody> {
  const stored = await readInstallation(db, installationKey)
  return stored === undefined ? defaults : (JSON.parse(stored) as BackupScheduleBody)
}

/** Called by the scheduler. */
export async function enqueueScheduledBackup(ctx: Context, tx: Tx) {
  const { keep, withUploads, withSecrets } = await readSchedule(tx)
  await enqueueBackup(ctx, tx, { keep, withUploads, withSecrets })
}

/** Returns the ID of the task, or undefined if a backup is already queued. */
export const enqueueBackup = (ctx: Context, tx: Tx, order: CreateBackupOrder) =>
  ctx.queue.enqueue(tx, createBackupJob, order, { key: backupKey })
