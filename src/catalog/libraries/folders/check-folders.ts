/** Validates folders that can become roots or be browsed. */
import { resolve, sep } from 'node:path'
import type { Context } from '../../../context'
import { type Detail, invalid, Refusal } from '../../../errors'
import { askDisk, DiskTimeout } from './disk'
import { libraryMessages } from '../messages'
import { listOtherRoots } from '../queries'
import type { Message } from '../../../platform/messages/message'

const systemFolders = ['/proc', '/sys', '/dev']

export interface CheckedFolder {
  /** Path as entered, normalized. */
  path: string
  /** Path with links resolved. */
  real: string
}

/** Rejects folders that cannot be a root, each with its reason. */
export async function checkFolders(
  paths: readonly string[],
  dataDir: string,
): Promise<CheckedFolder[]> {
  const details: Detail[] = []
  const checked: CheckedFolder[] = []
  for (const [i, given] of paths.entries()) {
    const problem = await findProblem(given, dataDir)
    const found = problem === undefined ? await resolveFolder(given) : undefined
    const twin = found && checked.find(({ real }) => overlaps(real, found.real))
    if (problem !== undefined) details.push({ path: `paths.${i}`, message: problem })
    else if (twin) {
      details.push({ path: `paths.${i}`, message: libraryMessages.folder_overlaps_sibling() })
    } else if (found) checked.push(found)
  }
  const [first] = details
  if (!first) return checked
  const folder = paths[Number(first.path.slice('paths.'.length))] ?? ''
  throw invalid(libraryMessages.folder_unusable({ folder, reason: first.message }), details)
}

/** Rejects folders that overlap a folder of another library. */
export async function validateNoOverlap(
  folders: readonly CheckedFolder[],
  others: readonly { path: string; library: string }[],
) {
  for (const other of others) {
    const taken = await askRealPath(other.path)
    const clash = folders.find(
      ({ real, path }) => overlaps(real, taken) || overlaps(path, other.path),
    )
    if (clash) {
      const message = libraryMessages.folder_overlaps_library({
        folder: clash.path,
        library: other.library,
      })
      throw new Refusal('conflict', message)
    }
  }
}

/** Returns why a folder cannot be used, as text after its name; undefined if it can. */
async function findProblem(given: string, dataDir: string): Promise<Message | undefined> {
  if (!given.startsWith(sep)) return libraryMessages.folder_not_absolute()
  const path = resolve(given)
  try {
    const real = await askDisk('folder', path)
    if (real === null) return libraryMessages.folder_not_a_folder()
    if (isSystemFolder(real) || real === sep) return libraryMessages.folder_of_system()
    const data = await askRealPath(dataDir)
    if (overlaps(real, data)) return libraryMessages.folder_overlaps_data()
  } catch (error) {
    return describeDiskError(error)
  }
  return undefined
}

async function resolveFolder(given: string): Promise<CheckedFolder> {
  const path = resolve(given)
  return { path, real: await askRealPath(path) }
}

/** Text after the name of a folder; rethrows errors that are not from the file system. */
export function describeDiskError(error: unknown): Message {
  const { code } = error as { code?: unknown }
  if (code === 'ENOENT' || code === 'ENOTDIR') return libraryMessages.folder_missing()
  if (code === 'EACCES' || code === 'EPERM') return libraryMessages.folder_denied()
  if (error instanceof DiskTimeout) return libraryMessages.folder_asleep()
  if (typeof code === 'string') return libraryMessages.folder_unreadable({ code })
  throw error
}

export const isSystemFolder = (real: string) =>
  systemFolders.some((system) => isInFolder(real, system))

/** One is equal to or inside the other. */
const overlaps = (a: string, b: string) => isInFolder(a, b) || isInFolder(b, a)
export const isInFolder = (path: string, folder: string) =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)

/** Returns the path itself if it does not exist. */
export async function askRealPath(path: string): Promise<string> {
  try {
    return await askDisk('real', path)
  } catch (error) {
    describeDiskError(error)
    return resolve(path)
  }
}

/**
 * Rejects a folder that cannot be added.  @param libraryId the library that is edited; its own
 * folders do not conflict
 */
export async function validateNewRoot(
  ctx: Context,
  path: string,
  libraryId?: string,
): Promise<CheckedFolder> {
  const [folder] = await checkFolders([path], ctx.config.data_dir)
  if (!folder) throw new Error('series is neither rejected nor found')
  await validateNoOverlap([folder], await listOtherRoots(ctx.db, libraryId))
  return folder
}
