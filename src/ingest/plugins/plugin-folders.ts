/** Where the files of plugins are, below the data folder. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../context'

type FolderContext = Pick<Context, 'config'>

export const getPluginsFolder = ({ config }: FolderContext) => join(config.data_dir, 'plugins')

export const getPluginFolder = (ctx: FolderContext, name: string) =>
  join(getPluginsFolder(ctx), name)

/** Each archive has a folder of its own: a running program is never changed. */
export const getCodeFolder = (
  ctx: FolderContext,
  { name, integrity }: { name: string; integrity: string },
) => join(getPluginFolder(ctx, name), 'versions', Bun.hash(integrity).toString(36))

/** The only folder that the plugin may write to. It stays over updates. */
export async function openDataFolder(ctx: FolderContext, name: string): Promise<string> {
  const folder = join(getPluginFolder(ctx, name), 'data')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** For files that the sandbox needs. */
export async function openRuntimeFolder(ctx: FolderContext): Promise<string> {
  const folder = join(getPluginsFolder(ctx), '.runtime')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}
