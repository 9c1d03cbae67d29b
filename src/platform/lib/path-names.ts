/** Functions for paths with `/` as the separator. */

/** Returns the parent folder, or '' for a file at the root. */
export function getFolder(path: string) {
  const end = path.lastIndexOf('/')
  return end < 0 ? '' : path.slice(0, end)
}

export const getBaseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

const bookExtension = /\.(?:cb[zrt7]|zip|rar|7z|tar|epub|pdf)$/i

/**
 * Returns the name of a book without its extension. If a folder is the book, its name is unchanged:
 * `Chapter 10.5`.
 */
export function getStem(path: string) {
  const name = getBaseName(path)
  return name.replace(bookExtension, '') || name
}

/** Removes the last extension of any kind. */
export const removeExtension = (name: string) => name.replace(/\.[^.]{1,5}$/, '') || name

/**
 * True for the path of a displaced book, whose path has been taken over by another book. It is
 * stored under a path that no file can have: its previous path, two slashes and a number.
 */
export const isDisplaced = (path: string | null | undefined) => path?.includes('//') ?? false

/** Returns the path of a book. For a displaced book, returns its previous path. */
export const getLastPath = (path: string) => path.split('//', 1)[0]!
