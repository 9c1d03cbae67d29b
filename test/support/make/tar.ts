/** TAR archives for tests, plain or compressed. */
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { compress } from './seven-zip'

export interface TarPart {
  name: string
  data: Uint8Array | string
  /** Type flag: `0` for a file (default), `5` for a folder, `2` for a link. */
  type?: string
  /** Format of a long name. */
  style?: 'pax' | 'gnu' | 'prefix'
  claimedSize?: number
  /** Writes the size as a binary number. */
  binarySize?: boolean
  /** The name in another encoding. */
  rawName?: Uint8Array
}

export function makeTar(parts: TarPart[], { withoutEnd = false } = {}): Buffer<ArrayBuffer> {
  const end = withoutEnd ? [] : [Buffer.alloc(1024)]
  return Buffer.concat([...parts.flatMap(buildMember), ...end])
}

export function makeGzipTar(parts: TarPart[]): Buffer<ArrayBuffer> {
  return Buffer.from(gzipSync(makeTar(parts)))
}

export function makeZstdTar(parts: TarPart[]): Buffer<ArrayBuffer> {
  return Buffer.from(zstdCompressSync(makeTar(parts)))
}

export const makeXzTar = (parts: TarPart[]) => compress(makeTar(parts), 'xz')
export const makeBzip2Tar = (parts: TarPart[]) => compress(makeTar(parts), 'bzip2')

function buildMember(part: TarPart): Buffer[] {
  const data = Buffer.from(part.data)
  const name = Buffer.from(part.rawName ?? Buffer.from(part.name))
  const longNameBlocks: Buffer[] = []
  if (part.style === 'gnu')
    longNameBlocks.push(...buildBlock('././@LongLink', Buffer.concat([name, zero]), 'L'))
  if (part.style === 'pax')
    longNameBlocks.push(...buildBlock('PaxHeader', buildPaxRecord('path', part.name), 'x'))
  return [...longNameBlocks, ...buildBlock(part.name, data, part.type ?? '0', part)]
}

const zero = Buffer.alloc(1)

function buildBlock(name: string, data: Buffer, type: string, part?: TarPart): Buffer[] {
  const header = Buffer.alloc(512)
  const cut = part?.style === 'prefix' ? name.lastIndexOf('/') : -1
  Buffer.from(part?.rawName ?? Buffer.from(name.slice(cut + 1))).copy(header, 0, 0, 100)
  header.write('0000644\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  writeSize(header, part?.claimedSize ?? data.length, part?.binarySize ?? false)
  header.write('13605464000\0', 136)
  header.write('        ', 148)
  header.write(type, 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  if (cut > 0) header.write(name.slice(0, cut), 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return [header, data, Buffer.alloc((512 - (data.length % 512)) % 512)]
}

function writeSize(header: Buffer, size: number, binary: boolean) {
  if (!binary) header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  else {
    header[124] = 0x80
    header.writeBigUInt64BE(BigInt(size), 128)
  }
}

/** Builds a record. Its leading number is the length of the whole record, including the number. */
export function buildPaxRecord(key: string, value: string): Buffer {
  const rest = Buffer.from(` ${key}=${value}\n`)
  let length = rest.length + 1
  while (String(length).length + rest.length !== length) length++
  return Buffer.concat([Buffer.from(String(length)), rest])
}
