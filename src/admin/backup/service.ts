/** Backups as administrators see them. All are in the folder `backups` of the data folder. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeZip } from 'client-zip'
import { recordAudit } from '../../accounts/audit/record'
import type { Viewer } from '../../accounts/permissions/model'
import { requireSession } from '../../accounts/permissions/permission-rules'
import type { Context } from '../../context'
import { notFound } from '../../errors'
import { getBackupsFolder } from '../../platform/db/backups/backup-folders'
import type { Content } from '../../platform/http/responses/content'
import { manifestName } from '../../platform/db/backups/manifest'
import { type Backup, findBackupByName, listBackups, logDamaged } from './find-backup'
import { backupMessages } from './messages'
import { type BackupBody, type BackupView, verifyBackupJob } from './model'
import { enqueueBackup } from './backup-schedule'
import { findVerifiedTime } from './results/verified-backup'

export async function listBackupViews(ctx: Context): Promise<BackupView[]> {
  const backups = await listBackups(getBackupsFolder(ctx.config.data_dir), logDamaged(ctx))
  return backups.map(buildBackupView)
}

function buildBackupView(backup: Backup): BackupView {
  const { name, manifest } = backup
  const { files, counts } = manifest
  return {
    name,
    createdAt: new Date(manifest.createdAt),
    version: manifest.version,
    reason: manifest.reason,
    database: manifest.database,
    sizeBytes: files.reduce((total, { bytes }) => total + bytes, 0),
    hasUploads: files.some(({ path }) => path.startsWith('uploads/')),
    hasSecrets: files.some(({ path }) => isSecret(path)),
    counts,
    verifiedAt: findVerifiedTime(backup) ?? null,
  }
}

const isSecret = (path: string) => path.startsWith('secrets/') || /^[^/]+\.ya?ml$/.test(path)

/** Creates a backup in the background, and verifies it. */
export async function requestBackup(
  ctx: Context,
  viewer: Viewer,
  { withUploads, withSecrets }: BackupBody,
) {
  const order = { withUploads: withUploads ?? true, withSecrets: withSecrets ?? false }
  const taskId = await ctx.write(async (tx) => {
    await recordAudit(ctx, tx, viewer, { action: 'request_backup' })
    return enqueueBackup(ctx, tx, order)
  })
  return { taskId: taskId ?? null }
}

export async function requestVerification(ctx: Context, name: string) {
  await requireBackup(ctx, name)
  const options = { key: `verify-backup:${name}`, priority: 10 }
  const taskId = await ctx.write((tx) => ctx.queue.enqueue(tx, verifyBackupJob, { name }, options))
  return { taskId: taskId ?? null }
}

export async function deleteBackup(ctx: Context, viewer: Viewer, name: string) {
  const { folder } = await requireBackup(ctx, name)
  await recordBackupAction(ctx, viewer, 'delete_backup', name)
  // Without its manifest, an incompletely deleted folder does not count as a backup.
  await rm(join(folder, manifestName), { force: true })
  await rm(folder, { recursive: true, force: true })
}

/**
 * Returns the backup as a ZIP. It contains password hashes, so an API key is not enough.
 */
export async function downloadBackup(ctx: Context, viewer: Viewer, name: string): Promise<Content> {
  requireSession(viewer)
  const backup = await requireBackup(ctx, name)
  return {
    type: 'application/zip',
    caching: 'neverShared',
    fileName: `${name}.zip`,
    isGenerated: true,
    open: async ({ signal }) => {
      await recordBackupAction(ctx, viewer, 'download_backup', name)
      return makeZip(listParts(backup, signal))
    },
  }
}

async function* listParts({ name, folder, manifest }: Backup, signal: AbortSignal) {
  const lastModified = new Date(manifest.createdAt)
  for (const path of [...manifest.files.map((file) => file.path), manifestName]) {
    if (signal.aborted) return
    const file = Bun.file(join(folder, path))
    yield { name: `${name}/${path}`, input: file.stream(), lastModified, size: file.size }
  }
}

const recordBackupAction = (
  ctx: Context,
  viewer: Viewer,
  action: 'delete_backup' | 'download_backup',
  name: string,
) =>
  ctx.write((tx) =>
    recordAudit(ctx, tx, viewer, { action, target: { kind: 'backup', id: name, name } }),
  )

async function requireBackup(ctx: Context, name: string): Promise<Backup> {
  const folder = getBackupsFolder(ctx.config.data_dir)
  const found = await findBackupByName(folder, name, logDamaged(ctx))
  if (!found) throw notFound(backupMessages.not_found())
  return found
}
