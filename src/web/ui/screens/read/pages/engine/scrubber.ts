import type { Direction } from './model'

/** The place of a page on the scrubber, 0 to 1 from its left edge: books that read leftwards run leftwards. */
export function getPageShare(page: number, count: number, direction: Direction) {
  const share = count > 1 ? (Math.min(count, Math.max(1, page)) - 1) / (count - 1) : 1
  return direction === 'rtl' ? 1 - share : share
}

/** The page at a place on the scrubber. */
export function pageAtShare(share: number, count: number, direction: Direction) {
  const along = direction === 'rtl' ? 1 - share : share
  return 1 + Math.round(Math.min(1, Math.max(0, along)) * Math.max(0, count - 1))
}

interface Shown {
  /** The first page on the screen, and the last. */
  readonly page: number
  readonly lastPage: number
  readonly total: number
}

/** Where the thumb stands: at the very end with the last page, whichever page lies before it. */
export const thumbAt = ({ page, lastPage, total }: Shown) => (lastPage >= total ? total : page)

/** The page to go to when the thumb is moved: a step within what is shown already leads out of it. */
export function pageMovedTo(moved: number, shown: Shown) {
  const { page, lastPage, total } = shown
  if (moved < page || moved > lastPage) return moved
  return moved < thumbAt(shown) ? Math.max(1, page - 1) : Math.min(total, lastPage + 1)
}
