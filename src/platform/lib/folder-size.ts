import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbsent } from './optional-files'

export interface FolderSize {
  files: number
  bytes: number
}

interface FolderTree extends FolderSize {
  /**
   * Number of files and folders whose size is unknown, because reading is not permitted or the path
   * is too long.
   */
  unreadable: number
}

/** Measuring stops soon after one of these limits is exceeded. */
type FolderLimits = Partial<FolderSize>

/**
 * Measures a folder and everything below it, one file at a time. Files and folders may disappear in
 * the meantime.
 */
export async function measureFolderTree(
  folder: string,
  { files = Infinity, bytes = Infinity }: FolderLimits = {},
): Promise<FolderTree> {
  const total: FolderTree = { files: 0, bytes: 0, unreadable: 0 }
  const waiting = [folder]
  const add = async (next: string) => {
    for await (const entry of await opendir(next)) {
      const path = join(next, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      else if (entry.isFile()) await addFile(total, path)
      // Folders that have not been read yet count as files.
      if (total.files + waiting.length > files || total.bytes > bytes) return true
    }
    return false
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (await add(next).catch((error) => countUnreadable(total, error))) break
  }
  return total
}

async function addFile(total: FolderTree, path: string) {
  total.files += 1
  try {
    total.bytes += (await stat(path)).size
  } catch (error) {
    countUnreadable(total, error)
  }
}

function countUnreadable(total: FolderTree, error: unknown): false {
  if (!isAbsent(error)) total.unreadable += 1
  return false
}
