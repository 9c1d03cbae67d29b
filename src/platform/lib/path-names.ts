/** Parts of paths that are written with `/`. */

/** Returns the parent folder, or '' for a file at the root. */
export function getFolder(path: string) {
  const end = path.lastIndexOf('/')
  return end < 0 ? '' : path.slice(0, end)
}

export const getBaseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

const bookExtension = /\.(?:cb[zrt7]|zip|rar|7z|tar|epub|pdf)$/i

/** Returns a book's name without its extension. A folder that is a book keeps its name: `Chapter 10.5`. */
export function getStem(path: string) {
  const name = getBaseName(path)
  return name.replace(bookExtension, '') || name
}

/** Removes the last extension of any kind. */
export const removeExtension = (name: string) => name.replace(/\.[^.]{1,5}$/, '') || name

/**
 * A book whose path has been taken by another book is stored under a path that no file can have:
 * its previous path, two slashes and a number.
 */
export const isDisplaced = (path: string | null | undefined) => path?.includes('//') ?? false

/** Returns the path of a book, or its previous path while it is displaced. */
export const getLastPath = (path: string) => path.split('//', 1)[0]!
