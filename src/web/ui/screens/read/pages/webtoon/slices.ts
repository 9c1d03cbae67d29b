/**
 * Recognizes webtoons that were cut into page-shaped slices, such as 800 x 1280 pixels. Taller
 * slices are recognized by their shape alone (`isLongStrip`). Pure.
 */
import type { Page } from '../engine/model'

/** `strip`: one strip. `pages`: separate pages. `unsure`: the user has to decide. */
export type Verdict = 'strip' | 'pages' | 'unsure'

const fewest = 4
/** Maximum width in pixels. Wider pages are scans, or comics made for print. */
const widest = 1_100
/** Minimum ratio of height to width. */
const squattest = 1.35
/** Fraction by which the height of slices may differ. */
const tolerance = 0.03

type Shape = 'sliced' | 'possible' | 'other'

/**
 * Classifies pages by their sizes. Slices have the same width and height, except that the last one
 * may be shorter. A book with pages of equal size may also be a webtoon, but usually is not.
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

/** Shades from 0 to 255 along the top or bottom edge of a page, from left to right. */
export type Row = readonly number[]

type Cut = 'joined' | 'blank' | 'apart' | 'unclear'

/** Minimum range of shades in a row that is not blank. */
const leastContrast = 24
/** Maximum mean difference between the two rows at a cut through a drawing. */
const joinedBelow = 14
/** Minimum mean difference between the rows of two separate drawings. */
const apartAbove = 30

/** Compares the bottom row of a page with the top row of the next one. */
export function judgeCut(above: Row, below: Row): Cut {
  const difference = mean(above.map((shade, at) => Math.abs(shade - (below[at] ?? 0))))
  if (isBlank(above) && isBlank(below)) return difference > apartAbove ? 'apart' : 'blank'
  if (isBlank(above) || isBlank(below)) return 'apart'
  if (difference < joinedBelow) return 'joined'
  return difference > apartAbove ? 'apart' : 'unclear'
}

/** Classifies a book by its cuts. In a webtoon, few cuts are between two drawings. */
export function judgeCuts(cuts: readonly Cut[], shape: Shape): Verdict {
  const count = (wanted: Cut) => cuts.filter((cut) => cut === wanted).length
  const joined = count('joined')
  if (joined > 0 && joined >= count('apart')) return 'strip'
  // Pages of equal size with white margins are common, so the user is not asked about them.
  return shape === 'sliced' && joined >= count('apart') ? 'unsure' : 'pages'
}

const isBlank = (row: Row) => Math.max(...row) - Math.min(...row) < leastContrast

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
