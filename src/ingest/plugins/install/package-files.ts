/** Stores the files of packages on disk. */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Context } from '../../../context'
import { isAbsent } from '../../../platform/lib/optional-files'
import { getCodeFolder, getPluginsFolder } from '../files/plugin-folders'
import type { PluginRow } from '../queries'
import type { Package } from './package-archive'

type FilesContext = Pick<Context, 'config' | 'clock'>

/** Prefix of folders for packages that are being installed. */
export const incomingPrefix = '.incoming-'
const abandonedMs = 3_600_000

/** Deletes files of installations that did not finish because the server stopped. */
export async function deleteAbandoned(ctx: FilesContext) {
  const parent = getPluginsFolder(ctx)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  for (const name of await readdir(parent)) {
    if (!name.startsWith(incomingPrefix)) continue
    const folder = join(parent, name)
    const changedAt = await findChangeTime(folder)
    const isOld = changedAt !== undefined && ctx.clock.now().getTime() - changedAt > abandonedMs
    if (isOld) await rm(folder, { recursive: true, force: true })
  }
}

async function findChangeTime(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs
  } catch (error) {
    // The installation that used this folder has completed in the meantime.
    if (isAbsent(error)) return undefined
    throw error
  }
}

export async function writeFiles(folder: string, { files }: Package) {
  for (const [path, bytes] of files) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await Bun.write(target, bytes)
  }
}

/** Replacing the target is safe, because files of the same archive are identical. */
export async function moveInto(from: string, to: string) {
  await rm(to, { recursive: true, force: true })
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await rename(from, to)
}

/** Keeps the current version and the previous one. */
export async function deleteOldVersions(
  ctx: FilesContext,
  { name, integrity, previous }: PluginRow,
) {
  const kept = [integrity, ...(previous ? [previous.integrity] : [])]
  const folders = new Set(kept.map((one) => getCodeFolder(ctx, { name, integrity: one })))
  const parent = dirname(getCodeFolder(ctx, { name, integrity }))
  for (const entry of await readdir(parent)) {
    const folder = join(parent, entry)
    if (!folders.has(folder)) await rm(folder, { recursive: true, force: true })
  }
}
