/**
 * Writes a ZIP file, entry by entry. Sizes are unknown at the start of an entry, so its header is
 * rewritten at its end. The file must therefore be seekable.
 */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import {
  buildDirectoryRecord,
  buildEnd,
  buildLocalHeader,
  type EntryFacts,
  isLarge,
} from './zip-records'

const chunkBytes = 256 * 1024
/** An empty final block, which ends a deflate stream. */
const lastBlock = Buffer.from([3, 0])

export interface PackedEntry {
  name: string
  method: number
  crc: number
  size: number
  packedSize: number
}

export class ZipWriter {
  readonly #descriptor: number
  readonly #time: Date
  readonly #entries: EntryFacts[] = []
  #position = 0
  #open: EntryFacts | undefined
  #waiting: Buffer[] = []
  #waitingBytes = 0

  /** `time` is the modification time of all entries. The file must not exist. */
  constructor(path: string, time: Date) {
    this.#descriptor = openSync(path, 'wx', 0o600)
    this.#time = time
  }

  /** Begins an entry of any size. Its bytes are deflated. */
  begin(name: string) {
    this.#open = this.#start({ name, method: 8, crc: 0, size: 0, packedSize: 0 }, true)
  }

  add(bytes: Buffer) {
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    if (this.#waitingBytes >= chunkBytes) this.#deflate()
  }

  end() {
    const entry = this.#open!
    this.#deflate()
    this.#write(lastBlock)
    entry.packedSize += lastBlock.length
    this.#open = undefined
    const header = buildLocalHeader(entry, this.#time)
    writeAll(this.#descriptor, header, entry.offset)
  }

  /** Adds an entry that is not deflated. */
  addStored(name: string, bytes: Uint8Array) {
    const size = bytes.length
    this.addPacked({ name, method: 0, crc: crc32(bytes), size, packedSize: size }, [bytes])
  }

  /**
   * Adds an entry that is already compressed, for example in another archive, without changing it.
   */
  addPacked(entry: PackedEntry, parts: Iterable<Uint8Array>) {
    this.#start(entry, isLarge(entry))
    for (const part of parts) this.#write(part)
  }

  /** Writes the central directory. When this returns, everything is on disk. */
  finish() {
    const start = this.#position
    for (const entry of this.#entries) this.#write(buildDirectoryRecord(entry, this.#time))
    this.#write(buildEnd({ start, end: this.#position, count: this.#entries.length }))
    fsyncSync(this.#descriptor)
  }

  close() {
    closeSync(this.#descriptor)
  }

  #start(entry: PackedEntry, isZip64: boolean): EntryFacts {
    const facts = { ...entry, isZip64, offset: this.#position }
    this.#entries.push(facts)
    this.#write(buildLocalHeader(facts, this.#time))
    return facts
  }

  #deflate() {
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    const entry = this.#open!
    if (bytes.length === 0) return
    const packed = deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    entry.packedSize += packed.length
    this.#write(packed)
  }

  #write(bytes: Uint8Array) {
    writeAll(this.#descriptor, bytes, this.#position)
    this.#position += bytes.length
  }
}

function writeAll(descriptor: number, bytes: Uint8Array, position: number) {
  for (let from = 0; from < bytes.length;) {
    from += writeSync(descriptor, bytes, from, bytes.length - from, position + from)
  }
}
