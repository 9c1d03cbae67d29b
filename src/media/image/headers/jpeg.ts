import { type ImageBytes, NeedMore } from './image-bytes'
import { readOrientation, swapsWidthAndHeight } from './tiff'

const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda
const APP1 = 0xe1
const APP2 = 0xe2

/** Data from the frame header and the segments before it. */
export interface JpegFrame {
  /** Size in pixels as stored, before EXIF rotation. */
  width: number
  height: number
  /** EXIF orientation, from 1 to 8, or undefined if there is none. */
  orientation: number | undefined
}

interface Segment {
  marker: number
  /** Range of the content, without marker and length. */
  start: number
  end: number
}

/** Returns the width and height after EXIF rotation. */
export function readJpegSize(bytes: ImageBytes): [number, number] | null {
  const frame = readJpegFrame(bytes)
  if (!frame) return null
  const { width, height, orientation } = frame
  return swapsWidthAndHeight(orientation) ? [height, width] : [width, height]
}

/** Walks the segments up to the frame header. An EXIF segment before it may rotate the image. */
export function readJpegFrame(bytes: ImageBytes): JpegFrame | null {
  let orientation: number | undefined
  for (const { marker, start, end } of listSegments(bytes)) {
    if (isFrameHeader(marker)) {
      return { height: bytes.u16be(start + 1), width: bytes.u16be(start + 3), orientation }
    }
    if (marker === APP1) orientation ??= readExifOrientation(bytes, start, end)
  }
  return null
}

export interface JpegColors {
  /** Number of color components. */
  components: number
  /** The embedded color profile, or null if there is none. */
  profile: Uint8Array | null
}

/** Reads how the colors of a complete JPEG are stored. Returns null if there is no frame header. */
export function readJpegColors(bytes: ImageBytes): JpegColors | null {
  const parts: Uint8Array[] = []
  for (const { marker, start, end } of listSegments(bytes)) {
    if (isFrameHeader(marker)) {
      const profile = parts.length > 0 ? Buffer.concat(parts) : null
      return { components: bytes.u8(start + 5), profile }
    }
    const isProfile = marker === APP2 && bytes.ascii(start, 12) === 'ICC_PROFILE\0'
    if (isProfile) parts.push(bytes.slice(start + 14, end))
  }
  return null
}

/** Yields the segments before the image data. */
function* listSegments(bytes: ImageBytes): Generator<Segment> {
  let at = 2
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
    if (marker === END_OF_IMAGE || marker === START_OF_SCAN) return

    // Decoders do not skip any bytes of a segment whose length is wrong.
    const length = Math.max(2, bytes.u16be(at + 2))
    yield { marker, start: at + 4, end: at + 2 + length }
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
