/**
 * Paths of folders on the server, which may run Windows. On every system, `/` is the top folder. On
 * Windows, it contains the drives.
 */
const drive = /^[A-Za-z]:$/

export const isTop = (path: string): boolean => path === '/'

export const isAbsolutePath = (path: string): boolean =>
  path.startsWith('/') || /^([A-Za-z]:|\\\\)/.test(path)

/**
 * Removes separators at the end. In a Windows path, also replaces `/` with `\`, and `d:` with the
 * root of the drive, `D:\`.
 */
export function normalizePath(path: string): string {
  if (path.startsWith('/')) return path.replace(/(.)\/+$/, '$1')
  const plain = path.replaceAll('/', '\\').replace(/\\+$/, '')
  return drive.test(plain) ? `${plain.toUpperCase()}\\` : plain
}

/** Lists the folder and its parents from the top: `/`, `/data`, `/data/comics`. */
export function listFolderAndParents(path: string): string[] {
  if (isTop(path)) return [path]
  return [...listFolderAndParents(findParent(path)), path]
}

/** Returns the parent folder. The top folder is its own parent. */
export function findParent(path: string): string {
  if (path.startsWith('/')) return path.replace(/\/[^/]*$/, '') || '/'
  const parent = path.replace(/\\[^\\]*$/, '')
  if (drive.test(parent)) return path === `${parent}\\` ? '/' : `${parent}\\`
  return /^\\\\[^\\]*$/.test(parent) || parent === path ? '/' : parent
}

export const getFolderName = (path: string): string =>
  path.split(/[\\/]/).findLast((part) => part !== '') ?? ''

export const isSameOrInside = (path: string, folder: string): boolean =>
  path === folder || listFolderAndParents(path).includes(folder)
