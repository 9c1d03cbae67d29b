/** Reads the sizes of PNG and WebP images, which consist of chunks. */
import type { ImageBytes } from './image-bytes'
import { readExifBlock, turnSize } from './tiff'

const maxChunks = 10_000
const HAS_EXIF = 8

/** Returns the width and height after the rotation of an EXIF chunk before the image data. */
export const readPngSize = (image: ImageBytes): [number, number] =>
  turnSize([image.u32be(16), image.u32be(20)], () => readPngOrientation(image))

function readPngOrientation(image: ImageBytes): number | undefined {
  let at = 8
  for (let i = 0; i < maxChunks; i++) {
    const length = image.u32be(at)
    const kind = image.ascii(at + 4, 4)
    if (kind === 'eXIf') return readExifBlock(image, at + 8, at + 8 + length)
    if (kind === 'IDAT' || kind === 'IEND') return undefined
    at += 12 + length
  }
  return undefined
}

/** Returns the width and height after EXIF rotation. */
export function readWebpSize(image: ImageBytes): [number, number] | null {
  const kind = image.ascii(12, 4)
  if (kind === 'VP8X') {
    const size: [number, number] = [1 + image.u24le(24), 1 + image.u24le(27)]
    const hasExif = (image.u8(20) & HAS_EXIF) !== 0
    return hasExif ? turnSize(size, () => readWebpOrientation(image)) : size
  }
  if (kind === 'VP8 ') return [image.u16le(26) & 0x3fff, image.u16le(28) & 0x3fff]
  if (kind !== 'VP8L') return null
  const packed = image.u32le(21)
  return [1 + (packed & 0x3fff), 1 + ((packed >>> 14) & 0x3fff)]
}

/** The EXIF chunk follows the image data. */
function readWebpOrientation(image: ImageBytes): number | undefined {
  const end = 8 + image.u32le(4)
  let at = 12
  for (let i = 0; i < maxChunks && at + 8 <= end; i++) {
    const length = image.u32le(at + 4)
    if (image.ascii(at, 4) === 'EXIF') return readExifBlock(image, at + 8, at + 8 + length)
    at += 8 + length + (length % 2)
  }
  return undefined
}
