/** Full exports, which administrators create and download. */
import { recordAudit } from '../../../accounts/audit/record'
import type { Viewer } from '../../../accounts/permissions/model'
import { requireSession } from '../../../accounts/permissions/permission-rules'
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import type { Content } from '../../../platform/http/responses/content'
import { deleteArchiveFile, getArchiveKey, listArchiveFiles } from './archive-files'
import { getStorage } from '../../../platform/storage/open-storage'
import { openDownload } from '../../../platform/storage/storage'
import { archiveFileMessages } from './messages'
import { type ArchiveBody, type ArchiveView, writeArchiveJob } from './model'

const jobKey = 'archive'

export const listArchives = (ctx: Context): Promise<ArchiveView[]> => listArchiveFiles(ctx.config)

export async function requestArchive(
  ctx: Context,
  viewer: Viewer,
  { withSecrets: wanted }: ArchiveBody,
) {
  const withSecrets = wanted ?? false
  // An API key must not be able to read the hashes of other keys.
  if (withSecrets) requireSession(viewer)
  const taskId = await ctx.write(async (tx) => {
    await recordAudit(ctx, tx, viewer, { action: 'export_everything' })
    return ctx.queue.enqueue(tx, writeArchiveJob, { withSecrets }, { key: jobKey })
  })
  return { taskId: taskId ?? null }
}

/** The archive contains the reading history of all users, so an API key is not enough. */
export async function downloadArchive(
  ctx: Context,
  viewer: Viewer,
  name: string,
): Promise<Content> {
  requireSession(viewer)
  await requireArchive(ctx, name)
  await ctx.write((tx) =>
    recordAudit(ctx, tx, viewer, {
      action: 'download_archive',
      target: { kind: 'backup', id: name, name },
    }),
  )
  return {
    type: 'application/zip',
    etag: `"${name}"`,
    caching: 'neverShared',
    fileName: name,
    ...openDownload(getStorage(ctx.config), getArchiveKey(name), createMissing),
  }
}

export async function deleteArchive(ctx: Context, name: string) {
  await requireArchive(ctx, name)
  await deleteArchiveFile(ctx.config, name)
}

async function requireArchive(ctx: Context, name: string) {
  const files = await listArchiveFiles(ctx.config)
  if (!files.some((file) => file.name === name)) throw createMissing()
}

const createMissing = () => notFound(archiveFileMessages.not_found())
