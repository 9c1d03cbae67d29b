import { crc32 } from 'node:zlib'
import { HeaderBytes, damagedHeader } from './header-bytes'
import type { RarBlock, RarEntry } from './rar-entry'

const MAIN = 1
const FILE = 2
const ENCRYPTION = 4
const END = 5

const HAS_EXTRA = 1
const HAS_DATA = 2
const SPLIT = 0x08 | 0x10
const VOLUME = 1
const SOLID = 4

const FOLDER = 1
const HAS_TIME = 2
const HAS_CRC = 4
const SIZE_UNKNOWN = 8

const ENCRYPTED_EXTRA = 1
const REDIRECTION_EXTRA = 5
const HARD_LINK = 4
const COPY = 5

const maxHeaderBytes = 2 << 20
const smallestDictionary = 0x20000

/** Returns the length of the block header in bytes, according to its first bytes. */
export function rar5HeaderLength(start: Buffer): number {
  const header = new HeaderBytes(start)
  header.u32()
  const size = header.variable()
  if (size < 2 || size > maxHeaderBytes) throw damagedHeader()
  return header.at + size
}

/** Reads a complete header, which starts at offset `at` of the file. */
export function readRar5Block(block: Buffer, at: number): RarBlock {
  const header = new HeaderBytes(block)
  if (crc32(block.subarray(4)) !== header.u32()) throw damagedHeader()
  header.variable()
  const type = header.variable()
  const flags = header.variable()
  const extraBytes = flags & HAS_EXTRA ? header.variable() : 0
  const packedSize = flags & HAS_DATA ? header.variable() : 0
  const offset = at + block.length
  const next = offset + packedSize
  if (type === MAIN) {
    const archive = header.variable()
    const [volume, solid] = [(archive & VOLUME) !== 0, (archive & SOLID) !== 0]
    return { next, kind: 'archive', volume, solid, locked: false }
  }
  if (type === FILE) {
    const entry = parseFileEntry(header, header.tail(extraBytes))
    const place = { offset, packedSize, split: (flags & SPLIT) !== 0 }
    return { next, kind: 'file', entry: entry && { ...entry, ...place } }
  }
  return { next, kind: type === END ? 'end' : type === ENCRYPTION ? 'locked' : 'other' }
}

type FileEntry = Omit<RarEntry, 'index' | 'offset' | 'packedSize' | 'split'>

function parseFileEntry(header: HeaderBytes, extra: HeaderBytes): FileEntry | null {
  const flags = header.variable()
  const size = header.variable()
  header.variable()
  if (flags & HAS_TIME) header.u32()
  const crc = flags & HAS_CRC ? header.u32() : null
  const packing = header.variable()
  header.variable()
  const name = header.take(header.variable()).toString('utf8')
  const { encrypted, link, copyOf } = readExtra(extra)
  if (flags & FOLDER || link) return null
  return {
    name,
    size: flags & SIZE_UNKNOWN ? 0 : size,
    crc: encrypted || copyOf !== null ? null : crc,
    method: (packing >>> 7) & 7,
    encrypted,
    dictionary: smallestDictionary * 2 ** ((packing >>> 10) & 31),
    tooNew: (packing & 63) > 0 || (flags & SIZE_UNKNOWN) !== 0,
    copyOf,
  }
}

/**
 * Reads the extra records after the header, which mark encryption, links and copies of other files.
 */
function readExtra(extra: HeaderBytes) {
  const found = { encrypted: false, link: false, copyOf: null as string | null }
  while (extra.at < extra.length) {
    const size = extra.variable()
    const end = extra.at + size
    if (size < 1 || end > extra.length) break
    const type = extra.variable()
    if (type === ENCRYPTED_EXTRA) found.encrypted = true
    if (type === REDIRECTION_EXTRA) {
      const kind = extra.variable()
      extra.variable()
      if (kind === HARD_LINK || kind === COPY) {
        found.copyOf = extra.take(extra.variable()).toString('utf8')
      } else found.link = true
    }
    extra.at = end
  }
  return found
}
