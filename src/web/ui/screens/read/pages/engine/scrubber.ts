import type { Direction } from './model'

/**
 * Returns the position of a page on the scrubber, from 0 to 1, starting at the left edge. Reversed
 * for books that are read from right to left.
 */
export function getPageShare(page: number, count: number, direction: Direction) {
  const share = count > 1 ? (Math.min(count, Math.max(1, page)) - 1) / (count - 1) : 1
  return direction === 'rtl' ? 1 - share : share
}

/** Returns the page at a scrubber position. */
export function pageAtShare(share: number, count: number, direction: Direction) {
  const along = direction === 'rtl' ? 1 - share : share
  return 1 + Math.round(Math.min(1, Math.max(0, along)) * Math.max(0, count - 1))
}

interface Shown {
  /** First and last visible page. */
  readonly page: number
  readonly lastPage: number
  readonly total: number
}

/** Returns the page at the thumb: the first visible one, or the last one once it is visible. */
export const thumbAt = ({ page, lastPage, total }: Shown) => (lastPage >= total ? total : page)

/** Returns the page for a new thumb position. A single step skips the other visible pages. */
export function pageMovedTo(moved: number, shown: Shown) {
  const { page, lastPage, total } = shown
  if (moved < page || moved > lastPage) return moved
  return moved < thumbAt(shown) ? Math.max(1, page - 1) : Math.min(total, lastPage + 1)
}
