import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { BadFile } from './contents'

/** Without waiting: a named pipe in a library folder would else hang the scan for ever. */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** A file opened once and read at any place. Reads are synchronous: use it in a Worker or child. */
export class BookFile implements Disposable {
  readonly size: number
  readonly #descriptor: number
  #open = true

  constructor(path: string) {
    this.#descriptor = openSync(path, openFlags)
    try {
      const stat = fstatSync(this.#descriptor)
      if (!stat.isFile()) throw new BadFile('unreadable', 'This is not a file.')
      this.size = stat.size
    } catch (error) {
      closeSync(this.#descriptor)
      throw error
    }
  }

  /** Exactly `length` bytes; a range outside the file is a cut or lying file. */
  read(offset: number, length: number): Buffer {
    if (!(offset >= 0 && length >= 0 && offset + length <= this.size)) throw cutOff()
    const buffer = Buffer.allocUnsafe(length)
    this.readInto(buffer, offset)
    return buffer
  }

  /** As many bytes as there are from `offset` on, at most `length`. */
  readUpTo(offset: number, length: number): Buffer {
    return this.read(offset, Math.max(0, Math.min(length, this.size - offset)))
  }

  /** Fills `buffer` from `offset` on. */
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

const cutOff = () =>
  new BadFile('truncated', 'The file is cut off or damaged: a part it should have is missing.')
