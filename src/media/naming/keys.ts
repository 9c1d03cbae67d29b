/** What makes books one series, as text. Pure. */

const maxKey = 800

/** Case, accents and punctuation do not make another series. */
function foldedName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  const words = plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  return (words || plain.trim()).normalize('NFC')
}

/** The whole folder is the series. */
export const folderKey = (rootId: string, folder: string) =>
  bounded(folder === '' ? rootId : `${rootId}/${folder}`)

/** Books of this name within the folder. No path has two slashes in a row. */
export const nameKey = (rootId: string, folder: string, name: string) =>
  bounded(`${rootId}${folder && `/${folder}`}//${foldedName(name)}`)

/** Books of this name anywhere in the library. */
export const libraryKey = (name: string, year?: number | null) =>
  bounded(`//${foldedName(name)}${year ? ` (${year})` : ''}`)

/** An index row of PostgreSQL holds no more than 2,700 bytes. */
const bounded = (key: string) =>
  key.length <= maxKey
    ? key
    : `${key.slice(0, maxKey - 20).toWellFormed()}#${Bun.hash(key).toString(36)}`
