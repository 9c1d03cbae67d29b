import type { Dimensions } from './dimensions'
import { headBytes, readDimensions } from './dimensions'
import { BadFile, type Finding, type Page } from './contents'

/** What a comic reader needs of an archive, whatever its kind. Everything throws `BadFile`. */
export interface Archive<Entry extends ArchiveEntry = ArchiveEntry> {
  /** In the order of the archive. */
  entries: readonly Entry[]
  /** What is wrong with the archive as a whole. */
  findings: readonly Finding[]
  /** Where an entry is found again, and its first bytes: `length` of them or fewer. */
  probe(entry: Entry, length: number): Probe
  /** All of an entry, unpacked. */
  read(entry: Entry, maxBytes: number): Uint8Array
}

export interface ArchiveEntry {
  name: string
  /** Bytes once unpacked, as the archive claims. */
  size: number
  symlink?: boolean
}

export interface Probe {
  place: PagePlace
  /** null: not to be had without unpacking far too much. */
  head: Uint8Array | null
}

/** Either the range in the file, or the number of the entry for a decoder to unpack. */
export type PagePlace = Pick<Page, 'offset' | 'packedSize' | 'method' | 'entry'>

export const maxEntryBytes = 128 << 20
export const maxEntries = 200_000
export const maxComicInfoBytes = 8 << 20

const maxHeadsBytes = 64 << 20

/** The beginnings of pictures, kept from a pass over an archive that can only be read in one go. */
export class KeptHeads {
  readonly #heads = new Map<number, Uint8Array>()
  #bytes = 0

  /** Keeps as much of a picture as is needed to measure it. */
  keep(index: number, picture: Uint8Array) {
    const head = picture.slice(0, bytesToMeasure(picture))
    if (this.#bytes + head.length > maxHeadsBytes) return
    this.#bytes += head.length
    this.#heads.set(index, head)
  }

  find(index: number): Uint8Array | null {
    return this.#heads.get(index) ?? null
  }
}

function bytesToMeasure(picture: Uint8Array): number {
  let needed = headBytes
  const measured: Dimensions | null = readDimensions(picture.subarray(0, needed), (length) => {
    needed = length
    return picture.subarray(0, length)
  })
  return measured ? needed : 64
}

/** A name from a hostile archive, made fit for a message. */
export function shown(name: string): string {
  return name.replace(/\p{C}/gu, '').slice(-80)
}

export const damagedEntry = () => new BadFile('unreadable', 'A part of the archive is damaged.')

export const lockedArchive = () =>
  new BadFile('encrypted', 'The archive is locked with a password.')

export const splitArchive = () =>
  new BadFile('unsupported', 'This archive is split into several files; join them first.')

export const tooLargeEntry = (name: string) =>
  new BadFile('too_large', `“${shown(name)}” in the archive is far too large.`)

export const tooManyEntries = () =>
  new BadFile(
    'too_large',
    'This archive was not opened, to protect the server. It holds far too many files.',
  )

export const cutArchive: Finding = {
  code: 'truncated',
  message: 'The archive is cut off or damaged; only the pages that could be found are shown.',
}
