import { crc32 } from 'node:zlib'
import { HeaderBytes, damagedHeader } from './header-bytes'
import type { RarBlock, RarEntry } from './rar-entry'
import { unpackRar4Name } from './rar4-names'

const MAIN = 0x73
const FILE = 0x74
const END = 0x7b

const HAS_DATA = 0x8000
const VOLUME = 0x01
const SOLID = 0x08
const LOCKED = 0x80

const SPLIT = 0x03
const ENCRYPTED = 0x04
const HAS_COMMENT = 0x08
const FOLDER = 0xe0
const LARGE = 0x100
const UNICODE = 0x200
const UNIX = 3

const STORED = 0x30
const smallestDictionary = 0x10000
/** Newest version of the RAR 4 format that UnRAR unpacks. UnRAR 3 and 4 accepted 36 as well. */
const newestVersion = 29

const shortestHeader = 7

/** Returns the length of the block header in bytes, according to its first bytes. */
export function rar4HeaderLength(start: Buffer): number {
  const header = new HeaderBytes(start)
  header.take(5)
  const length = header.u16()
  if (length < shortestHeader) throw damagedHeader()
  return length
}

/** Reads a complete header, which starts at offset `at` of the file. */
export function readRar4Block(block: Buffer, at: number): RarBlock {
  const header = new HeaderBytes(block)
  const checksum = header.u16()
  const type = header.u8()
  const flags = header.u16()
  header.u16()
  const next = at + block.length
  if (type === MAIN) {
    const [volume, solid] = [(flags & VOLUME) !== 0, (flags & SOLID) !== 0]
    return { next, kind: 'archive', volume, solid, locked: (flags & LOCKED) !== 0 }
  }
  if (type === FILE) {
    const isWhole = (flags & HAS_COMMENT) === 0
    if (isWhole && (crc32(block.subarray(2)) & 0xffff) !== checksum) throw damagedHeader()
    const { packedSize, entry } = parseFileEntry(header, flags)
    return {
      next: next + packedSize,
      kind: 'file',
      entry: entry && { ...entry, offset: next, packedSize },
    }
  }
  if (type === END) return { next, kind: 'end' }
  if (type < MAIN || type > END) throw damagedHeader()
  return { next: next + (flags & HAS_DATA ? header.u32() : 0), kind: 'other' }
}

type FileEntry = Omit<RarEntry, 'index' | 'offset' | 'packedSize'>

function parseFileEntry(header: HeaderBytes, flags: number) {
  const low = { packed: header.u32(), size: header.u32() }
  const system = header.u8()
  const crc = header.u32()
  header.u32()
  const version = header.u8()
  const method = header.u8() - STORED
  const nameLength = header.u16()
  const attributes = header.u32()
  const high = flags & LARGE ? { packed: header.u32(), size: header.u32() } : { packed: 0, size: 0 }
  const rawName = header.take(nameLength)
  const name = flags & UNICODE ? unpackRar4Name(rawName) : null
  const isFolder = (flags & FOLDER) === FOLDER
  const isLink = system === UNIX && (attributes & 0xf000) === 0xa000
  const entry: FileEntry = {
    name: name?.replaceAll('\\', '/') ?? '',
    ...(name === null && { rawName }),
    size: low.size + high.size * 2 ** 32,
    crc: flags & (ENCRYPTED | SPLIT) ? null : crc,
    method,
    encrypted: (flags & ENCRYPTED) !== 0,
    split: (flags & SPLIT) !== 0,
    dictionary: smallestDictionary * 2 ** ((flags >>> 5) & 7),
    tooNew: version > newestVersion || method < 0 || method > 5,
    copyOf: null,
  }
  const packedSize = low.packed + high.packed * 2 ** 32
  return { packedSize, entry: isFolder || isLink ? null : entry }
}
