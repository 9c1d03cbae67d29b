import type { NumberedEntry } from '../archive'

/** One file in a RAR archive. Folders and links are omitted, but still count in the numbering. */
export interface RarEntry extends NumberedEntry {
  packedSize: number
  /** Start of its packed bytes. */
  offset: number
  /** Checksum of the unpacked bytes; null if missing or encrypted. */
  crc: number | null
  /** 0 stored; 1 (fastest) to 5 (best). */
  method: number
  encrypted: boolean
  /** Starts or continues in a different volume. */
  split: boolean
  /** Dictionary size in bytes. */
  dictionary: number
  /** Uses a compression method that the bundled UnRAR does not support. */
  tooNew: boolean
  /** Name of the file whose bytes this entry shares. */
  copyOf: string | null
}

export interface RarList {
  entries: RarEntry[]
  /** Solid archive: each file depends on the previous ones. */
  solid: boolean
  /** The archive is split into several volumes. */
  volume: boolean
  /** File names are encrypted. */
  locked: boolean
  cut: boolean
}

/** One block of an archive, as read by either version's parser. */
export type RarBlock = { next: number } & (
  | { kind: 'archive'; solid: boolean; volume: boolean; locked: boolean }
  /** null: a folder or link. */
  | { kind: 'file'; entry: Omit<RarEntry, 'index'> | null }
  | { kind: 'locked' | 'end' | 'other' }
)
