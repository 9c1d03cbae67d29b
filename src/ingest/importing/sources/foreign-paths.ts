/** Paths in the databases of other programs. Pure. */

/** Decodes a `file:` URL, once. Other text is already a path. */
export function fromFileUrl(text: string | null): string | null {
  if (text === null || text === '') return null
  if (!text.startsWith('file:')) return toForeignPath(text)
  const encoded = text.slice('file:'.length).replace(/^\/\/(?=\/)/, '')
  return toForeignPath(decode(encoded))
}

function decode(text: string) {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return text
  }
}

/**
 * Returns the path with `/` between folders, and without a slash at the end or before a drive
 * letter.
 */
export function toForeignPath(path: string): string {
  const isWindows = isWindowsPath(path)
  const slashes = isWindows ? path.replaceAll('\\', '/').replace(/^\/(?=[A-Za-z]:)/, '') : path
  return slashes.replace(/(?<=.)\/+$/, '').normalize('NFC')
}

const isWindowsPath = (path: string) => /^(\/?[A-Za-z]:[\\/]|\\\\)/.test(path)
