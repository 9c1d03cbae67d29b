/** The pictures of a book's pages: fetched ahead, decoded before they are shown, dropped when far. */
import { buildUrl, type Schemas } from '../../../../api/client'
import { decodeImage } from '../engine/images/decode-image'
import { type Borders, findBorders, noBorders } from '../engine/images/crop-borders'

type BookPage = Schemas['BookPage']

/** What most browsers draw; anything else is asked for as JPEG, and so is what this one cannot draw. */
const drawn = new Set(['jpeg', 'jpg', 'png', 'gif', 'webp', 'avif'])

export interface Wanted {
  /** `fitting`: no more pixels than the screen can show. */
  readonly quality: 'original' | 'fitting'
  /** Width at which a page is shown, in pixels of the screen. */
  readonly screenWidth: number
}

/** The address of a page's picture. The server rounds widths up, so few sizes of a page exist. */
export function buildPageUrl(page: BookPage, { quality, screenWidth }: Wanted) {
  const address = buildUrl(`api/v1/books/${page.bookId}/pages/${page.pageNumber}`)
  // A little larger than shown is not worth a second making of the picture.
  const isFarLarger = page.width !== null && page.width > screenWidth * 1.6
  // A smaller copy of a moving picture would stand still.
  const mayShrink = quality === 'fitting' && page.fileFormat !== 'gif'
  if (mayShrink && isFarLarger) return `${address}?width=${Math.ceil(screenWidth)}`
  return drawn.has(page.fileFormat) ? address : toJpegUrl(address)
}

/** For a picture that this browser cannot draw. */
export const toJpegUrl = (address: string) => `${address.replace(/\?.*/, '')}?format=jpeg`

export class PageImages {
  readonly #images = new Map<number, HTMLImageElement>()
  readonly #borders = new Map<number, Promise<Borders>>()

  readonly #addressOf: (number: number) => string | undefined

  constructor(address: (number: number) => string | undefined) {
    this.#addressOf = address
  }

  /** The picture of a page, begun if it was not. */
  get(number: number): HTMLImageElement {
    const known = this.#images.get(number)
    if (known) return known
    const image = new Image()
    image.decoding = 'async'
    image.draggable = false
    const address = this.#addressOf(number)
    if (address) image.src = address
    this.#images.set(number, image)
    return image
  }

  /**
   * Fetches these, the first first, and lets go of all others: what is still on its way is cancelled.
   */
  keep(numbers: readonly number[]) {
    for (const [number, image] of this.#images) {
      if (numbers.includes(number)) continue
      if (!image.complete) image.removeAttribute('src')
      this.#images.delete(number)
      this.#borders.delete(number)
    }
    for (const number of numbers) this.get(number)
  }

  /**
   * Waits until the pictures can be shown without a blink. Rejects where one cannot be read; what could not
   * be read before is asked for again.
   */
  async ready(numbers: readonly number[]): Promise<HTMLImageElement[]> {
    for (const number of numbers) if (hasFailed(this.get(number))) this.#images.delete(number)
    const pictures = numbers.map((number) => this.get(number))
    await Promise.all(pictures.map((picture) => decodeImage(picture, toJpegUrl)))
    return pictures
  }

  /** The empty borders of a page that is ready. */
  borders(number: number): Promise<Borders> {
    const known = this.#borders.get(number) ?? getBorders(this.get(number))
    this.#borders.set(number, known)
    return known
  }

  clear() {
    this.keep([])
  }
}

/** Without an address a picture counts as complete, too. */
const hasFailed = (image: HTMLImageElement) =>
  image.complete && image.naturalWidth === 0 && image.hasAttribute('src')

const copyWidth = 160

/** Looked for in a small copy, which is made beside the main thread. */
async function getBorders(image: HTMLImageElement): Promise<Borders> {
  const { naturalWidth, naturalHeight } = image
  if (naturalWidth < copyWidth || naturalHeight < copyWidth) return noBorders
  const height = Math.min(640, Math.round((copyWidth * naturalHeight) / naturalWidth))
  const copy = await createImageBitmap(image, { resizeWidth: copyWidth, resizeHeight: height })
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: copyWidth, height })
  const brush = canvas.getContext('2d', { willReadFrequently: true })
  brush?.drawImage(copy, 0, 0)
  copy.close()
  const pixels = brush?.getImageData(0, 0, copyWidth, height).data
  return pixels ? findBorders(pixels, { width: copyWidth, height }) : noBorders
}
