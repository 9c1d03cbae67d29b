/** Combines four images into one. Use this only in child processes. */
import { toReadablePicture } from './convert-rare-formats'
import { openPicture } from './resize-image'

export interface MosaicForm {
  /** Size of the combined image, in pixels. */
  width: number
  height: number
  format: 'jpeg' | 'webp'
  quality: number
}

/** Fills a quarter with each image, which is cropped if necessary. */
export async function makeMosaic(
  pictures: readonly Uint8Array[],
  { width, height, format, quality }: MosaicForm,
): Promise<Uint8Array> {
  const [across, down] = [Math.floor(width / 2), Math.floor(height / 2)]
  const tiles = await Promise.all(
    pictures.map(async (bytes, place) => ({
      input: await (
        await openPicture(await toReadablePicture(bytes))
      )
        .autoOrient()
        .resize({ width: across, height: down, fit: 'cover', position: 'top' })
        .flatten({ background: '#ffffff' })
        .png()
        .toBuffer(),
      left: (place % 2) * across,
      top: Math.floor(place / 2) * down,
    })),
  )
  const white = { r: 255, g: 255, b: 255 }
  const data = new Uint8Array(width * height * 3).fill(white.r)
  const canvas = (await openPicture({ data, width, height, channels: 3 })).composite(tiles)
  const made = format === 'jpeg' ? canvas.jpeg({ quality }) : canvas.webp({ quality })
  return new Uint8Array(await made.toBuffer())
}
