/** Position of a page in the continuous strip, in CSS pixels from its top. */
export type Placed = { readonly number: number; readonly top: number; readonly height: number }

/** Pages in order, measured on demand, because measuring a long strip as a whole is slow. */
export interface StripLayout {
  readonly length: number
  at(index: number): Placed | undefined
}

/**
 * Returns the last page read, which is the last one whose middle is above the lower edge of the
 * window. At the bottom, it is always the last page.
 */
export function pageRead(strip: StripLayout, scrollTop: number, windowHeight: number) {
  const bottom = scrollTop + windowHeight
  const end = strip.at(strip.length - 1)
  if (!end) return 1
  if (bottom >= end.top + end.height - 2) return end.number
  const unread = firstIndex(strip, ({ top, height }) => top + height / 2 > bottom)
  return strip.at(Math.max(0, unread - 1))?.number ?? 1
}

/** Returns the page in the middle of the window, as in "page 12 of 180". */
export function pageInView(strip: StripLayout, scrollTop: number, windowHeight: number) {
  const middle = scrollTop + windowHeight / 2
  const index = firstIndex(strip, ({ top, height }) => top + height > middle)
  return strip.at(Math.min(index, strip.length - 1))?.number ?? 1
}

/**
 * Finds the first page that matches by binary search; returns the page count if none does. All
 * pages after a match must match as well.
 */
function firstIndex(strip: StripLayout, matches: (page: Placed) => boolean) {
  let [low, high] = [0, strip.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const page = strip.at(middle)
    if (page && matches(page)) high = middle
    else low = middle + 1
  }
  return low
}
