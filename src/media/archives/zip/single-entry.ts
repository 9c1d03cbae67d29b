import type { BookFile } from '../../contents/book-file'
import type { ArchiveBytes } from '../sevenzip/seven-zip-wasm'
import type { ZipEntry } from './central-directory'
import { OLD_ZSTD, ZSTD } from './rare-methods'

const localHeaderBytes = 30
const recordBytes = 46
const endBytes = 22
/** Version of the format that includes all methods. */
const neededVersion = 63
/** Flags that belong to the compression method, such as the end mark of LZMA. */
const methodFlags = 6
const name = Buffer.from('1')

/** One entry of a ZIP as an archive of its own, without copying its packed bytes. */
export class SingleEntryZip implements ArchiveBytes {
  readonly size: number
  readonly #file: BookFile
  readonly #offset: number
  readonly #packedSize: number
  readonly #head: Buffer
  readonly #tail: Buffer

  constructor(file: BookFile, entry: ZipEntry, offset: number) {
    this.#file = file
    this.#offset = offset
    this.#packedSize = entry.packedSize
    this.#head = buildLocalHeader(entry)
    this.#tail = buildDirectory(entry, this.#head.length + entry.packedSize)
    this.size = this.#head.length + entry.packedSize + this.#tail.length
  }

  readInto(target: Uint8Array, position: number) {
    const packedAt = this.#head.length
    const tailAt = packedAt + this.#packedSize
    copyRange(this.#head, target, -position)
    copyRange(this.#tail, target, tailAt - position)
    const from = Math.max(position, packedAt)
    const to = Math.min(position + target.length, tailAt)
    if (from >= to) return
    const part = target.subarray(from - position, to - position)
    this.#file.readInto(part, this.#offset + from - packedAt)
  }
}

/** Copies the bytes that are inside the target when the source is placed at `start`. */
function copyRange(source: Buffer, target: Uint8Array, start: number) {
  const from = Math.max(0, -start)
  const to = Math.min(source.length, target.length - start)
  if (from < to) target.set(source.subarray(from, to), start + from)
}

function buildLocalHeader(entry: ZipEntry): Buffer {
  const header = Buffer.alloc(localHeaderBytes)
  header.write('PK\x03\x04', 'latin1')
  writeFields(header, 4, entry)
  return Buffer.concat([header, name])
}

function buildDirectory(entry: ZipEntry, start: number): Buffer {
  const record = Buffer.alloc(recordBytes)
  record.write('PK\x01\x02', 'latin1')
  record.writeUInt16LE(neededVersion, 4)
  writeFields(record, 6, entry)
  const end = Buffer.alloc(endBytes)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(recordBytes + name.length, 12)
  end.writeUInt32LE(start, 16)
  return Buffer.concat([record, name, end])
}

/** Writes the fields that are the same in both headers. */
function writeFields(header: Buffer, at: number, entry: ZipEntry) {
  header.writeUInt16LE(neededVersion, at)
  header.writeUInt16LE(entry.flags & methodFlags, at + 2)
  header.writeUInt16LE(entry.method === OLD_ZSTD ? ZSTD : entry.method, at + 4)
  header.writeUInt32LE(entry.crc, at + 10)
  header.writeUInt32LE(entry.packedSize, at + 14)
  header.writeUInt32LE(entry.size, at + 18)
  header.writeUInt16LE(name.length, at + 22)
}
