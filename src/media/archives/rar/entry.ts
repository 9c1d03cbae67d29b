import type { NumberedEntry } from '../archive'

/** One file in a RAR archive. Folders and other things keep their number, but are left out. */
export interface RarEntry extends NumberedEntry {
  packedSize: number
  /** Where its (packed) bytes begin. */
  offset: number
  /** Checksum of the bytes once unpacked; null: the archive does not say, or hides it. */
  crc: number | null
  /** 0 stored; 1 (fastest) to 5 (best) packed. */
  method: number
  encrypted: boolean
  /** It begins or goes on in another volume. */
  split: boolean
  /** Bytes the unpacker has to look back. */
  dictionary: number
  /** Packed in a way that came after the unpacker here. */
  tooNew: boolean
  /** The bytes are those of another file of this name. */
  copyOf: string | null
}

export interface RarList {
  entries: RarEntry[]
  /** Pages have to be unpacked one after the other. */
  solid: boolean
  /** One of several files that make up the archive. */
  volume: boolean
  /** Not even the names can be read without the password. */
  locked: boolean
  cut: boolean
}

/** One block of an archive, as the reader of either version tells it. */
export type RarBlock = { next: number } & (
  | { kind: 'archive'; solid: boolean; volume: boolean; locked: boolean }
  /** null: a folder or a link. */
  | { kind: 'file'; entry: Omit<RarEntry, 'index'> | null }
  | { kind: 'locked' | 'end' | 'other' }
)
