import { readPngSize, readWebpSize } from './chunks'
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
/**
 * Maximum number of bytes to read. Programs write thumbnails, profiles and edits of several
 * megabytes before the size.
 */
export const maxHeadBytes = 16 << 20
const maxSide = 1_000_000
const maxRounds = 9

interface Unfinished {
  /** Number of bytes needed. */
  need: number
  /** The dimensions that are known without these bytes. */
  sofar: Dimensions | null
}

/** Returns the dimensions, or how many bytes are needed, or null for an unknown format. */
export function probeDimensions(bytes: Uint8Array): Dimensions | Unfinished | null {
  const image = new ImageBytes(bytes)
  let mediaType: string | null = null
  try {
    mediaType = detectImageType(image)
    if (!mediaType) return null
    const size = sizers[mediaType]?.(image) ?? null
    return { mediaType, ...limitDimensions(size) }
  } catch (error) {
    if (!(error instanceof NeedMore)) throw error
    const sofar = mediaType ? { mediaType, ...limitDimensions(error.unturned) } : null
    return { need: error.need, sofar }
  }
}

/**
 * Reads as much of the image as needed, from 2 KiB to 16 MiB. `readStart` returns the first bytes
 * of the image, and may return fewer than requested.
 */
export function readDimensions(
  head: Uint8Array,
  readStart: (length: number) => Uint8Array,
): Dimensions | null {
  let bytes = head
  let sofar: Dimensions | null = null
  for (let round = 0; round < maxRounds; round++) {
    const probe = probeDimensions(bytes)
    if (!probe || !('need' in probe)) return probe
    sofar = probe.sofar
    if (probe.need > maxHeadBytes) break
    const more = readStart(Math.min(maxHeadBytes, Math.max(probe.need + 64, bytes.length * 4)))
    if (more.length <= bytes.length) break
    bytes = more
  }
  return sofar
}

const sizers: Record<string, (image: ImageBytes) => [number, number] | null> = {
  'image/jpeg': readJpegSize,
  'image/png': readPngSize,
  'image/gif': (image) => [image.u16le(6), image.u16le(8)],
  'image/webp': readWebpSize,
  'image/bmp': readBmpSize,
  'image/tiff': readTiffSize,
  'image/avif': readHeifSize,
  'image/heic': readHeifSize,
  'image/jxl': (image) =>
    image.u16be(0) === 0xff0a ? readJxlSize(image) : readBoxedJxlSize(image),
}

/** The oldest header, of 12 bytes, has shorter fields. */
function readBmpSize(image: ImageBytes): [number, number] {
  if (image.u32le(14) === 12) return [image.u16le(18), image.u16le(20)]
  return [Math.abs(image.i32le(18)), Math.abs(image.i32le(22))]
}

function detectImageType(image: ImageBytes): string | null {
  const magic = image.ascii(0, 4)
  if (magic.startsWith('\xff\xd8')) return 'image/jpeg'
  if (magic === '\x89PNG') return 'image/png'
  if (magic === 'GIF8') return 'image/gif'
  // The sign after the byte order is + in files with 64-bit offsets.
  if (/^(II[*+]\0|MM\0[*+])$/.test(magic)) return 'image/tiff'
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

function limitDimensions(size: [number, number] | null) {
  const [width, height] = size ?? [0, 0]
  const sane = width > 0 && height > 0 && width <= maxSide && height <= maxSide
  return sane ? { width, height } : { width: null, height: null }
}
