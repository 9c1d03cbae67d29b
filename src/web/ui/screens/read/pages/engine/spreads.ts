import type { Direction, Page, PagesPerView, Size, Spread } from './model'

type PairRules = { readonly pagesPerView: PagesPerView; readonly stage: Size }

export type SpreadRules = {
  readonly hasPairs: boolean
  /** Whether the first page is a cover, which is shown alone. */
  readonly coverAlone: boolean
  /** Pages that are shown alone, which shifts the pairing of the following pages by one. */
  readonly shiftedAt: readonly number[]
  readonly direction: Direction
}

/**
 * Pairs pages as in a printed book. A double-width page counts as a full pair, so it does not shift
 * the following pairs.
 */
export function buildSpreads(pages: readonly Page[], rules: SpreadRules): Spread[] {
  if (!rules.hasPairs) return pages.map((page) => [page])
  const findPlace = placesIn(pages, rules)
  const spreads: Spread[] = []
  let waiting: Page | undefined
  for (const page of pages) {
    const place = findPlace(page)
    if (waiting && (place === 'any' || place === 'second')) {
      spreads.push([waiting, page])
      waiting = undefined
      continue
    }
    if (waiting) spreads.push([waiting])
    const isAlone = place === 'alone' || place === 'second'
    waiting = isAlone ? undefined : page
    if (isAlone) spreads.push([page])
  }
  if (waiting) spreads.push([waiting])
  return spreads
}

type Place = 'first' | 'second' | 'alone' | 'any'

/**
 * Returns a function that finds the possible positions of a page in a pair. Sides specified by the
 * file apply until the first manual shift.
 */
function placesIn(pages: readonly Page[], { coverAlone, shiftedAt, direction }: SpreadRules) {
  const shifted = new Set(shiftedAt)
  const firstShift = Math.min(...shiftedAt)
  const firstSide = direction === 'rtl' ? 'right' : 'left'
  const hasSides = (['left', 'right'] as const).every((one) =>
    pages.some(({ side }) => side === one),
  )
  return (page: Page): Place => {
    const isCover = page === pages[0] && coverAlone
    if (isWide(page) || isCover || shifted.has(page.number)) return 'alone'
    if (!hasSides || !page.side || page.number >= firstShift) return 'any'
    if (page.side === 'center') return 'alone'
    return page.side === firstSide ? 'first' : 'second'
  }
}

/** Whether a page is wider than tall, such as two pages scanned as one image. */
export function isWide(page: Page) {
  return page.width !== null && page.height !== null && page.width > page.height
}

/**
 * Returns the index of the spread that contains a page, or of the last spread if the number is too
 * high.
 */
export function spreadWith(spreads: readonly Spread[], number: number) {
  const index = spreads.findIndex((spread) => spread.some((page) => page.number >= number))
  return index === -1 ? Math.max(0, spreads.length - 1) : index
}

/** Adds a pairing shift at this spread or removes it. */
export function toggleShift(shiftedAt: readonly number[], spread: Spread) {
  const first = spread[0].number
  if (shiftedAt.includes(first)) return shiftedAt.filter((number) => number !== first)
  return [...shiftedAt, first].toSorted((a, b) => a - b)
}

/** Returns the page that marks the spread as read. */
export function getLastPage(spread: Spread) {
  return spread[spread.length - 1]?.number ?? spread[0].number
}

/**
 * Minimum ratio of width to height. Narrower pages are segments of a strip, which are not paired.
 */
const narrowest = 0.4

/** By default, shows pairs if the stage is wider than 1.25 pages and the book is not a strip. */
export function showsPairs(pages: readonly Page[], { pagesPerView, stage }: PairRules) {
  if (pagesPerView !== 'auto') return pagesPerView === 'double'
  const shape = getMedianShape(pages)
  return shape > narrowest && stage.width / Math.max(1, stage.height) > shape * 1.25
}

/**
 * Whether a book is one long strip cut into pages, which cannot be read page by page. A few pages,
 * such as credits, may have a different shape.
 */
export const isLongStrip = (pages: readonly Page[]) =>
  pages.length > 0 && getMedianShape(pages) <= narrowest

/** Returns the median width-to-height ratio of the portrait pages. */
function getMedianShape(pages: readonly Page[]) {
  const shapes: number[] = []
  for (const page of pages) {
    if (page.width && page.height && !isWide(page)) shapes.push(page.width / page.height)
  }
  return shapes.toSorted((a, b) => a - b)[Math.floor(shapes.length / 2)] ?? 2 / 3
}
