/** Determines which text belongs to which page of a book, by the names of the images. Pure. */

/**
 * Returns the index of each page's text, or undefined for a page without text. Paths are compared
 * without extensions and without the folders that all of them share, and then by name if the name
 * is unique. If nothing matches, but there are as many texts as pages, they are matched in order.
 */
export function matchPages(
  pages: readonly string[],
  texts: readonly string[],
): (number | undefined)[] {
  const [pageKeys, textKeys] = [buildKeys(pages), buildKeys(texts)]
  const byPath = indexUnique(textKeys)
  const byName = indexUnique(textKeys.map(getName))
  const pagesByName = indexUnique(pageKeys.map(getName))
  const found = pageKeys.map((key) => {
    const name = getName(key)
    return byPath.get(key) ?? (pagesByName.has(name) ? byName.get(name) : undefined)
  })
  const isUnmatched = found.every((index) => index === undefined)
  return isUnmatched && pages.length === texts.length ? pages.map((_, index) => index) : found
}

/** Paths may contain Windows separators, and decomposed letters from macOS. */
function buildKeys(paths: readonly string[]): string[] {
  const keys = paths.map((path) =>
    path
      .normalize('NFC')
      .toLowerCase()
      .replaceAll('\\', '/')
      .replace(/\.[a-z0-9]{1,5}$/, ''),
  )
  const shared = findSharedFolder(keys)
  return keys.map((key) => key.slice(shared.length))
}

/** Returns the folder with the slash at its end, or ''. */
function findSharedFolder([first = '', ...others]: readonly string[]): string {
  let shared = getFolder(first)
  for (const key of others) {
    while (!key.startsWith(shared)) shared = getFolder(shared.slice(0, -1))
  }
  return shared
}

const getFolder = (key: string) => key.slice(0, key.lastIndexOf('/') + 1)
const getName = (key: string) => key.slice(key.lastIndexOf('/') + 1)

/** Returns the indexes of keys that occur only once. */
function indexUnique(keys: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [index, key] of keys.entries()) {
    if (found.has(key)) repeated.add(key)
    else found.set(key, index)
  }
  for (const key of repeated) found.delete(key)
  found.delete('')
  return found
}
