/** Files that plugins keep in their data folders. */
import type { Viewer } from '../../../accounts/permissions/model'
import { refuseApiKey } from '../../../accounts/permissions/permission-rules'
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import { measureFolderTree } from '../../../platform/lib/folder-size'
import { removeFolder } from '../../../platform/lib/remove-folder'
import { getProviderId } from '../../providers/providers'
import { pluginMessages } from '../messages'
import { openDataFolder } from './plugin-folders'
import { endProgram } from '../programs/plugin-programs'
import { findPluginRow, listPluginRows } from '../queries'

/** Maximum number of files to count, because an unconfined program may have exceeded its limit. */
const maxFiles = 100_000

export async function listPluginStorages(ctx: Context) {
  const rows = await listPluginRows(ctx.db)
  const plugins = await Promise.all(rows.map(({ name }) => measure(ctx, name)))
  return {
    plugins,
    totalFileCount: plugins.reduce((sum, { fileCount }) => sum + fileCount, 0),
    totalBytes: plugins.reduce((sum, { totalBytes }) => sum + totalBytes, 0),
  }
}

async function requireName(ctx: Context, name: string) {
  const row = await findPluginRow(ctx.db, getProviderId(name))
  if (!row) throw notFound(pluginMessages.not_found())
  return row
}

export const getPluginStorage = async (ctx: Context, name: string) =>
  measure(ctx, (await requireName(ctx, name)).name)

async function measure(ctx: Context, name: string) {
  const { files, bytes } = await measureFolderTree(await openDataFolder(ctx, name), {
    files: maxFiles,
  })
  return { pluginName: name, fileCount: files, totalBytes: bytes }
}

/**
 * Stops all of the plugin's programs and deletes the data folder of the shared program, which then
 * starts with an empty folder. Keeps the folders of users' programs.
 */
export async function deletePluginFiles(ctx: Context, viewer: Viewer, name: string) {
  refuseApiKey(viewer, pluginMessages.key_cannot_manage())
  const { id } = await requireName(ctx, name)
  const { fileCount, totalBytes } = await measure(ctx, name)
  await endProgram(ctx, id)
  await removeFolder(await openDataFolder(ctx, name))
  return { filesDeleted: fileCount, bytesFreed: totalBytes, failures: 0 }
}
