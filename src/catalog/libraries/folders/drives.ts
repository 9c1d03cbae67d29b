/** The drives of Windows. They have no common parent folder. */
import type { BrowseView } from '../model'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Returns true if `path` represents the list of drives rather than a folder. */
export const isListOfDrives = (path: string, platform: NodeJS.Platform): boolean =>
  platform === 'win32' && path === '/'

/**
 * Lists the roots of the drives that can be read. `canRead` is also called for letters without a
 * drive.
 */
export async function browseDrives(
  canRead: (path: string) => Promise<boolean>,
): Promise<BrowseView> {
  const paths = Array.from(letters, (letter) => `${letter}:\\`)
  const readable = await Promise.all(paths.map(canRead))
  const entries = paths
    .filter((_, position) => readable[position])
    .map((path) => ({ name: path.slice(0, 2), path, isDirectory: true, isReadable: true }))
  return { currentPath: '/', parentPath: null, entries, truncated: false }
}

/** Returns the parent to offer, or null at the top. The drives of Windows are below `/`. */
export function findParentPath(
  path: string,
  parent: string,
  platform: NodeJS.Platform,
): string | null {
  if (parent !== path) return parent
  return platform === 'win32' ? '/' : null
}
