/**
 * Reads compressed TAR, archives that require native code (compressed RAR, 7z, ZIP with rare
 * methods), and e-books with any compression methods. Use this only in decoder child processes,
 * because the bytes are untrusted and the decoders are written in C++.
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
import { type Detected, detectContent } from '../archives/detect'
import { type ArchiveDirectory, listRarOnce, mayHandOn, openDirectory } from '../archives/directory'
import { BookFile } from '../contents/book-file'
import { createRarArchive } from '../archives/rar/rar-archive'
import { listRar } from '../archives/rar/list-rar'
import { collectFromRar, unpackFromRar, unpackRar } from '../archives/rar/unpack-rar'
import {
  listSevenZip,
  openSevenZipArchive,
  type SevenZipList,
  unpackFromSevenZip,
  unpackSevenZip,
} from '../archives/sevenzip/sevenzip'
import { openPackedTar, unpackAllOfTar, unpackFromTar } from '../archives/tar/compressed-tar'
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
import { type Fingerprint, fingerprintComic, noFingerprint } from './fingerprint'
import { readerMessages } from './messages'

export interface DecodedArchive {
  contents: BookContents
  /**
   * Empty if the file is damaged. Also empty if the checksums can be read without unpacking,
   * because a Worker then computes the fingerprint.
   */
  evidence: Fingerprint
}

/**
 * Reads the contents of an archive that needs a decoder. Problems with the file become findings.
 * `archive` is its directory, if it has already been read from this version of the file.
 */
export async function readCompressed(
  path: string,
  archive: ArchiveDirectory | null = null,
): Promise<DecodedArchive> {
  using file = new BookFile(path)
  const detected = archive ? openDirectory(file, archive) : detectContent(file)
  return await readDetected(path, file, detected)
}

async function readDetected(
  path: string,
  file: BookFile,
  detected: Detected,
): Promise<DecodedArchive> {
  const { format } = detected
  let evidence = noFingerprint
  try {
    if (format === 'cb7') {
      const list = detected.list ?? (await listSevenZip(file))
      evidence = fingerprintSevenZip(list)
      return { contents: readComic(await openSevenZipArchive(file, list), format), evidence }
    }
    if (format === 'cbt') {
      const { archive, checked } = await openPackedTar(path)
      if (checked) evidence = fingerprintComic(checked)
      return { contents: readComic(archive, format), evidence }
    }
    return { contents: await readSinglePacked(file, detected), evidence }
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return { contents: emptyContents(format, [error.finding]), evidence }
  }
}

/** Reads an archive whose entries are packed individually. */
async function readSinglePacked(file: BookFile, detected: Detected): Promise<BookContents> {
  if (detected.format === 'epub') return readUnpacked(detected.zip, readEpub)
  if (detected.format === 'cbz') {
    const { zip } = detected
    return readComic(createZipArchive(zip, await collectFromZip(zip)), 'cbz')
  }
  if (detected.format === 'cbr') {
    const list = listRarOnce(file, detected)
    return readComic(createRarArchive(file, list, await collectFromRar(file, list)), 'cbr')
  }
  throw new BadFile('not_what_it_says', readerMessages.not_compressed())
}

/** The data that was read to identify an archive whose checksums can be read only by unpacking. */
export interface PackedIdentity {
  evidence: Fingerprint
  /**
   * The directory of a 7z archive. null for other formats, and if the archive is damaged or the
   * data is large.
   */
  archive: ArchiveDirectory | null
  /**
   * The contents of the file, if all of it had to be unpacked and the contents are not large.
   * Otherwise null.
   */
  contents: BookContents | null
}

/**
 * Identifies an archive whose checksums can be read only by unpacking. A damaged archive has no
 * fingerprint.
 */
export async function identifyPacked(path: string): Promise<PackedIdentity> {
  const found = await readIdentity(path)
  return mayHandOn(found) ? found : { ...found, archive: null, contents: null }
}

async function readIdentity(path: string): Promise<PackedIdentity> {
  try {
    using file = new BookFile(path)
    const detected = detectContent(file)
    if (detected.format === 'cbt')
      return { ...(await readDetected(path, file, detected)), archive: null }
    if (detected.format !== 'cb7') return unidentified
    const { format } = detected
    const list = await listSevenZip(file)
    return { evidence: fingerprintSevenZip(list), archive: { format, list }, contents: null }
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return unidentified
  }
}

const unidentified: PackedIdentity = { evidence: noFingerprint, archive: null, contents: null }

const fingerprintSevenZip = ({ entries, findings }: SevenZipList) =>
  findings.length === 0 ? fingerprintComic(entries) : noFingerprint

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
 * Returns how pages can be unpacked: `single` means directly, and `forward` only after all previous
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

/**
 * Reads an e-book in the form that reading apps need, regardless of its compression methods. Throws
 * `BadFile`.
 */
export async function readPublication(path: string): Promise<Publication> {
  using file = new BookFile(path)
  return await readUnpacked(openEpub(file), parsePublication)
}

/**
 * Finds the places in an e-book that other programs stored, regardless of its compression methods.
 * Throws `BadFile`.
 */
export async function findTextPlacesInFile(
  path: string,
  wanted: readonly WantedTextPlace[],
): Promise<(TextPlace | null)[]> {
  using file = new BookFile(path)
  return await readUnpacked(openEpub(file), (zip) => findTextPlaces(zip, wanted))
}

/**
 * Unpacks a ZIP entry that needs a decoder, such as the cover of an e-book. Returns null if the
 * entry is missing or does not need a decoder.
 */
export async function unpackRareEntry(path: string, name: string): Promise<Uint8Array | null> {
  using file = new BookFile(path)
  const entry = findEntry(openZip(file), name)
  return entry && isRare(entry) ? await unpackFromZip(path, entry.index) : null
}

function detectCompressedFormat(path: string): BookFormat | null {
  using file = new BookFile(path)
  return detectContent(file).format
}
