import { BadFile, type Finding, type Page } from '../contents/contents'
import { type Dimensions, headBytes, readDimensions } from '../image/headers/dimensions'
import { isComicInfo, isPageName, mayBePageName } from './page-names'
import { archiveMessages } from './messages'

/**
 * The operations that a comic reader needs from an archive of any format. All of them can throw
 * `BadFile`.
 */
export interface Archive<Entry extends ArchiveEntry = ArchiveEntry> {
  /** In archive order. */
  entries: readonly Entry[]
  /** Problems of the archive as a whole. */
  findings: readonly Finding[]
  /**
   * Returns the location of an entry and its first `length` bytes, or fewer if the entry is
   * shorter.
   */
  probe(entry: Entry, length: number): Probe
  /** Unpacks and returns the whole entry. */
  read(entry: Entry, maxBytes: number): Uint8Array
}

export interface ArchiveEntry {
  name: string
  /** Unpacked size in bytes, as claimed by the archive. */
  size: number
  symlink?: boolean
}

export interface Probe {
  place: PagePlace
  /** The first bytes, or null if reading them would unpack too much data. */
  head: Uint8Array | null
  /** Dimensions measured by a pass, or null if it did not measure the image. */
  dimensions?: Dimensions | null
}

/** Location of a page: its range in the file, or the number of the entry to be unpacked. */
type PagePlace = Pick<Page, 'offset' | 'packedSize' | 'method' | 'entry'>

export const maxEntryBytes = 128 << 20
export const maxEntries = 200_000
export const maxComicInfoBytes = 8 << 20

const maxKeptBytes = 64 << 20
/** Maximum number of bytes that a scan unpacks to measure the pages of one book. */
export const maxMeasuredBytes = 64 << 20
/** A larger dictionary would exhaust the memory of a small server. */
export const maxDictionaryBytes = 256 << 20

/** An entry of an archive that is read in one pass, identified by its number. */
export interface NumberedEntry extends ArchiveEntry {
  index: number
}

/**
 * Results of one pass over an archive, namely dimensions of images, complete ComicInfo files and
 * errors.
 */
export class PassResults {
  readonly #kept = new Map<number, Uint8Array>()
  readonly #measured = new Map<number, Dimensions | null>()
  readonly #failed = new Map<number, BadFile>()
  #bytes = 0

  /** Measures an image by its first bytes, or keeps a ComicInfo file. */
  keep({ index, name }: NumberedEntry, bytes: Uint8Array) {
    if (!isComicInfo(name)) {
      this.#measured.set(index, measureImage(bytes))
      return
    }
    const kept = bytes.slice(0, maxComicInfoBytes)
    if (this.#bytes + kept.length > maxKeptBytes) return
    this.#bytes += kept.length
    this.#kept.set(index, kept)
  }

  fail({ index }: NumberedEntry, failure: BadFile) {
    this.#failed.set(index, failure)
  }

  /**
   * Returns the bytes of a ComicInfo file that the pass kept, or null for other entries. Throws the
   * entry's error.
   */
  find({ index }: NumberedEntry): Uint8Array | null {
    const failure = this.#failed.get(index)
    if (failure) throw failure
    return this.#kept.get(index) ?? null
  }

  /**
   * Returns the measured dimensions of an entry that a decoder must unpack. Throws the entry's
   * error.
   */
  probe(entry: NumberedEntry): Probe {
    const head = this.find(entry)
    const { index } = entry
    return { place: { entry: index }, head, dimensions: this.#measured.get(index) ?? null }
  }
}

/** Creates an archive from the results of a pass. Its pages must be unpacked by a decoder. */
export function createArchiveFromPass<Entry extends NumberedEntry>(
  entries: readonly Entry[],
  results: PassResults,
  findings: readonly Finding[],
): Archive<Entry> {
  return {
    entries,
    findings,
    probe: (entry) => {
      if (entry.size > maxEntryBytes) throw tooLargeEntry(entry.name)
      return results.probe(entry)
    },
    read: (entry, maxBytes) => {
      const bytes = results.find(entry)
      if (!bytes || bytes.length > maxBytes) throw damagedEntry()
      return bytes
    },
  }
}

/** Returns whether a pass must read an entry: a possible image, or the ComicInfo file. */
export function needsReading({ name, size }: ArchiveEntry): boolean {
  if (isComicInfo(name)) return size <= maxComicInfoBytes
  return (isPageName(name) || mayBePageName(name)) && size <= maxEntryBytes
}

export const measureImage = (bytes: Uint8Array) =>
  readDimensions(bytes.subarray(0, headBytes), (length) => bytes.subarray(0, length))

/** Makes a name from an untrusted archive safe to show in a message. */
function formatEntryName(name: string): string {
  return name.replace(/\p{C}/gu, '').slice(-80)
}

export const damagedEntry = () => new BadFile('unreadable', archiveMessages.damaged_part())

export const lockedArchive = () => new BadFile('encrypted', archiveMessages.encrypted())

export const splitArchive = () => new BadFile('unsupported', archiveMessages.split())

export const tooLargeEntry = (name: string) =>
  new BadFile('too_large', archiveMessages.entry_too_large({ name: formatEntryName(name) }))

export const tooMuchMemory = () => new BadFile('too_large', archiveMessages.too_much_memory())

export const tooManyEntries = () => new BadFile('too_large', archiveMessages.too_many_files())

export const cutArchive: Finding = {
  code: 'truncated',
  message: archiveMessages.recovered(),
}
