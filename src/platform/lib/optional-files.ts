/** File system calls on paths that may not exist. */
import { readdir } from 'node:fs/promises'

/** True for ENOENT. */
export const isAbsent = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ENOENT'

/** Lists the names in a folder. Returns an empty list if the folder does not exist. */
export async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}
