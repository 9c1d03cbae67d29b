/** Lists folders on the server, excluding folders of Quire and the system. */
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import type { Context } from '../../../context'
import type { Viewer } from '../../../accounts/permissions/model'
import { invalid } from '../../../errors'
import { isAbsent } from '../../../platform/lib/optional-files'
import { accessDisk } from './disk-worker-client'
import { browseDrives, findParentPath, isListOfDrives } from './drives'
import { findHiddenFolders, isInHiddenLibrary, resolveExistingPath } from './hidden-folders'
import { describeDiskError } from './paths'
import { isInFolder, isSystemFolder } from './path-rules'
import type { BrowseView } from '../model'
import { libraryMessages } from '../messages'
import type { Message } from '../../../platform/messages/message'

/**
 * Maximum total time for checking which folders are readable. Each folder also has its own limit.
 */
const maxTotalMs = 5_000
const maxEntryMs = 1_000

interface BrowseRequest {
  path?: string | undefined
  /** Includes only folders whose name contains this text. */
  search?: string | undefined
}

export async function browseFolders(
  ctx: Context,
  viewer: Viewer,
  { path: given = '/', search }: BrowseRequest,
): Promise<BrowseView> {
  if (!isAbsolute(given)) throw invalidPath(libraryMessages.folder_not_absolute())
  const currentPath = resolve(given)
  const hidden = await findHiddenFolders(ctx, viewer)
  const isHidden = (real: string) =>
    isSystemFolder(real) || isInFolder(real, hidden.dataDir) || isInHiddenLibrary(hidden, real)
  if (isListOfDrives(given, process.platform)) {
    return browseDrives(async (path) => !isHidden(path) && canReadFolder(path, maxEntryMs))
  }
  const existing = await resolveExistingPath(currentPath)
  if ([currentPath, existing].some(isHidden)) throw invalidPath(libraryMessages.folder_hidden())
  try {
    const realPath = await accessDisk('real', currentPath)
    const found = await accessDisk('names', currentPath, { containing: search })
    const looks = await inspectFolders(
      found.names.map((name) => join(currentPath, name)),
      new Set(found.links.map((name) => join(currentPath, name))),
    )
    const shown = looks.filter(
      ({ path, real }) => real !== null && !isHidden(real ?? join(realPath, basename(path))),
    )
    const parentPath = findParentPath(currentPath, dirname(currentPath), process.platform)
    return { currentPath, parentPath, entries: shown.map(buildEntry), truncated: found.truncated }
  } catch (error) {
    throw invalidPath(describeDiskError(error))
  }
}

interface InspectedFolder {
  path: string
  isReadable: boolean
  /**
   * Target of a link, null if the target is not a folder, or undefined if the entry is not a link.
   */
  real?: string | null
}

const buildEntry = ({ path, isReadable }: InspectedFolder): BrowseView['entries'][number] => ({
  name: basename(path),
  path,
  isDirectory: true,
  isReadable,
})

/** Limits the total wait, so that a sleeping disk delays other folders only briefly. */
async function inspectFolders(
  paths: readonly string[],
  links: ReadonlySet<string>,
): Promise<InspectedFolder[]> {
  const until = performance.now() + maxTotalMs
  const looks: InspectedFolder[] = []
  for (const path of paths) {
    const waitMs = Math.min(maxEntryMs, until - performance.now())
    if (links.has(path)) looks.push(await inspectLink(path, waitMs))
    else looks.push({ path, isReadable: waitMs > 0 && (await canReadFolder(path, waitMs)) })
  }
  return looks
}

/** Treats an entry on a sleeping disk as a folder, because it may be one. */
async function inspectLink(path: string, waitMs: number): Promise<InspectedFolder> {
  if (waitMs <= 0) return { path, isReadable: false }
  try {
    const real = await accessDisk('folder', path, { waitMs })
    return { path, real, isReadable: true }
  } catch (error) {
    describeDiskError(error)
    return { path, isReadable: false, ...(isAbsent(error) && { real: null }) }
  }
}

const canReadFolder = (path: string, waitMs: number) =>
  accessDisk('readable', path, { waitMs }).catch((error: unknown) => {
    describeDiskError(error)
    return false
  })

const invalidPath = (message: Message) =>
  invalid(libraryMessages.folder_unavailable(), [{ path: 'path', message }])
