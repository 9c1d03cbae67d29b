import { resolve } from 'node:path'
import type { Message } from '../../../platform/messages/message'
import { libraryMessages } from '../messages'
import { accessDisk, DiskTimeout } from './disk-worker-client'

/**
 * Returns a message to show after a folder's name. Rethrows errors that do not come from the file
 * system.
 */
export function describeDiskError(error: unknown): Message {
  const { code } = error as { code?: unknown }
  if (code === 'ENOENT' || code === 'ENOTDIR') return libraryMessages.folder_missing()
  if (code === 'EACCES' || code === 'EPERM') return libraryMessages.folder_denied()
  if (error instanceof DiskTimeout) return libraryMessages.folder_asleep()
  if (typeof code === 'string') return libraryMessages.folder_unreadable({ code })
  throw error
}

/** Returns the path itself if it cannot be resolved. */
export async function resolveRealPathInWorker(path: string): Promise<string> {
  try {
    return await accessDisk('real', path)
  } catch (error) {
    describeDiskError(error)
    return resolve(path)
  }
}
