/** Builds the records of a ZIP file. Sizes of 4 GB and more require ZIP64 records. */

export interface EntryFacts {
  name: string
  method: number
  crc: number
  size: number
  packedSize: number
  offset: number
  /** True if the header of the entry has fields for 64-bit sizes. */
  isZip64: boolean
}

const limit = 0xffff_ffff
const countLimit = 0xffff
/** Flag: names are UTF-8. */
const flags = 0x0800
const plainVersion = 20
const largeVersion = 45
/** Version made by: Unix. */
const madeBy = 0x0300
const fileMode = 0o100644

export const isLarge = ({ size, packedSize }: { size: number; packedSize: number }) =>
  size >= limit || packedSize >= limit

export function buildLocalHeader(entry: EntryFacts, time: Date): Buffer {
  const name = Buffer.from(entry.name)
  const extra = entry.isZip64 ? buildExtra([entry.size, entry.packedSize]) : Buffer.alloc(0)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x0403_4b50, 0)
  header.writeUInt16LE(entry.isZip64 ? largeVersion : plainVersion, 4)
  writeCommon(header.subarray(6), entry, time)
  header.writeUInt32LE(entry.isZip64 ? limit : entry.packedSize, 18)
  header.writeUInt32LE(entry.isZip64 ? limit : entry.size, 22)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, name, extra])
}

export function buildDirectoryRecord(entry: EntryFacts, time: Date): Buffer {
  const name = Buffer.from(entry.name)
  const { size, packedSize, offset } = entry
  const large = [size, packedSize, offset].filter((value) => value >= limit)
  const extra = large.length > 0 ? buildExtra(large) : Buffer.alloc(0)
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x0201_4b50, 0)
  const version = entry.isZip64 || large.length > 0 ? largeVersion : plainVersion
  record.writeUInt16LE(madeBy | version, 4)
  record.writeUInt16LE(version, 6)
  writeCommon(record.subarray(8), entry, time)
  record.writeUInt32LE(Math.min(packedSize, limit), 20)
  record.writeUInt32LE(Math.min(size, limit), 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt16LE(extra.length, 30)
  record.writeUInt32LE(fileMode * 65_536, 38)
  record.writeUInt32LE(Math.min(offset, limit), 42)
  return Buffer.concat([record, name, extra])
}

export function buildEnd({ start, end, count }: { start: number; end: number; count: number }) {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x0605_4b50, 0)
  record.writeUInt16LE(Math.min(count, countLimit), 8)
  record.writeUInt16LE(Math.min(count, countLimit), 10)
  record.writeUInt32LE(Math.min(end - start, limit), 12)
  record.writeUInt32LE(Math.min(start, limit), 16)
  const isZip64 = count >= countLimit || end >= limit
  return isZip64 ? Buffer.concat([buildLargeEnd(start, end, count), record]) : record
}

function buildLargeEnd(start: number, end: number, count: number): Buffer {
  const record = Buffer.alloc(56 + 20)
  record.writeUInt32LE(0x0606_4b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(madeBy | largeVersion, 12)
  record.writeUInt16LE(largeVersion, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(end - start), 40)
  record.writeBigUInt64LE(BigInt(start), 48)
  record.writeUInt32LE(0x0706_4b50, 56)
  record.writeBigUInt64LE(BigInt(end), 64)
  record.writeUInt32LE(1, 72)
  return record
}

/** Writes flags, method, time and checksum, which have the same order in both kinds of records. */
function writeCommon(record: Buffer, { method, crc }: EntryFacts, time: Date) {
  const year = Math.min(Math.max(time.getUTCFullYear(), 1980), 2107)
  const day = ((year - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate()
  const clock =
    (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1)
  record.writeUInt16LE(flags, 0)
  record.writeUInt16LE(method, 2)
  record.writeUInt16LE(clock, 4)
  record.writeUInt16LE(day, 6)
  record.writeUInt32LE(crc, 8)
}

function buildExtra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8 * values.length, 2)
  for (const [index, value] of values.entries())
    extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index)
  return extra
}
