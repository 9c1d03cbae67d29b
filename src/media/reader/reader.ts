import { readComic } from '../comic/comic'
import {
  BadFile,
  type BookContents,
  type Finding,
  type Page,
  emptyContents,
} from '../contents/contents'
import { type Archived, type Detected, type Unknown, detectContent } from '../archives/detect'
import { readEpub } from '../epub/epub'
import { BookFile } from '../contents/book-file'
import { createRarArchive } from '../archives/rar/rar-archive'
import type { RarEntry, RarList } from '../archives/rar/rar-entry'
import {
  type ArchiveDirectory,
  listRarOnce,
  listTarOnce,
  openDirectory,
} from '../archives/directory'
import { needsReading } from '../archives/archive'
import { createTarArchive } from '../archives/tar/tar-archive'
import { hasRareEntries, needsDecoder } from '../archives/zip/rare-methods'
import { createZipArchive } from '../archives/zip/zip-archive'
import { findEntry, openZip, readZipEntry, unpackZipEntry } from '../archives/zip/zip'
import { readerMessages } from './messages'

/**
 * Readers of formats that require native code. The server runs them in a decoder child process
 * (`decoding/`).
 */
export interface NativeReaders {
  pdf(path: string): Promise<BookContents>
  /** Reads compressed RAR, 7z, packed TAR, and ZIP with rare methods. */
  compressed(path: string): Promise<BookContents>
}

interface ReadOptions {
  /** The directory, if it has already been read from this version of the file. */
  archive?: ArchiveDirectory | null
  /** Called with the open file and its detected format. */
  opened?: (file: BookFile, detected: Detected) => void
}

/**
 * Reads the contents of a book file. Damage becomes findings, and only system errors (missing file,
 * permission, disk) are thrown. All reads are synchronous, so call this in a Worker or child
 * process, never in the server's main thread.
 */
export async function readBook(
  path: string,
  native: NativeReaders = nativeHere,
  options: ReadOptions = {},
): Promise<BookContents> {
  const contents = readInPlace(path, options)
  return typeof contents === 'string' ? native[contents](path) : contents
}

/**
 * Returns the original bytes of a page with an `offset`. Throws `BadFile` if it cannot be unpacked.
 */
export function readPage(path: string, page: Page): Uint8Array {
  const { offset, packedSize, method, size } = page
  if (offset === undefined || packedSize === undefined || method === undefined) {
    throw new BadFile('unreadable', readerMessages.page_unreadable())
  }
  if (size > maxPageBytes || packedSize > maxPageBytes) {
    throw new BadFile('too_large', readerMessages.page_too_large())
  }
  using file = new BookFile(path)
  return unpackZipEntry(file.read(offset, packedSize), { method, size })
}

/** Returns an archive entry by name, such as the cover of an EPUB, or null if it is missing. */
export function readEntry(path: string, name: string): Uint8Array | null {
  using file = new BookFile(path)
  const zip = openZip(file)
  const entry = findEntry(zip, name)
  return entry ? readZipEntry(zip, entry) : null
}

const maxPageBytes = 128 << 20
const emptyFile: Finding = { code: 'truncated', message: readerMessages.empty() }

/**
 * Reads formats that do not need native code. For all other formats, returns the name of the native
 * reader.
 */
function readInPlace(
  path: string,
  { archive, opened }: ReadOptions,
): BookContents | keyof NativeReaders {
  try {
    using file = new BookFile(path)
    if (file.size === 0) return emptyContents(null, [emptyFile])
    const detected = archive ? openDirectory(file, archive) : detectContent(file)
    opened?.(file, detected)
    if (detected.format === null) return emptyContents(null, [createFormatFinding(detected)])
    if (detected.format === 'pdf') return 'pdf'
    return readOpened(file, detected)
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return emptyContents(null, [error.finding])
  }
}

function readOpened(file: BookFile, detected: Archived): BookContents | 'compressed' {
  switch (detected.format) {
    case 'epub':
      return hasRareEntries(detected.zip) ? 'compressed' : readEpub(detected.zip)
    case 'cbz':
      return needsDecoder(detected.zip)
        ? 'compressed'
        : readComic(createZipArchive(detected.zip), 'cbz')
    case 'cbt':
      return detected.packed
        ? 'compressed'
        : readComic(createTarArchive(file, listTarOnce(file, detected)), 'cbt')
    case 'cbr':
      return readRar(file, listRarOnce(file, detected))
    case 'cb7':
      return 'compressed'
  }
}

/** Images in a RAR are often stored uncompressed, in which case nothing has to be unpacked. */
function readRar(file: BookFile, list: RarList): BookContents | 'compressed' {
  if (list.entries.some((entry) => needsReading(entry) && isPacked(entry))) return 'compressed'
  return readComic(createRarArchive(file, list), 'cbr')
}

const isPacked = (entry: RarEntry) => entry.method !== 0 && !entry.encrypted && !entry.split

/**
 * These readers are loaded on demand, so that a Worker that never opens a PDF uses little memory.
 */
const nativeHere: NativeReaders = {
  pdf: async (path) => {
    const { readPdf } = await import('../pdf/read-pdf')
    return readPdf(path)
  },
  compressed: async (path) => {
    const { readCompressed } = await import('./decoder-archives')
    return (await readCompressed(path)).contents
  },
}

function createFormatFinding({ broken }: Unknown): Finding {
  return (
    broken?.finding ?? {
      code: 'not_what_it_says',
      message: readerMessages.not_a_book(),
    }
  )
}
