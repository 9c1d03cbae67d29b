/**
 * Thrown if a read goes beyond the available bytes. `dimensions.ts` catches it and requests more.
 */
export class NeedMore extends Error {
  readonly need: number
  /** Width and height if the image is not rotated, which only the missing bytes can show. */
  readonly unturned: [number, number] | null

  constructor(need: number, unturned: [number, number] | null = null) {
    super('more bytes are needed')
    this.need = need
    this.unturned = unturned
  }
}

/** The first bytes of an image, read with bounds checks. */
export class ImageBytes {
  readonly length: number
  readonly #bytes: Buffer

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.length = bytes.byteLength
  }

  u8(at: number): number {
    this.#require(at, 1)
    return this.#bytes[at] ?? 0
  }

  u16be(at: number): number {
    this.#require(at, 2)
    return this.#bytes.readUInt16BE(at)
  }

  u16le(at: number): number {
    this.#require(at, 2)
    return this.#bytes.readUInt16LE(at)
  }

  u24le(at: number): number {
    this.#require(at, 3)
    return this.#bytes.readUIntLE(at, 3)
  }

  u32be(at: number): number {
    this.#require(at, 4)
    return this.#bytes.readUInt32BE(at)
  }

  u32le(at: number): number {
    this.#require(at, 4)
    return this.#bytes.readUInt32LE(at)
  }

  i32le(at: number): number {
    this.#require(at, 4)
    return this.#bytes.readInt32LE(at)
  }

  ascii(at: number, length: number): string {
    this.#require(at, length)
    return this.#bytes.toString('latin1', at, at + length)
  }

  slice(at: number, end: number): Uint8Array {
    this.#require(at, end - at)
    return this.#bytes.subarray(at, end)
  }

  #require(at: number, length: number) {
    if (at + length > this.length) throw new NeedMore(at + length)
  }
}
