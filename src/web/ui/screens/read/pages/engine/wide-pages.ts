/** A page as wide as two on an upright screen: whole and small, half by half, or lying on its side. */
import { fitted } from './zoom'
import type { Direction, Fit, Size, Spread } from './model'
import { isWide, getLastPage } from './spreads'
import type { Borders } from './images/crop-borders'

export type WidePages = 'whole' | 'split' | 'turned'

/** What is seen of a spread at a time. `turned`: all of it, by a quarter to the right. */
export type Part = 'whole' | 'left' | 'right' | 'turned'

export interface WideRules {
  readonly widePages: WidePages
  readonly direction: Direction
  /** One page at a time, on a screen that is higher than wide. */
  readonly isCramped: boolean
}

/** What is seen of a spread one after the other, as it is read. Where there is room, a page stays whole. */
export function splitSpread(
  spread: Spread,
  { widePages, direction, isCramped }: WideRules,
): Part[] {
  if (!isCramped || widePages === 'whole' || !isWide(spread[0])) return ['whole']
  if (widePages === 'turned') return ['turned']
  return direction === 'rtl' ? ['right', 'left'] : ['left', 'right']
}

export const isUpright = ({ width, height }: Size) => height > width

/** Where turning stops: at each part of each spread. */
export interface Stop {
  /** Of the spread. */
  readonly index: number
  readonly part: Part
}

export const buildStops = (spreads: readonly Spread[], rules: WideRules): Stop[] =>
  spreads.flatMap((spread, index) => splitSpread(spread, rules).map((part) => ({ index, part })))

/** The stop at a spread: at this part of it, or at its first where it has no such part. */
export function stopAt(stops: readonly Stop[], index: number, part?: Part) {
  const exact = stops.findIndex((stop) => stop.index === index && stop.part === part)
  return exact === -1 ? stops.findIndex((stop) => stop.index === index) : exact
}

export type Half = 'first' | 'second'

/** Which half of a page one is at; null where it is shown as a whole. */
export function halfAt(stops: readonly Stop[], at: number): Half | null {
  const index = stops[at]?.index
  if (index === undefined) return null
  if (stops[at - 1]?.index === index) return 'second'
  return stops[at + 1]?.index === index ? 'first' : null
}

/** The last page that counts as read at a stop: of a book's last page both halves have to be seen. */
export function pageReadAt(spreads: readonly Spread[], stops: readonly Stop[], at: number) {
  const index = stops[at]?.index ?? 0
  const spread = spreads[index]
  if (!spread) return 1
  const isUnseen = index === spreads.length - 1 && halfAt(stops, at) === 'first'
  return isUnseen ? Math.max(1, getLastPage(spread) - 1) : getLastPage(spread)
}

/** What is cut off a page, so that this part of it is left. The fold lies in the middle of the file's picture. */
export function partWithin(borders: Borders, part: Part): Borders {
  if (part === 'left') return { ...borders, right: 0.5 }
  return part === 'right' ? { ...borders, left: 0.5 } : borders
}

/** The room that a part takes which is of this size before it is turned. */
export const sizeAsSeen = ({ width, height }: Size, part: Part): Size =>
  part === 'turned' ? { width: height, height: width } : { width, height }

/** How wide the whole picture of a page is drawn while a part of it fits the stage. */
export function getImageWidth(page: Size, part: Part, { stage, fit }: { stage: Size; fit: Fit }) {
  if (part === 'whole') return fitted(page, stage, fit).width
  if (part === 'turned') return fitted(sizeAsSeen(page, part), stage, fit).height
  return fitted({ width: page.width / 2, height: page.height }, stage, fit).width * 2
}
