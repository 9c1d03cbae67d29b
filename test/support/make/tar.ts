/** TAR archives for tests, plain or packed. */
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { packWhole } from './seven-zip'

export interface TarPart {
  name: string
  data: Uint8Array | string
  /** `0` a file (default), `5` a folder, `2` a link. */
  type?: string
  /** How a name that does not fit, or a size, is written. */
  style?: 'pax' | 'gnu' | 'prefix'
  claimedSize?: number
  /** The size as a binary number. */
  binarySize?: boolean
}

export function makeTar(parts: TarPart[], { endless = false } = {}): Buffer<ArrayBuffer> {
  const end = endless ? [] : [Buffer.alloc(1024)]
  return Buffer.concat([...parts.flatMap(member), ...end])
}

export function makePackedTar(parts: TarPart[]): Buffer<ArrayBuffer> {
  return Buffer.from(gzipSync(makeTar(parts)))
}

export function makeZstdTar(parts: TarPart[]): Buffer<ArrayBuffer> {
  return Buffer.from(zstdCompressSync(makeTar(parts)))
}

export const makeXzTar = (parts: TarPart[]) => packWhole(makeTar(parts), 'xz')
export const makeBzip2Tar = (parts: TarPart[]) => packWhole(makeTar(parts), 'bzip2')

function member(part: TarPart): Buffer[] {
  const data = Buffer.from(part.data)
  const name = Buffer.from(part.name)
  const ahead: Buffer[] = []
  if (part.style === 'gnu') ahead.push(...block('././@LongLink', Buffer.concat([name, zero]), 'L'))
  if (part.style === 'pax') ahead.push(...block('PaxHeader', paxRecord('path', part.name), 'x'))
  return [...ahead, ...block(part.name, data, part.type ?? '0', part)]
}

const zero = Buffer.alloc(1)

function block(name: string, data: Buffer, type: string, part?: TarPart): Buffer[] {
  const header = Buffer.alloc(512)
  const cut = part?.style === 'prefix' ? name.lastIndexOf('/') : -1
  Buffer.from(name.slice(cut + 1)).copy(header, 0, 0, 100)
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

/** The number in front counts the whole record, itself too. */
export function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.from(` ${key}=${value}\n`)
  let length = rest.length + 1
  while (String(length).length + rest.length !== length) length++
  return Buffer.concat([Buffer.from(String(length)), rest])
}
