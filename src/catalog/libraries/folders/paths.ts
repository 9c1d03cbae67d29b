/** Compares and resolves paths of folders. */
import { resolve, sep } from 'node:path'
import type { Message } from '../../../platform/messages/message'
import { libraryMessages } from '../messages'
import { accessDisk, DiskTimeout } from './disk-worker-client'

const systemFolders = ['/proc', '/sys', '/dev']

/** Text after the name of a folder; rethrows errors that are not from the file system. */
export function describeDiskError(error: unknown): Message {
  const { code } = error as { code?: unknown }
  if (code === 'ENOENT' || code === 'ENOTDIR') return libraryMessages.folder_missing()
  if (code === 'EACCES' || code === 'EPERM') return libraryMessages.folder_denied()
  if (error instanceof DiskTimeout) return libraryMessages.folder_asleep()
  if (typeof code === 'string') return libraryMessages.folder_unreadable({ code })
  throw error
}

export const isSystemFolder = (real: string) =>
  systemFolders.some((system) => isInFolder(real, system))

/** One is equal to or inside the other. */
export const overlaps = (a: string, b: string) => isInFolder(a, b) || isInFolder(b, a)
export const isInFolder = (path: string, folder: string) =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)

/** Returns the path itself if it does not exist. */
export async function resolveRealPathInWorker(path: string): Promise<string> {
  try {
    return await accessDisk('real', path)
  } catch (error) {
    describeDiskError(error)
    return resolve(path)
  }
}
