/**
 * Folders whose contents must not be revealed to a viewer: those of Quire and the system, and those
 * of libraries that the viewer cannot see.
 */
import { dirname } from 'node:path'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { listHiddenRoots } from '../queries'
import { accessDisk } from './disk-worker-client'
import { resolveRealPathInWorker, describeDiskError } from './paths'
import { isInFolder, overlaps } from './path-rules'

export interface HiddenFolders {
  dataDir: string
  /** Folders of hidden libraries, as stored and with links resolved. */
  ofLibraries: readonly string[]
}

export async function findHiddenFolders(ctx: Context, viewer: Viewer): Promise<HiddenFolders> {
  const roots = await listHiddenRoots(ctx.db, viewer)
  const real = await Promise.all(roots.map(resolveRealPathInWorker))
  return {
    dataDir: await resolveRealPathInWorker(ctx.config.data_dir),
    ofLibraries: [...new Set([...roots, ...real])],
  }
}

export const isInHiddenLibrary = ({ ofLibraries }: HiddenFolders, path: string) =>
  ofLibraries.some((hidden) => isInFolder(path, hidden))

export const touchesHiddenLibrary = ({ ofLibraries }: HiddenFolders, path: string) =>
  ofLibraries.some((hidden) => overlaps(path, hidden))

/**
 * Returns the real path of the folder, or of its closest existing parent, because links can point
 * into a hidden library.
 */
export async function resolveExistingPath(path: string): Promise<string> {
  for (let existing = path; ; existing = dirname(existing)) {
    try {
      return await accessDisk('real', existing)
    } catch (error) {
      describeDiskError(error)
      if (existing === dirname(existing)) return existing
    }
  }
}
