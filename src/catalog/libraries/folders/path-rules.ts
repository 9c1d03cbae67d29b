/** Compares folder paths. Pure; expects paths without links. */
import { sep } from 'node:path'

const systemFolders = ['/proc', '/sys', '/dev']

export const isSystemFolder = (real: string) =>
  systemFolders.some((system) => isInFolder(real, system))

/** Returns true if the folders are the same, or one of them is inside the other. */
export const overlaps = (a: string, b: string) => isInFolder(a, b) || isInFolder(b, a)
export const isInFolder = (path: string, folder: string) =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
