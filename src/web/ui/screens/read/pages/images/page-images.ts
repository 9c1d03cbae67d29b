/**
 * Images of a book's pages. They are preloaded, decoded before they are displayed, and released
 * when their pages are far from the current one.
 */
import { buildUrl, type Schemas } from '../../../../api/client'
import { decodeImage } from '../engine/images/decode-image'
import { type Borders, findBorders, noBorders } from '../engine/images/crop-borders'

type BookPage = Schemas['BookPage']

/**
 * Formats supported by most browsers. Other formats, and images that fail to decode, are requested
 * as JPEG.
 */
const drawn = new Set(['jpeg', 'jpg', 'png', 'gif', 'webp', 'avif'])

export interface Wanted {
  /** `fitting`: limited to the resolution of the screen. */
  readonly quality: 'original' | 'fitting'
  /** Display width in device pixels. */
  readonly screenWidth: number
}

/** Builds the URL of a page's image. The server rounds widths up, so there are only a few sizes. */
export function buildPageUrl(page: BookPage, { quality, screenWidth }: Wanted) {
  const address = buildUrl(`api/v1/books/${page.bookId}/pages/${page.pageNumber}`)
  // If the original is only slightly larger, a resized copy is not worthwhile.
  const isFarLarger = page.width !== null && page.width > screenWidth * 1.6
  // A resized copy of an animation would be a still image.
  const mayShrink = quality === 'fitting' && page.fileFormat !== 'gif'
  if (mayShrink && isFarLarger) return `${address}?width=${Math.ceil(screenWidth)}`
  return drawn.has(page.fileFormat) ? address : toJpegUrl(address)
}

/** Returns the URL of the fallback for an image that the browser cannot decode. */
export const toJpegUrl = (address: string) => `${address.replace(/\?.*/, '')}?format=jpeg`

export class PageImages {
  readonly #images = new Map<number, HTMLImageElement>()
  readonly #borders = new Map<number, Promise<Borders>>()

  readonly #addressOf: (number: number) => string | undefined

  constructor(address: (number: number) => string | undefined) {
    this.#addressOf = address
  }

  /** Returns the image of a page, which starts loading on first use. */
  get(number: number, priority: 'high' | 'low' = 'high'): HTMLImageElement {
    const known = this.#images.get(number)
    if (known) return known
    const image = new Image()
    image.fetchPriority = priority
    image.decoding = 'async'
    image.draggable = false
    const address = this.#addressOf(number)
    if (address) image.src = address
    this.#images.set(number, image)
    return image
  }

  /** Cancels and releases the images of all other pages. */
  keep(numbers: readonly number[]) {
    for (const [number, image] of this.#images) {
      if (numbers.includes(number)) continue
      if (!image.complete) image.removeAttribute('src')
      this.#images.delete(number)
      this.#borders.delete(number)
    }
  }

  /** Loads these pages in order of priority. Call this once the visible page has loaded. */
  prefetch(numbers: readonly number[]) {
    for (const number of numbers) this.get(number, 'low')
  }

  /**
   * Resolves once the images are decoded. Rejects if one fails; failed images are requested again.
   */
  async ready(numbers: readonly number[]): Promise<HTMLImageElement[]> {
    for (const number of numbers) if (hasFailed(this.get(number))) this.#images.delete(number)
    const pictures = numbers.map((number) => this.get(number))
    await Promise.all(pictures.map((picture) => decodeImage(picture, toJpegUrl)))
    return pictures
  }

  /** Detects the borders of a page that has been loaded. */
  borders(number: number): Promise<Borders> {
    const known = this.#borders.get(number) ?? getBorders(this.get(number))
    this.#borders.set(number, known)
    return known
  }

  clear() {
    this.keep([])
  }
}

/** An image without a source also counts as complete. */
const hasFailed = (image: HTMLImageElement) =>
  image.complete && image.naturalWidth === 0 && image.hasAttribute('src')

const copyWidth = 160

/** Detects borders in a small copy that is created outside the main thread. */
async function getBorders(image: HTMLImageElement): Promise<Borders> {
  const { naturalWidth, naturalHeight } = image
  if (naturalWidth < copyWidth || naturalHeight < copyWidth) return noBorders
  const height = Math.min(640, Math.round((copyWidth * naturalHeight) / naturalWidth))
  const copy = await createImageBitmap(image, { resizeWidth: copyWidth, resizeHeight: height })
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: copyWidth, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(copy, 0, 0)
  copy.close()
  const pixels = context?.getImageData(0, 0, copyWidth, height).data
  return pixels ? findBorders(pixels, { width: copyWidth, height }) : noBorders
}
