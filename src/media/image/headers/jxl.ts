import type { ImageBytes } from './image-bytes'
import { swapsWidthAndHeight } from './tiff'

const ratios = [0, 1, 12 / 10, 4 / 3, 3 / 2, 16 / 9, 5 / 4, 2]
const sizeBits = [9, 13, 18, 30]
const maxBoxes = 100

/**
 * Returns the width and height after rotation. In bare JPEG XL, the size header follows the two
 * signature bytes.
 */
export function readJxlSize(bytes: ImageBytes, start = 2): [number, number] {
  const bits = createBitReader(bytes, start)
  const small = bits(1) === 1
  const side = () => (small ? (bits(5) + 1) * 8 : bits(sizeBits[bits(2)] ?? 0) + 1)

  const height = side()
  const ratio = bits(3)
  const width = ratio === 0 ? side() : Math.floor(height * (ratios[ratio] ?? 0))
  const hasMetadata = bits(1) === 0
  const orientation = hasMetadata && bits(1) === 1 ? bits(3) + 1 : undefined
  return swapsWidthAndHeight(orientation) ? [height, width] : [width, height]
}

/** Reads the size from the codestream box of a JPEG XL image in a container. */
export function readBoxedJxlSize(bytes: ImageBytes): [number, number] | null {
  let at = 12
  for (let i = 0; i < maxBoxes; i++) {
    const long = bytes.u32be(at) === 1
    const length = long ? bytes.u32be(at + 8) * 2 ** 32 + bytes.u32be(at + 12) : bytes.u32be(at)
    const type = bytes.ascii(at + 4, 4)
    const body = at + (long ? 16 : 8) + (type === 'jxlp' ? 4 : 0)
    if (type === 'jxlc' || type === 'jxlp') {
      return bytes.u16be(body) === 0xff0a ? readJxlSize(bytes, body + 2) : null
    }
    if (length < 8) return null
    at += length
  }
  return null
}

/** Creates a function that reads bits, starting with the least significant one. */
function createBitReader(bytes: ImageBytes, start: number) {
  let position = start * 8
  return (count: number) => {
    let value = 0
    for (let i = 0; i < count; i++, position++) {
      value += ((bytes.u8(position >> 3) >> (position & 7)) & 1) * 2 ** i
    }
    return value
  }
}
