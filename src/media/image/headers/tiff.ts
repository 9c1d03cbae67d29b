import { ImageBytes, NeedMore } from './image-bytes'

const WIDTH = 256
const HEIGHT = 257
const ORIENTATION = 274
const SHORT = 3
const LONG8 = 16
const BIG = 43
const maxFields = 500

/** Returns the width and height of the first image in a TIFF. */
export function readTiffSize(bytes: ImageBytes): [number, number] | null {
  const fields = readFields(bytes, 0)
  const width = fields.get(WIDTH)
  const height = fields.get(HEIGHT)
  if (!width || !height) return null
  return swapsWidthAndHeight(fields.get(ORIENTATION)) ? [height, width] : [width, height]
}

/** Returns the EXIF orientation (1 to 8) of a TIFF structure inside another file. */
export function readOrientation(bytes: ImageBytes, start: number): number | undefined {
  return readFields(bytes, start).get(ORIENTATION)
}

/** Orientations 5 to 8 involve a 90-degree rotation. */
export const swapsWidthAndHeight = (value: number | undefined) =>
  value !== undefined && value > 4 && value < 9

/** Returns the orientation in a whole EXIF block, which may point anywhere if it is broken. */
export function readExifBlock(bytes: ImageBytes, start: number, end: number): number | undefined {
  const block = new ImageBytes(bytes.slice(start, end))
  try {
    return readOrientation(block, block.ascii(0, 6) === 'Exif\0\0' ? 6 : 0)
  } catch (error) {
    if (error instanceof NeedMore) return undefined
    throw error
  }
}

/**
 * Returns the size after rotation. If the bytes with the orientation are missing, throws a
 * `NeedMore` that contains the size as stored.
 */
export function turnSize(
  size: [number, number],
  getOrientation: () => number | undefined,
): [number, number] {
  try {
    return swapsWidthAndHeight(getOrientation()) ? [size[1], size[0]] : size
  } catch (error) {
    if (error instanceof NeedMore) throw new NeedMore(error.need, size)
    throw error
  }
}

function readFields(bytes: ImageBytes, start: number): Map<number, number> {
  const little = bytes.u8(start) === 0x49
  const u16 = (at: number) => (little ? bytes.u16le(at) : bytes.u16be(at))
  const u32 = (at: number) => (little ? bytes.u32le(at) : bytes.u32be(at))
  const u64 = (at: number) =>
    little ? u32(at) + u32(at + 4) * 2 ** 32 : u32(at + 4) + u32(at) * 2 ** 32

  // BigTIFF has 64-bit offsets and counts.
  const isBig = u16(start + 2) === BIG
  const directory = start + (isBig ? u64(start + 8) : u32(start + 4))
  const count = Math.min(isBig ? u64(directory) : u16(directory), maxFields)
  const first = directory + (isBig ? 8 : 2)
  const fields = new Map<number, number>()
  for (let i = 0; i < count; i++) {
    const at = first + i * (isBig ? 20 : 12)
    const tag = u16(at)
    if (tag !== WIDTH && tag !== HEIGHT && tag !== ORIENTATION) continue
    const value = at + (isBig ? 12 : 8)
    const type = u16(at + 2)
    fields.set(tag, type === SHORT ? u16(value) : type === LONG8 ? u64(value) : u32(value))
  }
  return fields
}
