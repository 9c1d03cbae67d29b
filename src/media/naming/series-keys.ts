/** Keys that identify a series by folder or name. Pure. */

const maxKey = 800

/** Case, accents and punctuation are ignored. */
export function foldSeriesName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  const words = plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  return (words || plain.trim()).normalize('NFC')
}

/** All files of a folder. */
export const buildFolderKey = (rootId: string, folder: string) =>
  limitKeyLength(folder === '' ? rootId : `${rootId}/${folder}`)

/**
 * Files with this name within a folder. Paths contain no double slash, so the key is unambiguous.
 */
export const buildNameKey = (rootId: string, folder: string, name: string) =>
  limitKeyLength(`${rootId}${folder && `/${folder}`}//${foldSeriesName(name)}`)

/** Files with this name anywhere in the library. */
export const buildLibraryKey = (name: string, year?: number | null) =>
  limitKeyLength(`//${foldSeriesName(name)}${year ? ` (${year})` : ''}`)

/** An index row of PostgreSQL is limited to 2,700 bytes. */
const limitKeyLength = (key: string) =>
  key.length <= maxKey
    ? key
    : `${key.slice(0, maxKey - 20).toWellFormed()}#${Bun.hash(key).toString(36)}`
