import { ImageBytes, NeedMore } from './image-bytes'
import { detectHeifMediaType, readHeifSize } from './heif'
import { readJpegSize } from './jpeg'
import { readBoxedJxlSize, readJxlSize } from './jxl'
import { readTiffSize } from './tiff'

/** Media type and size in pixels, read from the first bytes of an image without decoding it. */
export interface Dimensions {
  mediaType: string
  /** Width after EXIF and HEIF rotation, or null if unknown. */
  width: number | null
  height: number | null
}

export const headBytes = 2048
/** Programs write thumbnails, profiles and edits of several megabytes before the size. */
export const maxHeadBytes = 16 << 20
const maxSide = 1_000_000
const maxRounds = 9

/** Returns the dimensions, or the number of bytes needed, or null for an unknown format. */
export function probeDimensions(bytes: Uint8Array): Dimensions | { need: number } | null {
  const image = new ImageBytes(bytes)
  try {
    const mediaType = detectImageType(image)
    if (!mediaType) return null
    const size = sizers[mediaType]?.(image) ?? null
    return { mediaType, ...limitDimensions(size) }
  } catch (error) {
    if (error instanceof NeedMore) return { need: error.need }
    throw error
  }
}

/**
 * Reads as much of the image as needed, from 2 KiB to 16 MiB. `readStart` may return fewer bytes.
 */
export function readDimensions(
  head: Uint8Array,
  readStart: (length: number) => Uint8Array,
): Dimensions | null {
  let bytes = head
  for (let round = 0; round < maxRounds; round++) {
    const probe = probeDimensions(bytes)
    if (!probe || !('need' in probe)) return probe
    if (probe.need > maxHeadBytes) break
    const more = readStart(Math.min(maxHeadBytes, Math.max(probe.need + 64, bytes.length * 4)))
    if (more.length <= bytes.length) break
    bytes = more
  }
  const mediaType = typeOnly(bytes)
  return mediaType ? { mediaType, width: null, height: null } : null
}

const sizers: Record<string, (image: ImageBytes) => [number, number] | null> = {
  'image/jpeg': readJpegSize,
  'image/png': (image) => [image.u32be(16), image.u32be(20)],
  'image/gif': (image) => [image.u16le(6), image.u16le(8)],
  'image/webp': readWebpSize,
  'image/bmp': (image) => [Math.abs(image.i32le(18)), Math.abs(image.i32le(22))],
  'image/tiff': readTiffSize,
  'image/avif': readHeifSize,
  'image/heic': readHeifSize,
  'image/jxl': (image) =>
    image.u16be(0) === 0xff0a ? readJxlSize(image) : readBoxedJxlSize(image),
}

function detectImageType(image: ImageBytes): string | null {
  const magic = image.ascii(0, 4)
  if (magic.startsWith('\xff\xd8')) return 'image/jpeg'
  if (magic === '\x89PNG') return 'image/png'
  if (magic === 'GIF8') return 'image/gif'
  if (magic === 'II*\0' || magic === 'MM\0*') return 'image/tiff'
  if (magic.startsWith('\xff\x0a')) return 'image/jxl'
  if (magic.startsWith('BM')) return 'image/bmp'
  return detectContainerType(image, magic)
}

function detectContainerType(image: ImageBytes, magic: string): string | null {
  if (magic === 'RIFF') return image.ascii(8, 4) === 'WEBP' ? 'image/webp' : null
  const box = image.ascii(4, 4)
  if (box === 'ftyp') return detectHeifMediaType(image)
  return box === 'JXL ' ? 'image/jxl' : null
}

function readWebpSize(image: ImageBytes): [number, number] | null {
  const kind = image.ascii(12, 4)
  if (kind === 'VP8X') return [1 + image.u24le(24), 1 + image.u24le(27)]
  if (kind === 'VP8 ') return [image.u16le(26) & 0x3fff, image.u16le(28) & 0x3fff]
  if (kind !== 'VP8L') return null
  const packed = image.u32le(21)
  return [1 + (packed & 0x3fff), 1 + ((packed >>> 14) & 0x3fff)]
}

function limitDimensions(size: [number, number] | null) {
  const [width, height] = size ?? [0, 0]
  const sane = width > 0 && height > 0 && width <= maxSide && height <= maxSide
  return sane ? { width, height } : { width: null, height: null }
}

/** Detects the media type of an image that is too short to measure. */
function typeOnly(bytes: Uint8Array): string | null {
  try {
    return detectImageType(new ImageBytes(bytes))
  } catch (error) {
    if (error instanceof NeedMore) return null
    throw error
  }
}
