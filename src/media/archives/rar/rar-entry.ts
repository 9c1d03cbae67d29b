import type { NumberedEntry } from '../archive'

/**
 * One file in a RAR archive. Folders and links are omitted, but are still counted in the numbering.
 */
export interface RarEntry extends NumberedEntry {
  /** The bytes of a name whose encoding is unknown. */
  rawName?: Buffer
  packedSize: number
  /** Offset of the packed bytes in the archive. */
  offset: number
  /** Checksum of the unpacked bytes, or null if it is missing or encrypted. */
  crc: number | null
  /** 0 means stored. 1 (fastest) to 5 (best) are compression levels. */
  method: number
  encrypted: boolean
  /** Whether the file starts or continues in a different volume. */
  split: boolean
  /** Dictionary size in bytes. */
  dictionary: number
  /** Whether the file uses a compression method that the bundled UnRAR does not support. */
  tooNew: boolean
  /** Name of the file whose bytes this entry shares, or null. */
  copyOf: string | null
}

export interface RarList {
  entries: RarEntry[]
  /** Whether the archive is solid, so that each file depends on the previous ones. */
  solid: boolean
  /** Whether the archive is split into several volumes. */
  volume: boolean
  /** Whether file names are encrypted. */
  locked: boolean
  cut: boolean
}

/** One block of an archive, as read by either version's parser. */
export type RarBlock = { next: number } & (
  | { kind: 'archive'; solid: boolean; volume: boolean; locked: boolean }
  /** `entry` is null for a folder or link. */
  | { kind: 'file'; entry: Omit<RarEntry, 'index'> | null }
  | { kind: 'locked' | 'end' | 'other' }
)
