/** Names out of paths that are written with `/`. */

/** The folder a file lies in; empty for a file in the root itself. */
export function folderOf(path: string) {
  const end = path.lastIndexOf('/')
  return end < 0 ? '' : path.slice(0, end)
}

export const lastNameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** The file's name without its extension; a name that is nothing but an extension stays. */
export function stemOf(path: string) {
  const name = lastNameOf(path)
  return name.replace(/\.[^.]{1,5}$/, '') || name
}
