/**
 * RAR archives with stored (uncompressed) files, written according to the published format notes.
 */
import { crc32 } from 'node:zlib'

export interface RarPart {
  name: string
  data: Uint8Array
  /** False header values that replace the correct ones. */
  claims?: Partial<{
    size: number
    packedSize: number
    method: number
    dictionary: number
    /** RAR 4: version that is needed to unpack the file. */
    version: number
  }>
  encrypted?: boolean
  splitAfter?: boolean
  folder?: boolean
  symlink?: boolean
  /** RAR 5: name of another file whose contents this entry refers to. */
  copyOf?: string
  /**
   * RAR 4: stored bytes of the name. `unicode` marks them as UTF-8 or RAR 4 Unicode encoding.
   */
  rawName?: Uint8Array
  unicode?: boolean
}

export interface RarOptions {
  solid?: boolean
  volume?: boolean
  /** Also encrypts the names. */
  encryptedHeaders?: boolean
  /** Omits the end-of-archive block. */
  withoutEnd?: boolean
}

export function makeRar5(parts: RarPart[], options: RarOptions = {}): Buffer<ArrayBuffer> {
  const archiveFlags = (options.volume ? 1 : 0) | (options.solid ? 4 : 0)
  const start = options.encryptedHeaders ? [4, 0, 0, 0] : [1, 0, ...encodeVarint(archiveFlags)]
  return Buffer.concat([
    Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1'),
    buildBlock5(start),
    ...parts.flatMap((part) => [buildBlock5(buildFileHeader5(part)), part.data]),
    options.withoutEnd ? Buffer.alloc(0) : buildBlock5([5, 0, 0]),
  ])
}

function buildFileHeader5(part: RarPart): number[] {
  const { name, data, claims = {} } = part
  const { size = data.length, packedSize = data.length, method = 0, dictionary = 0 } = claims
  const raw = [...Buffer.from(name)]
  const extra = buildExtraArea5(part)
  const crc = Buffer.alloc(4)
  crc.writeUInt32LE(crc32(data))
  return [
    2,
    ...encodeVarint(2 | (extra.length > 0 ? 1 : 0) | (part.splitAfter ? 16 : 0)),
    ...(extra.length > 0 ? encodeVarint(extra.length) : []),
    ...encodeVarint(packedSize),
    ...encodeVarint(4 | (part.folder ? 1 : 0)),
    ...encodeVarint(size),
    ...encodeVarint(0o100644),
    ...crc,
    ...encodeVarint((method << 7) | (dictionary << 10)),
    1,
    ...encodeVarint(raw.length),
    ...raw,
    ...extra,
  ]
}

function buildExtraArea5({ encrypted, symlink, copyOf }: RarPart): number[] {
  if (encrypted) return [2, 1, 0]
  if (!symlink && copyOf === undefined) return []
  const target = [...Buffer.from(copyOf ?? 'elsewhere')]
  const record = [5, symlink ? 1 : 5, 0, ...encodeVarint(target.length), ...target]
  return [...encodeVarint(record.length), ...record]
}

function buildBlock5(body: number[]): Buffer {
  const sized = Buffer.from([...encodeVarint(body.length), ...body])
  const crc = Buffer.alloc(4)
  crc.writeUInt32LE(crc32(sized))
  return Buffer.concat([crc, sized])
}

function encodeVarint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  do {
    const low = rest % 128
    rest = Math.floor(rest / 128)
    bytes.push(low | (rest > 0 ? 128 : 0))
  } while (rest > 0)
  return bytes
}

export function makeRar4(parts: RarPart[], options: RarOptions = {}): Buffer<ArrayBuffer> {
  const flags =
    (options.volume ? 1 : 0) | (options.solid ? 8 : 0) | (options.encryptedHeaders ? 0x80 : 0)
  return Buffer.concat([
    Buffer.from('Rar!\x1a\x07\x00', 'latin1'),
    buildBlock4(0x73, flags, Buffer.alloc(6)),
    ...parts.flatMap((part) => [buildFile4(part), part.data]),
    options.withoutEnd ? Buffer.alloc(0) : buildBlock4(0x7b, 0x4000, Buffer.alloc(0)),
  ])
}

function buildFile4(part: RarPart): Buffer {
  const { name, data, claims = {} } = part
  const usual = {
    size: data.length,
    packedSize: data.length,
    method: 0,
    dictionary: 0,
    version: 29,
  }
  const { size, packedSize, method, dictionary, version } = { ...usual, ...claims }
  const raw = Buffer.from(part.rawName ?? Buffer.from(name))
  const body = Buffer.alloc(25)
  body.writeUInt32LE(packedSize % 2 ** 32, 0)
  body.writeUInt32LE(size % 2 ** 32, 4)
  body[8] = 3
  body.writeUInt32LE(crc32(data), 9)
  body.writeUInt32LE((40 << 25) | (1 << 21) | (1 << 16), 13)
  body[17] = version
  body[18] = 0x30 + method
  body.writeUInt16LE(raw.length, 19)
  body.writeUInt32LE(part.symlink ? 0o120777 : 0o100644, 21)
  const flags =
    0x8000 |
    (part.splitAfter ? 2 : 0) |
    (part.encrypted ? 4 : 0) |
    (part.folder ? 0xe0 : dictionary << 5) |
    (part.unicode ? 0x200 : 0)
  return buildBlock4(0x74, flags, Buffer.concat([body, raw]))
}

function buildBlock4(type: number, flags: number, rest: Uint8Array): Buffer {
  const block = Buffer.concat([Buffer.alloc(7), rest])
  block[2] = type
  block.writeUInt16LE(flags, 3)
  block.writeUInt16LE(block.length, 5)
  block.writeUInt16LE(crc32(block.subarray(2)) & 0xffff, 0)
  return block
}
