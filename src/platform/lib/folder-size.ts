import type { Dirent } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface FolderSize {
  files: number
  bytes: number
}

/** Counting stops soon after it is beyond one of them. */
type FolderLimits = Partial<FolderSize>

/** Counts one file at a time. Files and folders that disappear or cannot be read are left out. */
export async function measureFolderTree(
  folder: string,
  { files = Infinity, bytes = Infinity }: FolderLimits = {},
): Promise<FolderSize> {
  const total: FolderSize = { files: 0, bytes: 0 }
  const waiting = [folder]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for await (const entry of await opendir(next).catch(listNothing)) {
      const path = join(next, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      else if (entry.isFile()) {
        total.files += 1
        total.bytes += await getFileSize(path)
      }
      // Folders take space, too.
      if (total.files + waiting.length > files || total.bytes > bytes) return total
    }
  }
  return total
}

const listNothing = (): Dirent[] => []
const getFileSize = async (path: string) => (await stat(path).catch(() => ({ size: 0 }))).size
