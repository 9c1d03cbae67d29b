/**
 * Fingerprints that identify a moved file, or the same book in a different archive. Most archives
 * contain a checksum for each entry, so only their directory is read.
 */
import { crc32 } from 'node:zlib'
import { join } from 'node:path'
import { BadFile } from '../contents/contents'
import { type Detected, detectContent } from '../archives/detect'
import { BookFile } from '../contents/book-file'
import { listPageFiles } from '../comic/folder'
import { sortByPageOrder, isPageName } from '../archives/page-names'
import {
  type ArchiveDirectory,
  getDirectory,
  listRarOnce,
  listTarOnce,
} from '../archives/directory'
import type { TarList } from '../archives/tar/tar'
import type { ZipEntry } from '../archives/zip/central-directory'

export interface Fingerprint {
  /**
   * Hash of the archive directory, namely names, sizes and checksums in any order. null if there is
   * no directory or the file is damaged.
   */
  directory: string | null
  /**
   * Hash of the visible content, namely the pages in order or the sections of reflowable text. It
   * is the same for a book in a different archive, or with different names or metadata. null if it
   * would be expensive to compute or the file is damaged.
   */
  content: string | null
}

export interface Checked {
  name: string
  size: number
  /** null if the archive does not contain a checksum. */
  crc: number | null
}

export const noFingerprint: Fingerprint = { directory: null, content: null }

/**
 * Files without a directory are hashed completely up to this size, because that costs no more than
 * a sample.
 */
const maxWholeBytes = 1 << 20
const chunkBytes = 1 << 20

/** Result of a quick check, which reads all content only of small files and TAR archives. */
export interface QuickFingerprint extends Fingerprint {
  size: number
  /**
   * Whether the checksums can be read only by unpacking, which `identifyPacked` does in a decoder
   * child process.
   */
  isPacked: boolean
  /**
   * The directory of the archive, if it was read and is needed again to read the book. Otherwise
   * null.
   */
  archive: ArchiveDirectory | null
}

/** Synchronous, for Workers. A damaged file has no fingerprint. Only system errors are thrown. */
export function readQuickFingerprint(path: string): QuickFingerprint {
  using file = new BookFile(path)
  const { size } = file
  try {
    const detected = size === 0 ? undefined : detectContent(file)
    const evidence = detected ? computeFingerprint(file, detected) : noFingerprint
    const archive = detected ? getDirectory(detected) : null
    return { ...evidence, size, isPacked: detected !== undefined && isPacked(detected), archive }
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return { ...noFingerprint, size, isPacked: false, archive: null }
  }
}

/** Hashes the whole file, for files without a cheaper fingerprint. Synchronous, for Workers. */
export function readFullFingerprint(path: string): Fingerprint {
  using file = new BookFile(path)
  return { directory: null, content: computeWholeHash(file) }
}

/** Larger folders are not read just to recognize them after they are renamed. */
const maxFolderBytes = 256 << 20

/** Image folders do not contain checksums, so all pages are read once. */
export function readFolderFingerprint(path: string): Fingerprint {
  try {
    const files = listPageFiles(path)
    const pages = files.filter(({ name }) => isPageName(name))
    if (pages.reduce((sum, { size }) => sum + size, 0) > maxFolderBytes) return noFingerprint
    return fingerprintComic(
      files.map((file) => ({ ...file, crc: computeFileChecksum(path, file) })),
    )
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return noFingerprint
  }
}

/** Computes the checksum of a page. Other files get 0, so that only their names and sizes count. */
function computeFileChecksum(
  folder: string,
  { name, size }: { name: string; size: number },
): number {
  if (!isPageName(name)) return 0
  using file = new BookFile(join(folder, name))
  return computeEntryChecksum(file, 0, size)
}

const isPacked = (detected: Detected) =>
  detected.format === 'cb7' || (detected.format === 'cbt' && detected.packed)

export function computeFingerprint(file: BookFile, detected: Detected): Fingerprint {
  try {
    return computeFingerprintByFormat(file, detected)
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return noFingerprint
  }
}

function computeFingerprintByFormat(file: BookFile, detected: Detected): Fingerprint {
  switch (detected.format) {
    case 'cbz':
      return detected.zip.recovered
        ? noFingerprint
        : fingerprintComic(detected.zip.entries.map(fingerprintZip))
    case 'epub':
      return detected.zip.recovered
        ? noFingerprint
        : fingerprintEpub(detected.zip.entries.map(fingerprintZip))
    case 'cbr': {
      const { entries, cut, locked, volume } = listRarOnce(file, detected)
      return cut || locked || volume ? noFingerprint : fingerprintComic(entries)
    }
    case 'cb7':
      return noFingerprint
    case 'cbt':
      return detected.packed ? noFingerprint : fingerprintTar(file, listTarOnce(file, detected))
    default:
      return fingerprintWholeFile(file)
  }
}

/** An encrypted entry may hide its checksum. */
const fingerprintZip = ({ name, size, crc, flags, method, symlink }: ZipEntry): Checked => ({
  name: symlink ? '' : name,
  size,
  crc: flags & 1 || method === 99 ? null : crc,
})

/** A TAR does not contain checksums, so all pages are read once. */
function fingerprintTar(file: BookFile, { entries, cut }: TarList): Fingerprint {
  if (cut) return noFingerprint
  return fingerprintComic(
    entries.map(({ name, size, offset, symlink }) => {
      if (symlink || !isPageName(name)) return { name: symlink ? '' : name, size, crc: 0 }
      file.require(offset, size)
      return { name, size, crc: computeEntryChecksum(file, offset, size) }
    }),
  )
}

function computeEntryChecksum(file: BookFile, offset: number, size: number) {
  let crc = 0
  for (let done = 0; done < size; done += chunkBytes) {
    crc = crc32(file.read(offset + done, Math.min(chunkBytes, size - done)), crc)
  }
  return crc
}

export function fingerprintComic(entries: readonly Checked[]): Fingerprint {
  const pages = sortByPageOrder(entries.filter(({ name }) => isPageName(name)))
  return { directory: hashDirectory(entries), content: hashContent('pages', pages) }
}

/** Files that tools rewrite when metadata is edited are not part of the content. */
const epubEntry = /(^|\/)(META-INF\/|mimetype$)|\.(opf|ncx)$/i

function fingerprintEpub(entries: readonly Checked[]): Fingerprint {
  const parts = entries.filter(
    ({ name }) => name !== '' && !name.endsWith('/') && !epubEntry.test(name),
  )
  const sorted = parts.toSorted((a, b) => a.size - b.size || (a.crc ?? 0) - (b.crc ?? 0))
  return { directory: hashDirectory(entries), content: hashContent('parts', sorted) }
}

function fingerprintWholeFile(file: BookFile): Fingerprint {
  if (file.size > maxWholeBytes) return noFingerprint
  return { directory: null, content: computeWholeHash(file) }
}

/**
 * Returns the prefix that the content hashes of all completely hashed files of this size have in
 * common, so that they can be found together.
 */
export const getWholeFileHash = (size: number) => `file:${size}:`
export const isWholeFileHash = (content: string) => content.startsWith('file:')

/** Each block is hashed together with the hash of the previous blocks. */
function computeWholeHash(file: BookFile): string {
  let hash = 0n
  for (let at = 0; at < file.size; at += chunkBytes) {
    hash = Bun.hash.xxHash3(file.read(at, Math.min(chunkBytes, file.size - at)), hash)
  }
  return `${getWholeFileHash(file.size)}${formatHash(hash)}`
}

function hashDirectory(entries: readonly Checked[]): string | null {
  if (entries.some(({ crc }) => crc === null)) return null
  const lines = entries.map(({ name, size, crc }) => `${name}\0${size}\0${crc}`)
  return computeHash(lines.toSorted().join('\n'))
}

function hashContent(kind: string, entries: readonly Checked[]): string | null {
  if (entries.length === 0 || entries.some(({ crc }) => crc === null)) return null
  const hash = computeHash(entries.map(({ size, crc }) => `${size} ${crc}`).join('\n'))
  return `${kind}:${hash}:${entries.length}`
}

const computeHash = (data: string) => formatHash(Bun.hash.xxHash3(data))
const formatHash = (hash: bigint) => hash.toString(16).padStart(16, '0')
