import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Deletes a folder with everything in it, even folders that their creator has made unreadable. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    await makeAccessible(folder)
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeAccessible(folder: string): Promise<void> {
  const waiting = [folder]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    await chmod(next, 0o700)
    for (const entry of await readdir(next, { withFileTypes: true })) {
      if (entry.isDirectory()) waiting.push(join(next, entry.name))
    }
  }
}
