import type { Direction, Page, PagesPerView, Size, Spread } from './model'

type PairRules = { readonly pagesPerView: PagesPerView; readonly stage: Size }

export type SpreadRules = {
  readonly hasPairs: boolean
  /** The first page is a cover and stands alone. */
  readonly coverAlone: boolean
  /** Pages at which a person moved the pairing by one: each of them stands alone. */
  readonly shiftedAt: readonly number[]
  readonly direction: Direction
}

/**
 * Pairs pages as they lie in a bound book. A page as wide as two fills a pair of its own, so that what
 * follows it is paired as if it had been two: one wide page never puts the rest of a book out of step.
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

/** The part of a pair that a page can be. Sides that the book gives hold up to where a person moved them. */
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

/** Wider than high: a drawing over two pages, scanned as one picture. */
export function isWide(page: Page) {
  return page.width !== null && page.height !== null && page.width > page.height
}

/** The spread on which a page stands: the first where the book has no such page. */
export function spreadWith(spreads: readonly Spread[], number: number) {
  const index = spreads.findIndex((spread) => spread.some((page) => page.number >= number))
  return index === -1 ? Math.max(0, spreads.length - 1) : index
}

/** The shifts after a person asked to move the pairing by one from this spread on, or to move it back. */
export function toggleShift(shiftedAt: readonly number[], spread: Spread) {
  const first = spread[0].number
  if (shiftedAt.includes(first)) return shiftedAt.filter((number) => number !== first)
  return [...shiftedAt, first].toSorted((a, b) => a - b)
}

/** The page whose reaching means that the spread was read. */
export function getLastPage(spread: Spread) {
  return spread[spread.length - 1]?.number ?? spread[0].number
}

/** Narrower pages are pieces of a strip, which do not lie beside each other. */
const narrowest = 0.4

/** Two pages side by side are worth it where the stage is wider than one and a quarter of a page. */
export function showsPairs(pages: readonly Page[], { pagesPerView, stage }: PairRules) {
  if (pagesPerView !== 'auto') return pagesPerView === 'double'
  const shape = usualShape(pages)
  return shape > narrowest && stage.width / Math.max(1, stage.height) > shape * 1.25
}

/**
 * Whether a book is one long strip that was cut into pages: that cannot be read page by page. A page or two
 * may be of another shape, as credits often are.
 */
export const isLongStrip = (pages: readonly Page[]) =>
  pages.length > 0 && usualShape(pages) <= narrowest

/** Width over height of the page in the middle of the book's upright pages, by shape. */
function usualShape(pages: readonly Page[]) {
  const shapes: number[] = []
  for (const page of pages) {
    if (page.width && page.height && !isWide(page)) shapes.push(page.width / page.height)
  }
  return shapes.toSorted((a, b) => a - b)[Math.floor(shapes.length / 2)] ?? 2 / 3
}
