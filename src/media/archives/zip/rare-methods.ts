/** Compression methods of ZIP entries that 7-Zip unpacks in a decoder. */
import {
  damagedEntry,
  maxDictionaryBytes,
  maxEntryBytes,
  needsReading,
  tooMuchMemory,
} from '../archive'
import type { BadFile } from '../../contents/contents'
import type { ZipEntry } from './central-directory'
import { findZipRefusal, type Zip } from './zip'

const LZMA = 14
export const ZSTD = 93
/** The original method number of Zstandard. */
export const OLD_ZSTD = 20
const XZ = 95
const PPMD = 98

/** 9 is Deflate64 and 12 is bzip2. Both need little memory. */
const rareMethods = new Set([9, 12, LZMA, OLD_ZSTD, ZSTD, XZ, PPMD])

/** Number of bytes needed to determine how much memory unpacking takes. */
export const parameterBytes = 64

export const isRare = ({ method }: Pick<ZipEntry, 'method'>) => rareMethods.has(method)

/** Returns whether a decoder must read this e-book. */
export const hasRareEntries = ({ entries }: Zip) => entries.some(isRare)

/** Returns whether a decoder must read this archive. */
export const needsDecoder = ({ entries }: Zip) =>
  entries.some((entry) => isRare(entry) && needsReading(entry))

/** Returns the reason why an entry cannot be unpacked, or null if it can. */
export function findRareRefusal(entry: ZipEntry, maxBytes = maxEntryBytes): BadFile | null {
  const refused = findZipRefusal({ ...entry, method: isRare(entry) ? 8 : entry.method }, maxBytes)
  return refused ?? (entry.size > 0 && entry.packedSize === 0 ? damagedEntry() : null)
}

/** Throws if unpacking would need too much memory. `packed` is the start of the packed bytes. */
export function requireMemory(packed: Buffer, method: number) {
  if (readDictionaryBytes(packed, method) > maxDictionaryBytes) throw tooMuchMemory()
}

function readDictionaryBytes(packed: Buffer, method: number): number {
  if (packed.length < 16) return 0
  // The version and the length of the properties come first.
  if (method === LZMA) return packed.readUInt32LE(5)
  if (method === PPMD) return (((packed.readUInt16LE(0) >> 4) & 0xff) + 1) << 20
  if (method === ZSTD || method === OLD_ZSTD) return readZstdWindow(packed)
  return method === XZ ? readXzDictionary(packed) : 0
}

const SINGLE_SEGMENT = 0x20

/** A frame without a window needs only as much memory as its content, whose size is limited. */
function readZstdWindow(packed: Buffer): number {
  const isSingle = (packed.readUInt8(4) & SINGLE_SEGMENT) !== 0
  const window = packed.readUInt8(5)
  return isSingle ? 0 : 2 ** (10 + (window >> 3)) * (1 + (window & 7) / 8)
}

const xzHeaderBytes = 12
const LZMA2 = 0x21

/** The filter ID is followed by the length of its only property, which is the dictionary size. */
function readXzDictionary(packed: Buffer): number {
  const header = packed.subarray(xzHeaderBytes, xzHeaderBytes + (packed.readUInt8(12) + 1) * 4)
  const at = header.indexOf(Buffer.from([LZMA2, 1]), 2)
  const bits = at < 0 ? 0 : (header[at + 2] ?? 0)
  return (2 | (bits & 1)) * 2 ** ((bits >> 1) + 11)
}
