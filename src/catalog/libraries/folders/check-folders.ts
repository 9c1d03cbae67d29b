/** Validates folders before they become roots of a library. */
import { isAbsolute, resolve, sep } from 'node:path'
import type { Context } from '../../../context'
import { type Detail, invalid, Refusal } from '../../../errors'
import { accessDisk } from './disk-worker-client'
import {
  findHiddenFolders,
  type HiddenFolders,
  resolveExistingPath,
  touchesHiddenLibrary,
} from './hidden-folders'
import { resolveRealPathInWorker, describeDiskError } from './paths'
import { isSystemFolder, overlaps } from './path-rules'
import { canSeeLibrary } from '../../../accounts/permissions/permission-rules'
import type { Viewer } from '../../../accounts/permissions/model'
import { libraryMessages } from '../messages'
import { listOtherRoots } from '../queries'
import type { Message } from '../../../platform/messages/message'

export interface CheckedFolder {
  /** Path as entered, normalized. */
  path: string
  /** Path with links resolved. */
  real: string
}

/** Rejects folders that cannot be a root, each with its reason. */
export async function checkFolders(
  paths: readonly string[],
  hidden: HiddenFolders,
): Promise<CheckedFolder[]> {
  const details: Detail[] = []
  const checked: CheckedFolder[] = []
  for (const [i, given] of paths.entries()) {
    const problem = await findProblem(given, hidden)
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
  throw createUnusable(folder, details)
}

const createUnusable = (folder: string, details: Detail[]) =>
  invalid(libraryMessages.folder_unusable({ folder, reason: details[0]!.message }), details)

/**
 * Rejects folders that overlap a folder of another library. The name of a hidden library is not
 * revealed: the error is the same as for a system folder.
 */
export async function validateNoOverlap(
  viewer: Viewer,
  folders: readonly CheckedFolder[],
  others: readonly { path: string; libraryId: string; library: string }[],
) {
  for (const { path: otherPath, libraryId, library } of others) {
    const taken = await resolveRealPathInWorker(otherPath)
    const clash = folders.findIndex(
      ({ real, path }) => overlaps(real, taken) || overlaps(path, otherPath),
    )
    const folder = folders[clash]?.path
    if (folder === undefined) continue
    if (canSeeLibrary(viewer, libraryId)) {
      const message = libraryMessages.folder_overlaps_library({ folder, library })
      throw new Refusal('conflict', message)
    }
    throw createUnusable(folder, [
      { path: `paths.${clash}`, message: libraryMessages.folder_hidden() },
    ])
  }
}

/**
 * Returns why the folder cannot be used, as text that follows its name, or undefined if it can be
 * used.
 */
async function findProblem(given: string, hidden: HiddenFolders): Promise<Message | undefined> {
  if (!isAbsolute(given)) return libraryMessages.folder_not_absolute()
  const path = resolve(given)
  if (hidden.ofLibraries.length === 0) return findDiskProblem(path, hidden)
  // A restricted viewer gets the same error for all inaccessible folders, whatever the reason.
  const isHidden = [path, await resolveExistingPath(path)].some((each) =>
    touchesHiddenLibrary(hidden, each),
  )
  const problem = isHidden ? libraryMessages.folder_hidden() : await findDiskProblem(path, hidden)
  return problem && offLimits.has(problem.code) ? libraryMessages.folder_hidden() : problem
}

const offLimits = new Set([
  libraryMessages.folder_of_system().code,
  libraryMessages.folder_overlaps_data().code,
  libraryMessages.folder_denied().code,
])

async function findDiskProblem(
  path: string,
  { dataDir }: HiddenFolders,
): Promise<Message | undefined> {
  try {
    const real = await accessDisk('folder', path)
    if (real === null) return libraryMessages.folder_not_a_folder()
    if (isSystemFolder(real) || real === sep) return libraryMessages.folder_of_system()
    if (overlaps(real, dataDir)) return libraryMessages.folder_overlaps_data()
  } catch (error) {
    return describeDiskError(error)
  }
  return undefined
}

async function resolveFolder(given: string): Promise<CheckedFolder> {
  const path = resolve(given)
  return { path, real: await resolveRealPathInWorker(path) }
}

/**
 * Rejects a folder that cannot be added. `libraryId` is the library being edited. Its own folders
 * do not conflict.
 */
export async function validateNewRoot(
  ctx: Context,
  viewer: Viewer,
  path: string,
  libraryId?: string,
): Promise<CheckedFolder> {
  const [folder] = await checkFolders([path], await findHiddenFolders(ctx, viewer))
  if (!folder) throw new Error('folder is neither rejected nor found')
  await validateNoOverlap(viewer, [folder], await listOtherRoots(ctx.db, libraryId))
  return folder
}
