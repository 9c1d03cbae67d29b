/** Names out of paths that are written with `/`. */

/** The folder a file lies in; empty for a file in the root itself. */
export function folderOf(path: string) {
  const end = path.lastIndexOf('/')
  return end < 0 ? '' : path.slice(0, end)
}

export const lastNameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

const bookExtension = /\.(?:cb[zrt7]|zip|rar|7z|tar|epub|pdf)$/i

/** A book's name without its extension; a folder that is a book has none, and may be `Chapter 10.5`. */
export function stemOf(path: string) {
  const name = lastNameOf(path)
  return name.replace(bookExtension, '') || name
}

/** Without its last extension, whatever that is. */
export const withoutExtension = (name: string) => name.replace(/\.[^.]{1,5}$/, '') || name

/**
 * A book whose place another one has taken is kept out of its way below a path that no file has: its last
 * place, two slashes and a number.
 */
export const isAside = (path: string | null | undefined) => path?.includes('//') ?? false

/** Where a book is or, when it is out of the way, where it was last. */
export const lastPlaceOf = (path: string) => path.split('//', 1)[0]!
