/** The pictures of a book's pages: fetched ahead, decoded before they are shown, dropped when far. */
import { addressOf, type Schemas } from '../../../api/client'

type BookPage = Schemas['BookPage']

/** What every browser draws; anything else is asked for as JPEG. */
const drawn = new Set(['jpeg', 'jpg', 'png', 'gif', 'webp', 'avif'])

export interface Wanted {
  /** `fitting`: no more pixels than the screen can show. */
  readonly quality: 'original' | 'fitting'
  /** Width at which a page is shown, in pixels of the screen. */
  readonly screenWidth: number
}

/** The address of a page's picture. The server rounds widths up, so few sizes of a page exist. */
export function addressOfPage(page: BookPage, { quality, screenWidth }: Wanted) {
  const address = addressOf(`api/v1/books/${page.bookId}/pages/${page.pageNumber}`)
  // A little larger than shown is not worth a second making of the picture.
  const isFarLarger = page.width !== null && page.width > screenWidth * 1.6
  if (quality === 'fitting' && isFarLarger) return `${address}?width=${Math.ceil(screenWidth)}`
  return drawn.has(page.fileFormat) ? address : `${address}?format=jpeg`
}

export class PageImages {
  readonly #images = new Map<number, HTMLImageElement>()

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
   * Fetches these, the first first, and lets go of all others: what is still on its way is cancelled. What
   * failed before is asked for again.
   */
  keep(numbers: readonly number[]) {
    for (const [number, image] of this.#images) {
      if (numbers.includes(number) && !hasFailed(image)) continue
      if (!image.complete) image.removeAttribute('src')
      this.#images.delete(number)
    }
    for (const number of numbers) this.get(number)
  }

  /** Waits until the pictures can be shown without a blink. Rejects where one cannot be read. */
  async ready(numbers: readonly number[]) {
    await Promise.all(numbers.map((number) => this.get(number).decode()))
  }

  clear() {
    this.keep([])
  }
}

/** Without an address a picture counts as complete, too. */
const hasFailed = (image: HTMLImageElement) =>
  image.complete && image.naturalWidth === 0 && image.hasAttribute('src')
