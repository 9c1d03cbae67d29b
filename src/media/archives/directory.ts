/** The directory of an archive, separate from the open file, so that it is read only once. */
import type { BookFile } from '../contents/book-file'
import type { BookContents } from '../contents/contents'
import type { Archived, Detected } from './detect'
import { listRar } from './rar/list-rar'
import type { RarList } from './rar/rar-entry'
import type { SevenZipList } from './sevenzip/sevenzip'
import type { TarList } from './tar/tar'
import { listTar } from './tar/tar-archive'
import type { ZipEntry } from './zip/central-directory'

/** Plain data, which can be sent to a Worker. */
export type ArchiveDirectory =
  | { format: 'cbz' | 'epub'; entries: ZipEntry[]; recovered: boolean }
  | { format: 'cbr'; list: RarList }
  | { format: 'cb7'; list: SevenZipList }
  | { format: 'cbt'; list: TarList }

/** Reads the headers of a RAR on the first call and caches them in `detected`. */
export const listRarOnce = (file: BookFile, detected: Extract<Archived, { format: 'cbr' }>) =>
  (detected.list ??= listRar(file))

/** Reads the headers of a TAR on the first call and caches them in `detected`. */
export const listTarOnce = (file: BookFile, detected: Extract<Archived, { format: 'cbt' }>) =>
  (detected.list ??= listTar(file))

/** Returns the part of the directory that was read, or null if nothing was read. */
export function getDirectory(detected: Detected): ArchiveDirectory | null {
  if (detected.format === 'cbz' || detected.format === 'epub') {
    const { entries, recovered } = detected.zip
    return { format: detected.format, entries, recovered }
  }
  if (!('list' in detected) || !detected.list) return null
  const { format, list } = detected
  return { format, list } as ArchiveDirectory
}

/** Uses a directory that was read from the same version of the file. */
export function openDirectory(file: BookFile, directory: ArchiveDirectory): Archived {
  if ('entries' in directory) {
    const { format, ...zip } = directory
    return { format, zip: { file, ...zip } }
  }
  return directory.format === 'cbt' ? { ...directory, packed: false } : directory
}

/** The data read from a file before its contents are needed. */
export interface ReadParts {
  /** null for a folder, and if a decoder has yet to read the directory. */
  archive: ArchiveDirectory | null
  /** The contents of the file, if it was unpacked to identify it. */
  contents?: BookContents | null
}

/** Maximum size of the data about one file that Workers and decoders send. */
export const maxPartsBytes = 512 << 10
/** Estimated size of an entry without its name, which needs two bytes per character. */
const entryBytes = 250

/**
 * Returns whether Workers and decoders may send the data. Many files are identified at once, and
 * receiving more data would block the server.
 */
export const mayHandOn = (parts: ReadParts) => estimateBytes(parts) <= maxPartsBytes

export function estimateBytes({ archive, contents }: ReadParts): number {
  if (contents) return entryBytes + 2 * JSON.stringify(contents).length
  if (!archive) return entryBytes
  const entries = 'entries' in archive ? archive.entries : archive.list.entries
  return entries.reduce((sum, { name }) => sum + entryBytes + 2 * name.length, entryBytes)
}
