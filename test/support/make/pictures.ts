/** Small real images, each in a different color so that tests can distinguish pages. */
import sharp from 'sharp'

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff'

export interface PictureOptions {
  width?: number
  height?: number
  format?: PictureFormat
  /** Selects the color. */
  seed?: number
  /** EXIF orientation, 1 to 8. */
  orientation?: number
  /** Standard deviation of noise, which makes files as large as those of scanned pages. */
  noise?: number
}

export async function makePicture(options: PictureOptions = {}): Promise<Buffer<ArrayBuffer>> {
  const { width = 60, height = 90, format = 'jpeg', seed = 0, orientation, noise } = options
  const background = { r: (seed * 67) % 256, g: (seed * 131) % 256, b: (seed * 29 + 90) % 256 }
  const grain = noise ? { noise: { type: 'gaussian', mean: 128, sigma: noise } as const } : {}
  const picture = sharp({ create: { width, height, channels: 3, background, ...grain } })
  if (orientation) picture.withMetadata({ orientation })
  return Buffer.from(await picture.toFormat(format).toBuffer())
}

export async function makePictures(
  count: number,
  options: PictureOptions = {},
): Promise<Buffer<ArrayBuffer>[]> {
  return Promise.all(Array.from({ length: count }, (_, seed) => makePicture({ seed, ...options })))
}
