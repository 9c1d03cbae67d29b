/** What makes books one series, as text. Pure. */

const maxKey = 800

/** Case, accents and punctuation do not make another series. */
function foldName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  const words = plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  return (words || plain.trim()).normalize('NFC')
}

/** The whole folder is the series. */
export const buildFolderKey = (rootId: string, folder: string) =>
  limitKeyLength(folder === '' ? rootId : `${rootId}/${folder}`)

/** Books of this name within the folder. No path has two slashes in a row. */
export const buildNameKey = (rootId: string, folder: string, name: string) =>
  limitKeyLength(`${rootId}${folder && `/${folder}`}//${foldName(name)}`)

/** Books of this name anywhere in the library. */
export const buildLibraryKey = (name: string, year?: number | null) =>
  limitKeyLength(`//${foldName(name)}${year ? ` (${year})` : ''}`)

/** An index row of PostgreSQL holds no more than 2,700 bytes. */
const limitKeyLength = (key: string) =>
  key.length <= maxKey
    ? key
    : `${key.slice(0, maxKey - 20).toWellFormed()}#${Bun.hash(key).toString(36)}`
