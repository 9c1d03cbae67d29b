/** sharp, with the settings that our measurements chose. Runs in child processes only. */
import type { Sharp } from 'sharp'
import { computeDominantColor } from './dominant-color'
import { maxPixels, toReadablePicture } from './rare-pictures'
import type { RawPixels } from './raw-pixels'

export interface MadePicture {
  bytes: Uint8Array
  width: number
  height: number
  /** `#rrggbb`, by which it is remembered. */
  color: string
}

/** WebP: 35 % smaller than JPEG at higher likeness, for an affordable effort. */
const effort = 2

/** A WebP of at most `width` pixels across, turned as the camera said, on white where transparent. */
export async function makeThumbnail(
  source: Uint8Array | RawPixels,
  { width, quality }: { width: number; quality: number },
): Promise<MadePicture> {
  const picture = await openPicture(
    source instanceof Uint8Array ? await toReadablePicture(source) : source,
  )
  const { data, info } = await picture
    .autoOrient()
    // A webtoon's strip is shown from its top, not squeezed into a line.
    .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    // Pixels first: the colour is found in them without decoding anything again.
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width: across, height, channels } = info
  const pixels = await openPicture({ data, width: across, height, channels })
  return {
    bytes: new Uint8Array(await pixels.webp({ quality, effort }).toBuffer()),
    width: across,
    height,
    color: computeDominantColor({ data, width: across, height, channels }),
  }
}

/** A page in another size or form. */
export interface PageForm {
  width?: number
  height?: number
  /** `inside`: at most width and height; `outside`: at least. Never larger than it was. */
  fit: 'inside' | 'outside'
  format: 'jpeg' | 'webp' | 'avif'
  quality: number
  /** Of WebP, 0 to 6: whoever waits for a page waits for this, too. 0 without it. */
  effort?: number
}

/** The longest side that the formats can have. */
const longestSide = { jpeg: 65_500, webp: 16_383, avif: 16_383 }

export async function makePage(
  source: Uint8Array | RawPixels,
  { width, height, fit, format, quality, effort: asked = 0 }: PageForm,
): Promise<Uint8Array> {
  const longest = longestSide[format]
  const picture = (
    await openPicture(source instanceof Uint8Array ? await toReadablePicture(source) : source)
  )
    .autoOrient()
    .resize({
      width: width ?? longest,
      height: height ?? longest,
      fit: width && height ? fit : 'inside',
      withoutEnlargement: true,
    })
  const made = {
    jpeg: () => picture.flatten({ background: '#ffffff' }).jpeg({ quality }),
    webp: () => picture.webp({ quality, effort: asked }),
    avif: () => picture.avif({ quality, effort: 0 }),
  }
  return new Uint8Array(await made[format]().toBuffer())
}

export interface PictureFacts {
  /** Media type by content, not by name. */
  mediaType: string
  width: number
  height: number
}

/** What an uploaded file is; throws when it is no picture or will not decode. */
export async function examinePicture(bytes: Uint8Array): Promise<PictureFacts> {
  const picture = await openPicture(bytes, 'error')
  const { format, width, height, autoOrient } = await picture.metadata()
  const mediaType = mediaTypes[format ?? '']
  if (!mediaType || !width || !height) throw new Error(`not a picture that can be shown: ${format}`)
  // A header can be right and the rest broken: only a whole decode tells.
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

async function openPicture(
  source: Uint8Array | RawPixels,
  failOn: 'none' | 'error' = 'none',
): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const limits = { failOn, limitInputPixels: maxPixels } as const
  if (source instanceof Uint8Array) return sharp(source, limits)
  const { data, width, height, channels = 4 } = source
  return sharp(data, { ...limits, raw: { width, height, channels } })
}
