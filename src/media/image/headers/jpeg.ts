import { type ImageBytes, NeedMore } from './image-bytes'
import { readOrientation, swapsWidthAndHeight } from './tiff'

const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda
const APP1 = 0xe1

/** Walks the segments up to the frame header. An EXIF segment before it may rotate the image. */
export function readJpegSize(bytes: ImageBytes): [number, number] | null {
  let at = 2
  let turned: number | undefined
  for (;;) {
    const marker = bytes.u8(at + 1)
    if (bytes.u8(at) !== 0xff || marker === 0xff) {
      at++
      continue
    }
    if (isBare(marker)) {
      at += 2
      continue
    }
    if (marker === END_OF_IMAGE || marker === START_OF_SCAN) return null

    const length = bytes.u16be(at + 2)
    if (length < 2) return null
    if (isFrameHeader(marker)) {
      const height = bytes.u16be(at + 5)
      const width = bytes.u16be(at + 7)
      return swapsWidthAndHeight(turned) ? [height, width] : [width, height]
    }
    if (marker === APP1) turned ??= readExifOrientation(bytes, at + 4, at + 2 + length)
    at += 2 + length
  }
}

/** Returns whether the marker has no length, as with TEM, SOI and the restart markers. */
const isBare = (marker: number) => marker === 1 || (marker >= 0xd0 && marker <= 0xd8)

/**
 * Returns whether the marker is in the range SOF0 to SOF15, but is not DHT, JPG or DAC, which are
 * also in this range.
 */
function isFrameHeader(marker: number): boolean {
  if (marker < 0xc0 || marker > 0xcf) return false
  return marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function readExifOrientation(bytes: ImageBytes, at: number, end: number): number | undefined {
  if (at + 14 > end || bytes.ascii(at, 4) !== 'Exif') return undefined
  try {
    return readOrientation(bytes, at + 6)
  } catch (error) {
    // Broken EXIF data may point anywhere. Reading more bytes helps only if the segment is
    // incomplete.
    if (error instanceof NeedMore && end <= bytes.length) return undefined
    if (error instanceof NeedMore) throw new NeedMore(end)
    throw error
  }
}
