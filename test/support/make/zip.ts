/** ZIP archives for tests, valid and malformed. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipPart {
  name: string
  data: Uint8Array | string
  /** 0 stored (default), 8 deflated; any other number is written unchanged. */
  method?: number
  /** The bytes as compressed with `method`. */
  packed?: Uint8Array
  /** The bytes of the name as stored, without the UTF-8 flag. */
  rawName?: Uint8Array
  extra?: Uint8Array
  flags?: number
  zip64?: boolean
  /** Writes CRC and sizes after the data. */
  sizesFollow?: boolean
  claimedSize?: number
  unixMode?: number
}

export interface ZipOptions {
  comment?: Uint8Array
  prefix?: Uint8Array
  /** True (default) if the offsets include the prefix. */
  prefixCounted?: boolean
  zip64?: boolean
  disk?: number
  claimedDirectorySize?: number
  directoryOffsetError?: number
  /** Number of additional directory records that point to the bytes of the first entry. */
  overlapping?: number
}

interface Written {
  part: ZipPart
  name: Uint8Array
  flags: number
  packed: Uint8Array
  size: number
  crc: number
  offset: number
}

export function makeZip(parts: ZipPart[], options: ZipOptions = {}): Buffer<ArrayBuffer> {
  const { prefix = new Uint8Array(0), prefixCounted = true } = options
  const chunks: Uint8Array[] = [prefix]
  let offset = prefixCounted ? prefix.length : 0
  const written: Written[] = []
  for (const part of parts) {
    const entry = writePart(part, offset)
    const bytes = Buffer.concat([buildLocalHeader(entry), entry.packed, buildDescriptor(entry)])
    written.push(entry)
    chunks.push(bytes)
    offset += bytes.length
  }
  const first = written[0]
  if (first) for (let i = 0; i < (options.overlapping ?? 0); i++) written.push(first)
  const directory = Buffer.concat(written.map(buildDirectoryRecord))
  return Buffer.concat([
    ...chunks,
    directory,
    ...buildEndRecords(written.length, directory.length, offset, options),
  ])
}

function writePart(part: ZipPart, offset: number): Written {
  const data = typeof part.data === 'string' ? Buffer.from(part.data) : part.data
  const packed = part.packed ?? (part.method === 8 ? deflateRawSync(data) : data)
  const name = part.rawName ?? Buffer.from(part.name)
  const flags = (part.flags ?? 0) | (part.rawName ? 0 : 0x800) | (part.sizesFollow ? 8 : 0)
  return {
    part,
    name,
    flags,
    packed,
    size: part.claimedSize ?? data.length,
    crc: crc32(data),
    offset,
  }
}

function buildLocalHeader({ part, name, flags, packed, size, crc }: Written): Buffer {
  const extra = Buffer.concat([
    buildZip64Extra(part, [size, packed.length]),
    part.extra ?? new Uint8Array(0),
  ])
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(part.method ?? 0, 8)
  if (!part.sizesFollow) {
    header.writeUInt32LE(crc, 14)
    header.writeUInt32LE(part.zip64 ? 0xffffffff : packed.length, 18)
    header.writeUInt32LE(part.zip64 ? 0xffffffff : size, 22)
  }
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, name, extra])
}

function buildDescriptor({ part, packed, size, crc }: Written): Buffer {
  if (!part.sizesFollow) return Buffer.alloc(0)
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x08074b50, 0)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(packed.length, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

function buildDirectoryRecord({ part, name, flags, packed, size, crc, offset }: Written): Buffer {
  const zip64 = buildZip64Extra(part, [size, packed.length, offset])
  const extra = Buffer.concat([zip64, part.extra ?? new Uint8Array(0)])
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE((3 << 8) | 20, 4)
  record.writeUInt16LE(flags, 8)
  record.writeUInt16LE(part.method ?? 0, 10)
  record.writeUInt32LE(crc, 16)
  record.writeUInt32LE(part.zip64 ? 0xffffffff : packed.length, 20)
  record.writeUInt32LE(part.zip64 ? 0xffffffff : size, 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt16LE(extra.length, 30)
  record.writeUInt16LE(part.unixMode ?? 0o100644, 40)
  record.writeUInt32LE(part.zip64 ? 0xffffffff : offset, 42)
  return Buffer.concat([record, name, extra])
}

function buildZip64Extra(part: ZipPart, values: number[]): Buffer {
  if (!part.zip64) return Buffer.alloc(0)
  const extra = Buffer.alloc(4 + values.length * 8)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(values.length * 8, 2)
  values.forEach((value, i) => extra.writeBigUInt64LE(BigInt(value), 4 + i * 8))
  return extra
}

function buildEndRecords(
  count: number,
  size: number,
  offset: number,
  options: ZipOptions,
): Buffer[] {
  const comment = Buffer.from(options.comment ?? [])
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(options.disk ?? 0, 4)
  end.writeUInt16LE(options.zip64 ? 0xffff : count, 10)
  end.writeUInt32LE(options.zip64 ? 0xffffffff : (options.claimedDirectorySize ?? size), 12)
  end.writeUInt32LE(options.zip64 ? 0xffffffff : offset + (options.directoryOffsetError ?? 0), 16)
  end.writeUInt16LE(comment.length, 20)
  return options.zip64 ? [buildZip64End(count, size, offset), end, comment] : [end, comment]
}

function buildZip64End(count: number, size: number, offset: number): Buffer {
  const bytes = Buffer.alloc(76)
  bytes.writeUInt32LE(0x06064b50, 0)
  bytes.writeBigUInt64LE(44n, 4)
  bytes.writeBigUInt64LE(BigInt(count), 32)
  bytes.writeBigUInt64LE(BigInt(size), 40)
  bytes.writeBigUInt64LE(BigInt(offset), 48)
  bytes.writeUInt32LE(0x07064b50, 56)
  bytes.writeBigUInt64LE(BigInt(offset + size), 64)
  return bytes
}
