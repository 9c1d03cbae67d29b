import { maxEntries, type NumberedEntry, splitArchive } from '../archive'
import { BadFile } from '../../contents/contents'
import type { BookFile } from '../../contents/book-file'
import { decodeEntryNames, listExtraFields, type RawName } from './entry-names'
import { archiveMessages } from '../messages'
import type { Message } from '../../../platform/messages/message'

/** One record of the central directory. It is identified by its index, because names may repeat. */
export interface ZipEntry extends NumberedEntry {
  /** 0 means stored and 8 deflated. `rare-methods.ts` lists others. */
  method: number
  flags: number
  crc: number
  packedSize: number
  /** Offset of the local header. */
  offset: number
  symlink: boolean
}

const END64 = 0x06064b50
const END64_LOCATOR = 0x07064b50
const RECORD = 0x02014b50
const LOCAL = 0x04034b50
const UNIX = 3

/**
 * Large enough for the end record and a directory of about 400 pages, so that one read is enough
 * for nearly every book.
 */
const usualTailBytes = 32 << 10
/** The end record with the longest possible comment, plus padding after it. */
const longestTailBytes = 65_557 + (128 << 10)
const maxDirectoryBytes = 64 << 20

interface Tail {
  bytes: Buffer
  /** Offset of `bytes` in the file. */
  start: number
}

interface Directory {
  size: number
  /** Claimed offset of the directory. It is often wrong, so it is only a hint. */
  claimedOffset: number
  /** End of the directory, which is the offset of the end record. */
  end: number
}

/**
 * Reads the central directory. Throws `BadFile` 'truncated' if reading the local headers may still
 * help.
 */
export function readDirectory(file: BookFile): ZipEntry[] {
  const { tail, at } = findEnd(file)
  const directory = describeDirectory(file, tail, at)
  const start = directory.end - directory.size
  const bytes = readRange(file, tail, start, directory.size)
  if (directory.size >= 46 && bytes.readUInt32LE(0) !== RECORD) throw noDirectory()

  const entries = parseRecords(bytes)
  const shift = start - directory.claimedOffset
  if (shift < 0 && isLastPart(file, entries, shift)) throw splitArchive()
  shiftOffsets(file, entries, shift)
  checkOverlap(file, entries)
  return entries
}

function findEnd(file: BookFile): { tail: Tail; at: number } {
  for (const length of [usualTailBytes, longestTailBytes]) {
    const start = Math.max(0, file.size - length)
    const tail = { bytes: file.read(start, file.size - start), start }
    const at = findEndRecord(file, tail)
    if (at !== null) return { tail, at }
    if (start === 0) break
  }
  throw noDirectory()
}

/**
 * Searches backwards. An end record that is followed by other bytes is accepted only if a directory
 * precedes it.
 */
function findEndRecord(file: BookFile, tail: Tail): number | null {
  const { bytes } = tail
  let at = bytes.length - 22
  while (at >= 0) {
    at = bytes.lastIndexOf('PK\x05\x06', at, 'latin1')
    if (at < 0) return null
    const end = at + 22 + bytes.readUInt16LE(at + 20)
    if (end === bytes.length) return at
    if (end < bytes.length && isDirectoryBefore(file, tail, at)) return at
    at--
  }
  return null
}

function isDirectoryBefore(file: BookFile, tail: Tail, at: number): boolean {
  const size = tail.bytes.readUInt32LE(at + 12)
  if (size === 0 || size === 0xffffffff) return true
  const start = tail.start + at - size
  return start >= 0 && readRange(file, tail, start, 4).readUInt32LE(0) === RECORD
}

function describeDirectory(file: BookFile, tail: Tail, at: number): Directory {
  const disk = tail.bytes.readUInt16LE(at + 4)
  if (disk !== 0 && disk !== 0xffff) throw splitArchive()
  const end = tail.start + at
  const plain = {
    size: tail.bytes.readUInt32LE(at + 12),
    claimedOffset: tail.bytes.readUInt32LE(at + 16),
    end,
  }
  const count = tail.bytes.readUInt16LE(at + 10)
  const isZip64 =
    count === 0xffff || plain.size === 0xffffffff || plain.claimedOffset === 0xffffffff
  const directory = (isZip64 ? readZip64Directory(file, tail, end) : null) ?? plain
  return limitClaimedSize(directory)
}

function readZip64Directory(file: BookFile, tail: Tail, end: number): Directory | null {
  if (end < 20) return null
  const locator = readRange(file, tail, end - 20, 20)
  if (locator.readUInt32LE(0) !== END64_LOCATOR) return null
  if (locator.readUInt32LE(16) > 1) throw splitArchive()
  const at = Number(locator.readBigUInt64LE(8))
  const record = readRange(file, tail, at, 56)
  if (record.readUInt32LE(0) !== END64) throw noDirectory()
  return {
    size: Number(record.readBigUInt64LE(40)),
    claimedOffset: Number(record.readBigUInt64LE(48)),
    end: at,
  }
}

/**
 * If the claimed size is larger than the number of bytes before the end record, it is wrong, but
 * the offset may be correct.
 */
function limitClaimedSize(directory: Directory): Directory {
  const { size, claimedOffset, end } = directory
  if (size <= end) {
    if (size > maxDirectoryBytes) throw tooLarge(archiveMessages.directory_too_long())
    return directory
  }
  if (claimedOffset >= end || end - claimedOffset > maxDirectoryBytes) throw noDirectory()
  return { ...directory, size: end - claimedOffset }
}

function parseRecords(bytes: Buffer): ZipEntry[] {
  const records: DirectoryRecord[] = []
  const names: RawName[] = []
  let at = 0
  while (at + 46 <= bytes.length && bytes.readUInt32LE(at) === RECORD) {
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30)
    const next = extraEnd + bytes.readUInt16LE(at + 32)
    if (next > bytes.length) break
    if (records.length === maxEntries) throw tooLarge(archiveMessages.too_many_files())
    const extra = bytes.subarray(nameEnd, extraEnd)
    const record = parseRecord(bytes, at, extra)
    records.push(record)
    names.push({ raw: bytes.subarray(at + 46, nameEnd), flags: record.flags, extra })
    at = next
  }
  return nameEntries(records, names)
}

type DirectoryRecord = Omit<ZipEntry, 'index' | 'name'>

/** Names are decoded together, because a single name may not reveal its encoding. */
export function nameEntries(
  records: readonly DirectoryRecord[],
  names: readonly RawName[],
): ZipEntry[] {
  const decoded = decodeEntryNames(names)
  return records.map((record, index) => ({ ...record, index, name: decoded[index] ?? '' }))
}

function parseRecord(bytes: Buffer, at: number, extra: Buffer): DirectoryRecord {
  const entry: DirectoryRecord = {
    method: bytes.readUInt16LE(at + 10),
    flags: bytes.readUInt16LE(at + 8),
    crc: bytes.readUInt32LE(at + 16),
    packedSize: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
    symlink: bytes[at + 5] === UNIX && (bytes.readUInt16LE(at + 40) & 0o170000) === 0o120000,
  }
  if (extra.length > 0) applyZip64(entry, extra)
  return entry
}

/**
 * Reads the 64-bit extra field. It contains only the values that do not fit in 32 bits, in this
 * order.
 */
function applyZip64(entry: DirectoryRecord, extra: Buffer) {
  for (const { id, data } of listExtraFields(extra)) {
    if (id !== 1) continue
    let at = 0
    for (const key of ['size', 'packedSize', 'offset'] as const) {
      if (entry[key] !== 0xffffffff || at + 8 > data.length) continue
      entry[key] = Number(data.readBigUInt64LE(at))
      at += 8
    }
  }
}

/**
 * Corrects the offsets if other data precedes the archive. The first local header shows whether
 * this is necessary.
 */
function shiftOffsets(file: BookFile, entries: ZipEntry[], shift: number) {
  const first = entries[0]
  if (shift === 0 || !first) return
  if (isLocalHeader(file, first.offset) || !isLocalHeader(file, first.offset + shift)) return
  for (const entry of entries) entry.offset += shift
}

/**
 * Returns whether the beginning of the archive is missing, as in the last part of one that was cut
 * into pieces of equal size. In this case, entries precede the offsets given in the directory.
 */
function isLastPart(file: BookFile, entries: readonly ZipEntry[], shift: number): boolean {
  const [first] = entries
  const last = entries.at(-1)
  if (!first || !last || isLocalHeader(file, first.offset)) return false
  return (
    first.offset + shift < 0 &&
    (last.offset + shift < 0 || isLocalHeader(file, last.offset + shift))
  )
}

function isLocalHeader(file: BookFile, at: number): boolean {
  return at >= 0 && at + 4 <= file.size && file.read(at, 4).readUInt32LE(0) === LOCAL
}

/**
 * Overlapping entries may be a decompression bomb, so the packed sizes together must not exceed the
 * file size.
 */
function checkOverlap(file: BookFile, entries: ZipEntry[]) {
  let packedBytes = 0
  for (const entry of entries) packedBytes += entry.packedSize
  if (packedBytes > file.size) throw tooLarge(archiveMessages.impossible_sizes())
}

function readRange(file: BookFile, tail: Tail, start: number, length: number): Buffer {
  const from = start - tail.start
  if (from >= 0 && from + length <= tail.bytes.length) {
    return tail.bytes.subarray(from, from + length)
  }
  return file.read(start, length)
}

const tooLarge = (message: Message) => new BadFile('too_large', message)

const noDirectory = () => new BadFile('truncated', archiveMessages.directory_missing())
