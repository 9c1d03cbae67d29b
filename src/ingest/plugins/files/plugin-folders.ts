/**
 * Folders of plugins in the data folder, the names of installed packages, and the lock for changing
 * installed plugins.
 */
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../../context'
import { isUuid } from '../../../platform/http/shapes'
import { isAbsent } from '../../../platform/lib/optional-files'
import { removeFolder } from '../../../platform/lib/remove-folder'
import { Semaphore } from '../../../platform/lib/semaphore'
import { readObject } from '../../providers/text/read-json'

type FolderContext = Pick<Context, 'config'>

export const getPluginsFolder = ({ config }: FolderContext) => join(config.data_dir, 'plugins')

export const getPluginFolder = (ctx: FolderContext, name: string) =>
  join(getPluginsFolder(ctx), name)

/** Returns one folder per archive, so that the files of a running program never change. */
export const getCodeFolder = (
  ctx: FolderContext,
  { name, integrity }: { name: string; integrity: string },
) => join(getPluginFolder(ctx, name), 'versions', Bun.hash(integrity).toString(36))

/**
 * Creates the only folder that the plugin's shared program may write to. It is kept across updates.
 */
export async function openDataFolder(ctx: FolderContext, name: string): Promise<string> {
  const folder = join(getPluginFolder(ctx, name), 'data')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

const getOwnerFolder = (ctx: FolderContext, name: string, owner: string) =>
  join(getPluginFolder(ctx, name), 'users', owner)

/**
 * Creates the only folder that one user's program may write to. `owner` is the ID of the user's
 * connection to the plugin.
 */
export async function openOwnerFolder(
  ctx: FolderContext,
  name: string,
  owner: string,
): Promise<string> {
  const folder = getOwnerFolder(ctx, name, owner)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Lists the connection IDs of users' programs that have a folder. */
export async function listOwnerFolders(ctx: FolderContext, name: string): Promise<string[]> {
  try {
    return (await readdir(getOwnerFolder(ctx, name, ''))).filter(isUuid)
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

export const removeOwnerFolder = (ctx: FolderContext, name: string, owner: string) =>
  removeFolder(getOwnerFolder(ctx, name, owner))

/** Creates the folder for files that the sandbox itself needs. */
export async function openRuntimeFolder(ctx: FolderContext): Promise<string> {
  const folder = join(getPluginsFolder(ctx), '.runtime')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/**
 * Reads the name of an installed package. Returns undefined if its files are not present or contain
 * no name.
 */
export async function readPackageName(
  ctx: FolderContext,
  version: { name: string; integrity: string },
): Promise<string | undefined> {
  const path = join(getCodeFolder(ctx, version), 'package.json')
  try {
    const { name } = readObject(JSON.parse(await readFile(path, 'utf8')))
    return typeof name === 'string' ? name : undefined
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

const maxWaiting = 20
const changes = new Semaphore(1, maxWaiting)
const { signal: noSignal } = new AbortController()

/** Runs installations and removals one at a time: each of them deletes unknown files. */
export const changeInstalled = <Result>(work: () => Promise<Result>): Promise<Result> =>
  changes.run(noSignal, work)
