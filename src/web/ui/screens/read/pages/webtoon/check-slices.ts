/** Checks the cuts between pages, to distinguish slices of a strip from pages of equal size. */
import type { Schemas } from '../../../../api/client'
import { decodeImage } from '../engine/images/decode-image'
import { buildPageUrl, toJpegUrl, type Wanted } from '../images/page-images'
import { judgeSizes, judgeCut, judgeCuts, type Row, type Verdict } from './slices'

type BookPage = Schemas['BookPage']

/** Number of pages to check. They are the next pages to be read, so they are loaded anyway. */
const looked = 6
const timeoutMs = 4_000

/** Returns `pages` if the pages cannot be loaded in time. */
export const checkSlices = (
  pages: readonly BookPage[],
  startPage: number,
  wanted: Wanted,
): Promise<Verdict> =>
  Promise.race([
    judgePages(pages, startPage, wanted),
    new Promise<Verdict>((resolve) => setTimeout(resolve, timeoutMs, 'pages')),
  ]).catch((): Verdict => 'pages')

async function judgePages(
  pages: readonly BookPage[],
  startPage: number,
  wanted: Wanted,
): Promise<Verdict> {
  const shape = judgeSizes(pages.map((page) => ({ ...page, number: page.pageNumber })))
  const from = Math.max(0, Math.min(startPage - 1, pages.length - looked))
  const [first, second, ...others] = pages.slice(from, from + looked)
  if (!first || !second) return 'pages'
  // The first visible page loads before the others, so that it gets all the bandwidth.
  await readEdges(pages[startPage - 1] ?? first, wanted)
  const pair = [await readEdges(first, wanted), await readEdges(second, wanted)] as const
  const cut = judgeCut(pair[0].bottom, pair[1].top)
  // Most books with pages of equal size are not webtoons, so opening them waits for only one more
  // page.
  if (shape === 'possible' && (cut === 'apart' || cut === 'blank')) return 'pages'
  const edges = [...pair, ...(await Promise.all(others.map((page) => readEdges(page, wanted))))]
  return judgeCuts(
    edges.slice(1).map(({ top }, at) => judgeCut(edges[at]!.bottom, top)),
    shape,
  )
}

interface Edges {
  readonly top: Row
  readonly bottom: Row
}

/**
 * Number of samples per row. There are fewer samples than pixels to reduce grain and compression
 * artifacts.
 */
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
