/**
 * Examines, resizes and converts images with sharp, using settings chosen by measurement. Use this
 * only in child processes.
 */
import type { Sharp } from 'sharp'
import { computeDominantColor } from './dominant-color'
import { detectHeifMediaType } from './headers/heif'
import { ImageBytes } from './headers/image-bytes'
import { toReadablePicture } from './convert-rare-formats'
import { maxPixels } from './pixel-limits'
import type { RawPixels } from './raw-pixels'

export interface MadePicture {
  bytes: Uint8Array
  width: number
  height: number
  /** Dominant color as `#rrggbb`. */
  color: string
}

/**
 * This WebP effort yields files 35% smaller than JPEG at better quality, with an acceptable
 * encoding time.
 */
const effort = 2

/** Height divided by width. Taller images are strips, whose thumbnails would be too narrow. */
const tallestCover = 2
const usualCover = 1.5
/** Width divided by height. Wider images are panoramas, whose thumbnails would be too flat. */
const widestCover = 4

/**
 * Creates a WebP that is at most `width` pixels wide. Applies EXIF rotation and makes transparency
 * white. Shows only the top of a strip and the left of a panorama, in the proportions of a cover.
 */
export async function makeThumbnail(
  source: Uint8Array | RawPixels,
  { width, quality }: { width: number; quality: number },
): Promise<MadePicture> {
  const picture = await openPicture(
    source instanceof Uint8Array ? await toReadablePicture(source) : source,
  )
  const { autoOrient: size } = await picture.metadata()
  picture.autoOrient()
  cropLongPicture(picture, size)
  const { data, info } = await picture
    .resize({ width, height: width * tallestCover, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    // Produces raw pixels first, so that the dominant color can be computed without decoding again.
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width: madeWidth, height, channels } = info
  const pixels = await openPicture({ data, width: madeWidth, height, channels })
  return {
    bytes: new Uint8Array(await pixels.webp({ quality, effort }).toBuffer()),
    width: madeWidth,
    height,
    color: computeDominantColor({ data, width: madeWidth, height, channels }),
  }
}

/** Keeps the top of a strip and the left of a panorama, in the proportions of a cover. */
function cropLongPicture(picture: Sharp, { width, height }: { width: number; height: number }) {
  if (height > width * tallestCover) {
    picture.extract({ left: 0, top: 0, width, height: Math.round(width * usualCover) })
  }
  if (width > height * widestCover) {
    const across = Math.max(1, Math.round(height / usualCover))
    picture.extract({ left: 0, top: 0, width: across, height })
  }
}

/** Size and format of a page image. */
export interface PageForm {
  width?: number
  height?: number
  /**
   * `inside` means at most the given width and height, `outside` at least. The image is never
   * enlarged.
   */
  fit: 'inside' | 'outside'
  /** Whether to crop strips and panoramas as in thumbnails. Otherwise, they become slivers. */
  isCropped?: boolean
  format: 'jpeg' | 'png' | 'webp' | 'avif'
  quality: number
  /** WebP effort from 0 to 6. The default is 0, because a user is waiting for the page. */
  effort?: number
}

/**
 * Maximum length of a side in pixels, by format. The PNG format allows longer sides than any image
 * that is processed here.
 */
export const longestSide = { jpeg: 65_500, png: 10_000_000, webp: 16_383, avif: 16_383 }

export async function makePage(
  source: Uint8Array | RawPixels,
  { width, height, fit, isCropped, format, quality, effort: asked = 0 }: PageForm,
): Promise<Uint8Array> {
  const longest = longestSide[format]
  const picture = await openPicture(
    source instanceof Uint8Array ? await toReadablePicture(source) : source,
  )
  picture.autoOrient()
  if (isCropped) cropLongPicture(picture, (await picture.metadata()).autoOrient)
  picture.resize({
    width: width ?? longest,
    height: height ?? longest,
    fit: width && height ? fit : 'inside',
    withoutEnlargement: true,
  })
  const made = {
    jpeg: () => picture.flatten({ background: '#ffffff' }).jpeg({ quality }),
    png: () => picture.png(),
    webp: () => picture.webp({ quality, effort: asked }),
    avif: () => picture.avif({ quality, effort: 0 }),
  }
  return new Uint8Array(await made[format]().toBuffer())
}

export interface PictureFacts {
  /** Media type according to the content, not the name. */
  mediaType: string
  width: number
  height: number
}

/** Examines an uploaded file. Throws if it is not an image or cannot be decoded. */
export async function examinePicture(bytes: Uint8Array): Promise<PictureFacts> {
  const picture = await openPicture(bytes, 'error')
  const { format, width, height, autoOrient } = await picture.metadata()
  const mediaType = mediaTypes[format ?? '']
  if (!mediaType || !width || !height) throw new Error(`unsupported image format: ${format}`)
  // Broken data may follow a valid header, so the image is decoded.
  await picture.resize({ width: 64 }).raw().toBuffer()
  return { mediaType, width: autoOrient.width, height: autoOrient.height }
}

const mediaTypes: Record<string, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  heif: 'image/avif',
}

export async function openPicture(
  source: Uint8Array | RawPixels,
  failOn: 'none' | 'error' = 'none',
): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const limits = { failOn, limitInputPixels: maxPixels } as const
  if (source instanceof Uint8Array) return sharp(readFirstPicture(source), limits)
  const { data, width, height, channels = 4 } = source
  return sharp(data, { ...limits, raw: { width, height, channels } })
}

/**
 * sharp reads only files whose first brand is that of an image. Sequences begin with a complete
 * image, and other files list the image brand later, so the first brand is replaced.
 */
function readFirstPicture(bytes: Uint8Array): Uint8Array {
  if (Buffer.from(bytes.subarray(4, 8)).toString('latin1') !== 'ftyp') return bytes
  if (detectHeifMediaType(new ImageBytes(bytes)) !== 'image/avif') return bytes
  const image = Uint8Array.from(bytes)
  image.set(Buffer.from('ftypavif'), 4)
  return image
}
