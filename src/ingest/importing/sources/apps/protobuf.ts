/**
 * Reads the fields of a protobuf message by number, without a schema. Nothing is copied, and fields
 * that are not requested are skipped. Pure.
 */

/** The number in a `varint` or fixed-size field, or the bytes of a text or message. */
type ProtobufValue = bigint | number | Uint8Array

export interface ProtobufField {
  number: number
  value: ProtobufValue
}

export class BadProtobuf extends Error {}

const longestVarint = 10
const wire = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const

/** Throws `BadProtobuf` if the bytes are not a message. `onField` runs before each field. */
export function* readProtobuf(
  bytes: Uint8Array,
  onField: () => void = () => undefined,
): Generator<ProtobufField> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  while (at < bytes.length) {
    const key = readVarint(bytes, at)
    const number = Math.floor(Number(key.value) / 8)
    const type = Number(key.value) % 8
    if (number === 0 || number >= 2 ** 29) throw new BadProtobuf()
    onField()
    const field = readValue(view, bytes, { at: key.end, type })
    yield { number, value: field.value }
    at = field.end
  }
}

function readValue(
  view: DataView,
  bytes: Uint8Array,
  { at, type }: { at: number; type: number },
): { value: ProtobufValue; end: number } {
  if (type === wire.varint) return readVarint(bytes, at)
  if (type === wire.bytes) {
    const length = readVarint(bytes, at)
    const end = length.end + Number(length.value)
    if (end > bytes.length) throw new BadProtobuf()
    return { value: bytes.subarray(length.end, end), end }
  }
  const size = type === wire.fixed32 ? 4 : type === wire.fixed64 ? 8 : Number.NaN
  if (!(at + size <= bytes.length)) throw new BadProtobuf()
  const value = size === 4 ? view.getFloat32(at, true) : view.getFloat64(at, true)
  return { value, end: at + size }
}

/** Maximum number of bytes for which a number is always exact in JavaScript. */
const shortVarint = 7

interface Varint {
  value: number | bigint
  end: number
}

/** Avoids `bigint` for short numbers, which are the most common, because it is slow. */
function readVarint(bytes: Uint8Array, start: number): Varint {
  let value = 0
  for (let i = 0; i < shortVarint; i++) {
    const byte = bytes[start + i]
    if (byte === undefined) throw new BadProtobuf()
    value += (byte & 0x7f) * 2 ** (7 * i)
    if (byte < 0x80) return { value, end: start + i + 1 }
  }
  return readLongVarint(bytes, start)
}

function readLongVarint(bytes: Uint8Array, start: number): Varint {
  let value = 0n
  for (let i = 0; i < longestVarint; i++) {
    const byte = bytes[start + i]
    if (byte === undefined) break
    value |= BigInt(byte & 0x7f) << BigInt(7 * i)
    if (byte < 0x80) return { value: BigInt.asUintN(64, value), end: start + i + 1 }
  }
  throw new BadProtobuf()
}

const decoder = new TextDecoder()
const maxTextBytes = 40_000

/**
 * Returns the text without NUL characters, which databases cannot store, or null if the value is
 * not text.
 */
export function toFieldText(value: ProtobufValue, maxLength: number): string | null {
  if (!(value instanceof Uint8Array)) return null
  const text = decoder.decode(value.subarray(0, maxTextBytes)).replaceAll('\0', '')
  return text.slice(0, maxLength).toWellFormed()
}

export const toFieldNumber = (value: ProtobufValue): number =>
  value instanceof Uint8Array ? Number.NaN : Number(value)
