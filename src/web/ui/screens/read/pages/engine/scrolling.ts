/** Where a page of a continuous strip lies, in CSS pixels from the strip's top. */
export type Placed = { readonly number: number; readonly top: number; readonly height: number }

/** Pages in their order, measured when they are asked for: a long strip is never measured as a whole. */
export interface Placing {
  readonly length: number
  at(index: number): Placed | undefined
}

/**
 * The page that has been read in a strip: the last whose middle has come above the lower edge of the
 * window. At the very bottom it is the last page, however short.
 */
export function pageRead(strip: Placing, scrollTop: number, windowHeight: number) {
  const bottom = scrollTop + windowHeight
  const end = strip.at(strip.length - 1)
  if (!end) return 1
  if (bottom >= end.top + end.height - 2) return end.number
  const unread = firstIndex(strip, ({ top, height }) => top + height / 2 > bottom)
  return strip.at(Math.max(0, unread - 1))?.number ?? 1
}

/** The page that fills the middle of the window: what "page 12 of 180" says. */
export function pageInView(strip: Placing, scrollTop: number, windowHeight: number) {
  const middle = scrollTop + windowHeight / 2
  const index = firstIndex(strip, ({ top, height }) => top + height > middle)
  return strip.at(Math.min(index, strip.length - 1))?.number ?? 1
}

/** The first page for which something holds that holds for all after it, too; their number if none. */
function firstIndex(strip: Placing, holds: (page: Placed) => boolean) {
  let [low, high] = [0, strip.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const page = strip.at(middle)
    if (page && holds(page)) high = middle
    else low = middle + 1
  }
  return low
}
