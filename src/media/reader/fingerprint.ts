/**
 * What makes a book file the same file in another place, or the same book in another archive. Archives
 * carry a checksum of every entry, so this costs no more than reading their directory.
 */
import { crc32 } from 'node:zlib'
import { join } from 'node:path'
import { BadFile } from '../contents/contents'
import { type Detected, detectContent } from '../archives/detect'
import { BookFile } from '../contents/file'
import { listPageFiles } from '../comic/folder'
import { sortByPageOrder, isPageName } from '../archives/page-names'
import { listRar } from '../archives/rar/list'
import { listTar } from '../archives/tar/tar-archive'
import type { ZipEntry } from '../archives/zip/directory'

export interface Fingerprint {
  /** Of the archive's directory: names, sizes and checksums, in any order. null: it has none. */
  directory: string | null
  /**
   * Of what a reader gets to see: the pages in their order, or the parts of a flowing text. The same in
   * another archive, under other names, with another description. null: it cannot be said cheaply.
   */
  content: string | null
}

export interface Checked {
  name: string
  size: number
  /** null: the archive does not say. */
  crc: number | null
}

export const noFingerprint: Fingerprint = { directory: null, content: null }

/** A file without a directory is read whole up to here: no more work than a sample of it. */
const maxWholeBytes = 1 << 20
const chunkBytes = 1 << 20

/** Facts from a quick check of a file, without reading all of it. */
export interface Glance extends Fingerprint {
  size: number
  /** Its checksums are packed, too: `readPackedEvidence` in a decoder child tells more. */
  isPacked: boolean
}

/** Synchronous, for Workers. Bad files say nothing; only faults of the machine are thrown. */
export function readGlance(path: string): Glance {
  using file = new BookFile(path)
  const { size } = file
  try {
    const detected = size === 0 ? undefined : detectContent(file)
    const evidence = detected ? computeFingerprint(file, detected) : noFingerprint
    return { ...evidence, size, isPacked: detected !== undefined && isPacked(detected) }
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return { ...noFingerprint, size, isPacked: false }
  }
}

/** Every byte of the file, for those that tell of themselves no other way. Synchronous, for Workers. */
export function readWhole(path: string): Fingerprint {
  using file = new BookFile(path)
  return { directory: null, content: computeWholeHash(file) }
}

/** More than this is not read only to know a folder again when it gets another name. */
const maxFolderBytes = 256 << 20

/** Of a folder of pictures: they have no checksums, so they are read whole, once. */
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

/** What is no page has none: it is known by its name and size. */
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
      const { entries, cut, locked, volume } = listRar(file)
      return cut || locked || volume ? noFingerprint : fingerprintComic(entries)
    }
    case 'cb7':
      return noFingerprint
    case 'cbt':
      return detected.packed ? noFingerprint : fingerprintTar(file)
    default:
      return fingerprintWholeFile(file)
  }
}

/** A locked entry may hide its checksum. */
const fingerprintZip = ({ name, size, crc, flags, method, symlink }: ZipEntry): Checked => ({
  name: symlink ? '' : name,
  size,
  crc: flags & 1 || method === 99 ? null : crc,
})

/** A TAR has no checksums: its pages are read whole, once. */
function fingerprintTar(file: BookFile): Fingerprint {
  const { entries, cut } = listTar(file)
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

/** What programs write anew when a person edits the description of a book is not its content. */
const isAboutEpub = /(^|\/)(META-INF\/|mimetype$)|\.(opf|ncx)$/i

function fingerprintEpub(entries: readonly Checked[]): Fingerprint {
  const parts = entries.filter(
    ({ name }) => name !== '' && !name.endsWith('/') && !isAboutEpub.test(name),
  )
  const sorted = parts.toSorted((a, b) => a.size - b.size || (a.crc ?? 0) - (b.crc ?? 0))
  return { directory: hashDirectory(entries), content: hashContent('parts', sorted) }
}

function fingerprintWholeFile(file: BookFile): Fingerprint {
  if (file.size > maxWholeBytes) return noFingerprint
  return { directory: null, content: computeWholeHash(file) }
}

/** The size stands in front, so that those of one size are found together. */
export const getWholeFileHash = (size: number) => `file:${size}:`

/** Each piece is hashed with the hash of what stands before it. */
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
