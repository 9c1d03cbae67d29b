import type { Direction } from './model'

/**
 * Position of a page on the scrubber, 0 to 1 from its left edge. Reversed for right-to-left books.
 */
export function getPageShare(page: number, count: number, direction: Direction) {
  const share = count > 1 ? (Math.min(count, Math.max(1, page)) - 1) / (count - 1) : 1
  return direction === 'rtl' ? 1 - share : share
}

/** The page at a scrubber position. */
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

/** Thumb position: at the end once the last page is visible. */
export const thumbAt = ({ page, lastPage, total }: Shown) => (lastPage >= total ? total : page)

/** Target page of a thumb move. A single step leaves the visible pages. */
export function pageMovedTo(moved: number, shown: Shown) {
  const { page, lastPage, total } = shown
  if (moved < page || moved > lastPage) return moved
  return moved < thumbAt(shown) ? Math.max(1, page - 1) : Math.min(total, lastPage + 1)
}
