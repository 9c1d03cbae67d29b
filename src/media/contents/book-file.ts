import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { BadFile } from './contents'
import { fileMessages } from './messages'

/**
 * Opening is non-blocking, because a named pipe in a library folder would otherwise block the scan
 * forever.
 */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * An open file with random access. Reads are synchronous, so use this in a Worker or child process.
 */
export class BookFile implements Disposable {
  readonly size: number
  readonly #descriptor: number
  #open = true

  constructor(path: string) {
    this.#descriptor = openSync(path, openFlags)
    try {
      const stat = fstatSync(this.#descriptor)
      if (!stat.isFile()) throw new BadFile('unreadable', fileMessages.not_a_file())
      this.size = stat.size
    } catch (error) {
      closeSync(this.#descriptor)
      throw error
    }
  }

  /** Throws unless the range is within the file. */
  require(offset: number, length: number) {
    if (!(offset >= 0 && length >= 0 && offset + length <= this.size)) throw cutOff()
  }

  /** Returns exactly `length` bytes. */
  read(offset: number, length: number): Buffer {
    this.require(offset, length)
    const buffer = Buffer.allocUnsafe(length)
    this.readInto(buffer, offset)
    return buffer
  }

  /** Returns `length` bytes from `offset`, or fewer at the end of the file. */
  readUpTo(offset: number, length: number): Buffer {
    return this.read(Math.min(offset, this.size), Math.max(0, Math.min(length, this.size - offset)))
  }

  /** Fills `buffer` starting at `offset`. */
  readInto(buffer: Uint8Array, offset: number) {
    let done = 0
    while (done < buffer.length) {
      const count = readSync(this.#descriptor, buffer, done, buffer.length - done, offset + done)
      if (count <= 0) throw cutOff()
      done += count
    }
  }

  [Symbol.dispose]() {
    if (this.#open) closeSync(this.#descriptor)
    this.#open = false
  }
}

const cutOff = () => new BadFile('truncated', fileMessages.cut_off())
