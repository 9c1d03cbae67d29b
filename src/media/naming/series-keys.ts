/** Normalizes series names, and builds keys that identify a series by folder or name. Pure. */

const maxKey = 800

/** Normalizes a series name for comparison that ignores case, accents and punctuation. */
export function foldSeriesName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  const words = plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  return (words || plain.trim()).normalize('NFC')
}

/** Key for all files in a folder. */
export const buildFolderKey = (rootId: string, folder: string) =>
  limitKeyLength(folder === '' ? rootId : `${rootId}/${folder}`)

/**
 * Key for files with this name in a folder. Paths do not contain double slashes, so the key is
 * unambiguous.
 */
export const buildNameKey = (rootId: string, folder: string, name: string) =>
  limitKeyLength(`${rootId}${folder && `/${folder}`}//${foldSeriesName(name)}`)

/** Key for files with this name anywhere in the library. */
export const buildLibraryKey = (name: string, year?: number | null) =>
  limitKeyLength(`//${foldSeriesName(name)}${year ? ` (${year})` : ''}`)

/** PostgreSQL limits index rows to 2,700 bytes. */
const limitKeyLength = (key: string) =>
  key.length <= maxKey
    ? key
    : `${key.slice(0, maxKey - 20).toWellFormed()}#${Bun.hash(key).toString(36)}`
