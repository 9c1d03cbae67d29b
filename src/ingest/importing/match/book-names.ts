/** Names for comparing books of this server with those of another program. Pure. */

/** Returns the file name in lower case, because a program may have changed the case. */
export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase()

/** Returns the name without its extension. Folders of pages have no extension. */
export const stemOf = (name: string) => name.replace(/\.[a-z0-9]{1,5}$/, '')

/** Returns the file name and its folder, or undefined for a file without a folder. */
export function buildPathTail(path: string): string | undefined {
  const nameStart = path.lastIndexOf('/')
  const folderStart = nameStart <= 0 ? -1 : path.lastIndexOf('/', nameStart - 1)
  const tail = path
    .slice(folderStart + 1)
    .normalize('NFC')
    .toLowerCase()
  return tail.includes('/') && !tail.startsWith('/') && !tail.endsWith('/') ? tail : undefined
}
