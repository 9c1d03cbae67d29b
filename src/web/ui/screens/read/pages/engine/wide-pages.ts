/**
 * Splits spreads into the steps of page turning: on portrait screens, double-width pages are shown
 * whole, in halves, or rotated.
 */
import { fitted } from './zoom'
import type { Direction, Fit, Size, Spread } from './model'
import { isWide, getLastPage } from './spreads'
import type { Borders } from './images/crop-borders'

export type WidePages = 'whole' | 'split' | 'turned'

/** Visible part of a spread. `turned` means all of it, rotated by 90° clockwise. */
export type Part = 'whole' | 'left' | 'right' | 'turned'

export interface WideRules {
  readonly widePages: WidePages
  readonly direction: Direction
  /** Whether this is a portrait screen that shows one page at a time. */
  readonly isCramped: boolean
}

/**
 * Lists the parts of a spread in reading order. Only a wide page on a portrait screen is split or
 * rotated.
 */
export function splitSpread(
  spread: Spread,
  { widePages, direction, isCramped }: WideRules,
): Part[] {
  if (!isCramped || widePages === 'whole' || !isWide(spread[0])) return ['whole']
  if (widePages === 'turned') return ['turned']
  return direction === 'rtl' ? ['right', 'left'] : ['left', 'right']
}

export const isUpright = ({ width, height }: Size) => height > width

/** A step of page turning: one part of a spread. */
export interface Stop {
  /** Index of the spread. */
  readonly index: number
  readonly part: Part
}

export const buildStops = (spreads: readonly Spread[], rules: WideRules): Stop[] =>
  spreads.flatMap((spread, index) => splitSpread(spread, rules).map((part) => ({ index, part })))

/**
 * Returns the index of the stop for this part of a spread, or for its first part if this part does
 * not exist.
 */
export function stopAt(stops: readonly Stop[], index: number, part?: Part) {
  const exact = stops.findIndex((stop) => stop.index === index && stop.part === part)
  return exact === -1 ? stops.findIndex((stop) => stop.index === index) : exact
}

export type Half = 'first' | 'second'

/** Returns the visible half of a page, or null if the whole page is visible. */
export function halfAt(stops: readonly Stop[], at: number): Half | null {
  const index = stops[at]?.index
  if (index === undefined) return null
  if (stops[at - 1]?.index === index) return 'second'
  return stops[at + 1]?.index === index ? 'first' : null
}

/**
 * Returns the last page that counts as read at a stop. If the last page of the book is shown in
 * halves, it counts only once the second half is visible.
 */
export function pageReadAt(spreads: readonly Spread[], stops: readonly Stop[], at: number) {
  const index = stops[at]?.index ?? 0
  const spread = spreads[index]
  if (!spread) return 1
  const isUnseen = index === spreads.length - 1 && halfAt(stops, at) === 'first'
  return isUnseen ? Math.max(1, getLastPage(spread) - 1) : getLastPage(spread)
}

/** Crops a page to this part. The fold is in the middle of the original image. */
export function partWithin(borders: Borders, part: Part): Borders {
  if (part === 'left') return { ...borders, right: 0.5 }
  return part === 'right' ? { ...borders, left: 0.5 } : borders
}

/** Returns the size of a part after rotation. */
export const getRotatedSize = ({ width, height }: Size, part: Part): Size =>
  part === 'turned' ? { width: height, height: width } : { width, height }

/** Returns the width of the full image when part of it is fitted to the stage. */
export function getImageWidth(page: Size, part: Part, { stage, fit }: { stage: Size; fit: Fit }) {
  if (part === 'whole') return fitted(page, stage, fit).width
  if (part === 'turned') return fitted(getRotatedSize(page, part), stage, fit).height
  return fitted({ width: page.width / 2, height: page.height }, stage, fit).width * 2
}
