import { BadFile } from '../../contents/contents'
import { archiveMessages } from '../messages'

/** Reads a RAR header sequentially with bounds checks. */
export class HeaderBytes {
  at = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get length(): number {
    return this.#bytes.length
  }

  u8(): number {
    return this.#bytes[this.#take(1)] ?? 0
  }

  u16(): number {
    return this.#bytes.readUInt16LE(this.#take(2))
  }

  u32(): number {
    return this.#bytes.readUInt32LE(this.#take(4))
  }

  /** Reads an integer of variable length: seven bits per byte, lowest first. */
  variable(): number {
    let value = 0
    let place = 1
    for (let i = 0; i < 10; i++) {
      const byte = this.u8()
      value += (byte & 127) * place
      if (byte < 128) return toSafeNumber(value)
      place *= 128
    }
    throw damagedHeader()
  }

  take(length: number): Buffer {
    const start = this.#take(length)
    return this.#bytes.subarray(start, start + length)
  }

  /** Returns the last `length` bytes. */
  tail(length: number): HeaderBytes {
    if (length > this.#bytes.length) throw damagedHeader()
    return new HeaderBytes(this.#bytes.subarray(this.#bytes.length - length))
  }

  #take(length: number): number {
    const start = this.at
    if (start + length > this.#bytes.length) throw damagedHeader()
    this.at += length
    return start
  }
}

function toSafeNumber(value: number): number {
  if (!Number.isSafeInteger(value)) throw damagedHeader()
  return value
}

export const damagedHeader = () => new BadFile('truncated', archiveMessages.cut_off())
