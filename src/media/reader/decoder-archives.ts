/**
 * Reads compressed TAR, and archives that require native code (compressed RAR, 7z, ZIP with rare
 * methods). Use this only in decoder child processes, because the bytes are untrusted and the
 * decoders are written in C++.
 */
import type { NumberedEntry } from '../archives/archive'
import {
  BadFile,
  type BookContents,
  type BookFormat,
  type Page,
  emptyContents,
} from '../contents/contents'
import { isPage, readComic } from '../comic/comic'
import { detectContent } from '../archives/detect'
import { BookFile } from '../contents/book-file'
import { createRarArchive } from '../archives/rar/rar-archive'
import { listRar } from '../archives/rar/list-rar'
import { collectFromRar, unpackFromRar, unpackRar } from '../archives/rar/unpack-rar'
import {
  openSevenZipArchive,
  unpackFromSevenZip,
  unpackSevenZip,
} from '../archives/sevenzip/sevenzip'
import { openPackedTarArchive, unpackAllOfTar, unpackFromTar } from '../archives/tar/compressed-tar'
import { readUnpacked } from '../archives/zip/unpack-on-demand'
import { collectFromZip, unpackFromZip, unpackZip } from '../archives/zip/unpack-zip'
import { isRare } from '../archives/zip/rare-methods'
import { findEntry, openZip } from '../archives/zip/zip'
import { createZipArchive } from '../archives/zip/zip-archive'
import { readEpub } from '../epub/epub'
import {
  findTextPlaces,
  type TextPlace,
  type WantedTextPlace,
} from '../epub/places/find-text-places'
import { openEpub, parsePublication, type Publication } from '../epub/publication'
import { readerMessages } from './messages'

/** Reads the contents of such an archive. Problems with the file become findings. */
export async function readCompressed(path: string): Promise<BookContents> {
  const format = detectCompressedFormat(path)
  try {
    if (format === 'cbz') return await readZip(path)
    if (format === 'epub') return await readPackedEpub(path)
    if (format === 'cbr') return await readRar(path)
    if (format === 'cb7') return readComic(await openSevenZipArchive(path), format)
    if (format === 'cbt') return readComic(await openPackedTarArchive(path), format)
    throw new BadFile('not_what_it_says', readerMessages.not_compressed())
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return emptyContents(format, [error.finding])
  }
}

/** Receives a page by the number of its entry, or its error. Returns false to stop. */
export type PageSink = (entry: number, bytes: Uint8Array | BadFile) => boolean

/**
 * Unpacks all pages, or the requested ones, one at a time in a single pass. This is the cheapest
 * way to fill a page cache.
 */
export async function unpackAll(
  path: string,
  sink: PageSink,
  wanted?: ReadonlySet<number>,
): Promise<void> {
  const format = detectCompressedFormat(path)
  const passOn = ({ index }: NumberedEntry, bytes: Uint8Array | BadFile) => sink(index, bytes)
  const isWanted = (entry: NumberedEntry) => wanted?.has(entry.index) ?? isPage(entry)
  if (format === 'cbz' || format === 'epub') return unpackZip(path, passOn, isWanted)
  if (format === 'cbr') return unpackRar(path, passOn, isWanted)
  if (format === 'cb7') return unpackSevenZip(path, passOn, isWanted)
  if (format === 'cbt') return unpackAllOfTar(path, passOn, isWanted)
  throw new BadFile('not_what_it_says', readerMessages.not_compressed())
}

/** Unpacks a page with an entry number. Throws `BadFile`. */
export async function unpackPage(path: string, page: Pick<Page, 'entry'>): Promise<Uint8Array> {
  const { entry } = page
  const format = detectCompressedFormat(path)
  if (entry === undefined) {
    throw new BadFile('unreadable', readerMessages.page_unreadable())
  }
  if (format === 'cbz' || format === 'epub') return unpackFromZip(path, entry)
  if (format === 'cbr') return unpackFromRar(path, entry)
  if (format === 'cb7') return unpackFromSevenZip(path, entry)
  if (format === 'cbt') return unpackFromTar(path, entry)
  throw new BadFile('not_what_it_says', readerMessages.file_changed())
}

/**
 * Returns the access to pages: `single` means directly, and `forward` by unpacking all previous
 * pages, which are also delivered. `blocks` is like `forward`, but delivering the previous pages
 * costs extra.
 */
export function chooseUnpacker(path: string): 'single' | 'forward' | 'blocks' {
  using file = new BookFile(path)
  const { format } = detectContent(file)
  if (format === 'cbz' || format === 'epub') return 'single'
  if (format === 'cb7') return 'blocks'
  return format === 'cbr' && !listRar(file).solid ? 'single' : 'forward'
}

async function readZip(path: string): Promise<BookContents> {
  using file = new BookFile(path)
  const zip = openZip(file)
  return readComic(createZipArchive(zip, await collectFromZip(zip)), 'cbz')
}

/** Reads an e-book whose texts or pictures have rare methods. */
async function readPackedEpub(path: string): Promise<BookContents> {
  using file = new BookFile(path)
  return await readUnpacked(openZip(file), readEpub)
}

/** Reads an e-book as reading apps need it, whatever its compression methods. Throws `BadFile`. */
export async function readPublication(path: string): Promise<Publication> {
  using file = new BookFile(path)
  return await readUnpacked(openEpub(file), parsePublication)
}

/** Finds places that other programs stored, whatever the compression methods. Throws `BadFile`. */
export async function findTextPlacesInFile(
  path: string,
  wanted: readonly WantedTextPlace[],
): Promise<(TextPlace | null)[]> {
  using file = new BookFile(path)
  return await readUnpacked(openEpub(file), (zip) => findTextPlaces(zip, wanted))
}

/** Returns an entry such as the cover of an e-book, or null if it needs no decoder. */
export async function unpackRareEntry(path: string, name: string): Promise<Uint8Array | null> {
  using file = new BookFile(path)
  const entry = findEntry(openZip(file), name)
  return entry && isRare(entry) ? await unpackFromZip(path, entry.index) : null
}

async function readRar(path: string): Promise<BookContents> {
  using file = new BookFile(path)
  const list = listRar(file)
  return readComic(createRarArchive(file, list, await collectFromRar(file, list)), 'cbr')
}

function detectCompressedFormat(path: string): BookFormat | null {
  using file = new BookFile(path)
  return detectContent(file).format
}
