/**
 * Recognizes webtoons that were cut into slices of the shape of a page, such as 800 x 1280 pixels.
 * Taller slices are recognized by their shape alone (`isLongStrip`). Pure.
 */
import type { Page } from '../engine/model'

/** `strip`: certainly one strip. `pages`: certainly not. `unsure`: only a person can tell. */
export type Verdict = 'strip' | 'pages' | 'unsure'

const fewest = 4
/** In pixels. Wider pages are scans, or comics made for print. */
const widest = 1_100
/** Ratio of height to width. */
const squattest = 1.35
/** Fraction by which the height of slices may differ. */
const tolerance = 0.03

type Shape = 'sliced' | 'possible' | 'other'

/**
 * Judges the sizes. Slices have one width and one height, and the last one is what was left of the
 * strip. A book of equal pages may be a webtoon, too, but is usually not.
 */
export function judgeSizes(pages: readonly Page[]): Shape {
  const last = pages.at(-1)
  const first = pages[0]
  if (!first?.width || !first.height || !last?.height || pages.length < fewest) return 'other'
  const { width, height } = first
  if (width > widest || height / width < squattest) return 'other'
  if (pages.some((page) => page.width !== width)) return 'other'
  const differs = (page: Page) => Math.abs((page.height ?? 0) - height) > height * tolerance
  if (pages.slice(0, -1).some(differs)) return 'other'
  return last.height < height * (1 - tolerance) ? 'sliced' : 'possible'
}

/** Shades from 0 to 255 along the edge of a page, from left to right. */
export type Row = readonly number[]

type Cut = 'joined' | 'blank' | 'apart' | 'unclear'

/** Smallest difference of shades of a row that is not blank. */
const leastContrast = 24
/** Largest mean difference of the rows on both sides of a cut through a drawing. */
const joinedBelow = 14
/** Smallest mean difference of the rows of two drawings. */
const apartAbove = 30

/** Compares the last row of a page with the first row of the next one. */
export function judgeCut(above: Row, below: Row): Cut {
  const difference = mean(above.map((shade, at) => Math.abs(shade - (below[at] ?? 0))))
  if (isBlank(above) && isBlank(below)) return difference > apartAbove ? 'apart' : 'blank'
  if (isBlank(above) || isBlank(below)) return 'apart'
  if (difference < joinedBelow) return 'joined'
  return difference > apartAbove ? 'apart' : 'unclear'
}

/** Judges the cuts of a book. Few cuts of a webtoon fall between two drawings. */
export function judgeCuts(cuts: readonly Cut[], shape: Shape): Verdict {
  const count = (wanted: Cut) => cuts.filter((cut) => cut === wanted).length
  const joined = count('joined')
  if (joined > 0 && joined >= count('apart')) return 'strip'
  // Pages of equal size with white margins are common, so nobody is asked about them.
  return shape === 'sliced' && joined >= count('apart') ? 'unsure' : 'pages'
}

const isBlank = (row: Row) => Math.max(...row) - Math.min(...row) < leastContrast

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
