/** Looks at the cuts between pages, to tell slices of a strip from pages of the same size. */
import type { Schemas } from '../../../../api/client'
import { decodeImage } from '../engine/images/decode-image'
import { buildPageUrl, toJpegUrl, type Wanted } from '../images/page-images'
import { judgeSizes, judgeCut, judgeCuts, type Row, type Verdict } from './slices'

type BookPage = Schemas['BookPage']

/** Number of pages to look at. They are those that are read next, so they are loaded anyway. */
const looked = 6
const timeoutMs = 4_000

/** Pages that cannot be loaded in time are not judged: the book then opens as pages. */
export async function checkSlices(
  pages: readonly BookPage[],
  startPage: number,
  wanted: Wanted,
): Promise<Verdict> {
  const from = Math.max(0, Math.min(startPage - 1, pages.length - looked))
  const edges = await Promise.race([
    Promise.all(pages.slice(from, from + looked).map((page) => readEdges(page, wanted))),
    new Promise<null>((resolve) => setTimeout(resolve, timeoutMs, null)),
  ]).catch(() => null)
  if (!edges) return 'pages'
  const cuts = edges.slice(1).map(({ top }, at) => judgeCut(edges[at]!.bottom, top))
  return judgeCuts(cuts, judgeSizes(pages.map((page) => ({ ...page, number: page.pageNumber }))))
}

interface Edges {
  readonly top: Row
  readonly bottom: Row
}

/** Number of places of a row. Fewer than pixels, so that grain and compression do not matter. */
const places = 64

async function readEdges(page: BookPage, wanted: Wanted): Promise<Edges> {
  const image = new Image()
  image.src = buildPageUrl(page, wanted)
  await decodeImage(image, toJpegUrl)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: places, height: 1 })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const { naturalWidth, naturalHeight } = image
  const read = (top: number) => {
    context?.drawImage(image, 0, top, naturalWidth, 1, 0, 0, places, 1)
    return toShades(context?.getImageData(0, 0, places, 1).data ?? new Uint8ClampedArray())
  }
  return { top: read(0), bottom: read(naturalHeight - 1) }
}

const toShades = (pixels: Uint8ClampedArray): Row =>
  Array.from({ length: pixels.length / 4 }, (_none, place) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(place * 4, place * 4 + 3)
    return (red * 3 + green * 6 + blue) / 10
  })
