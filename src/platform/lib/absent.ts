/** Files that may have gone, or were never there. */
import { readdir } from 'node:fs/promises'

/** What a call of the file system failed with: there is nothing of that name. */
export const isAbsent = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ENOENT'

/** The names in a folder; none where it is not there. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}
