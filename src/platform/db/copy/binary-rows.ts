/** Rows in the binary format of PostgreSQL's COPY, which needs no escaping and is lossless. */
import type { CopiedRow, CopiedValue } from './copy-sides'
import type { ColumnKind, TableShape } from './table-shapes'

/** Signature, flags, and the length of an empty header extension. */
const header = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
/** Microseconds from 1970 to 2000, the epoch of PostgreSQL timestamps. */
const epochOffset = 946_684_800_000_000n

export function encodeRows({ columns }: TableShape, rows: readonly CopiedRow[]): Buffer {
  const writers = columns.map(({ kind }) => fieldWriters[kind])
  const buffer = new GrowingBuffer()
  buffer.writeBytes(header)
  for (const row of rows) {
    buffer.writeInt16(columns.length)
    for (const [place, value] of row.entries()) {
      if (value === null) buffer.writeInt32(-1)
      else writers[place]!(buffer, value)
    }
  }
  buffer.writeInt16(-1)
  return buffer.getBytes()
}

type FieldWriter = (buffer: GrowingBuffer, value: CopiedValue) => void

/** Each writer writes the length of a value, followed by the value. */
const fieldWriters: Readonly<Record<ColumnKind, FieldWriter>> = {
  uuid: (buffer, value) => {
    buffer.writeInt32(16)
    buffer.writeHex(String(value).replaceAll('-', ''))
  },
  text: (buffer, value) => buffer.writeText('', String(value)),
  // The version of the jsonb format precedes the text.
  json: (buffer, value) => buffer.writeText('\u0001', String(value)),
  boolean: (buffer, value) => {
    buffer.writeInt32(1)
    buffer.writeInt8(value === true ? 1 : 0)
  },
  integer: (buffer, value) => {
    buffer.writeInt32(4)
    buffer.writeInt32(Number(value))
  },
  long: (buffer, value) => {
    buffer.writeInt32(8)
    buffer.writeInt64(BigInt(Number(value)))
  },
  real: (buffer, value) => {
    buffer.writeInt32(8)
    buffer.writeDouble(Number(value))
  },
  instant: (buffer, value) => {
    buffer.writeInt32(8)
    buffer.writeInt64(BigInt(Number(value)) * 1000n - epochOffset)
  },
}

/** A UTF-16 code unit takes at most three bytes in UTF-8. */
const maxBytesOfUnit = 3

class GrowingBuffer {
  #bytes = Buffer.allocUnsafe(64 * 1024)
  #length = 0

  getBytes = () => this.#bytes.subarray(0, this.#length)

  writeInt8(value: number) {
    this.#length = this.#reserve(1).writeInt8(value, this.#length)
  }

  writeInt16(value: number) {
    this.#length = this.#reserve(2).writeInt16BE(value, this.#length)
  }

  writeInt32(value: number) {
    this.#length = this.#reserve(4).writeInt32BE(value, this.#length)
  }

  writeInt64(value: bigint) {
    this.#length = this.#reserve(8).writeBigInt64BE(value, this.#length)
  }

  writeDouble(value: number) {
    this.#length = this.#reserve(8).writeDoubleBE(value, this.#length)
  }

  writeBytes(bytes: Uint8Array) {
    this.#reserve(bytes.length).set(bytes, this.#length)
    this.#length += bytes.length
  }

  writeHex(text: string) {
    this.#length += this.#reserve(text.length / 2).write(text, this.#length, 'hex')
  }

  /** Writes the byte length, `prefix` and `text`. */
  writeText(prefix: string, text: string) {
    const bytes = this.#reserve(4 + prefix.length + text.length * maxBytesOfUnit)
    const start = this.#length + 4
    const middle = start + bytes.write(prefix, start, 'latin1')
    const end = middle + bytes.write(text, middle, 'utf8')
    bytes.writeInt32BE(end - start, this.#length)
    this.#length = end
  }

  #reserve(count: number): Buffer {
    const needed = this.#length + count
    if (needed <= this.#bytes.length) return this.#bytes
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
    return larger
  }
}
