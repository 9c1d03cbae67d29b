import type { Way } from '../engine/turn-page'

/** Tolerance for rounding when zoomed by a fraction. */
const endPixels = 4

/** Scrolls by most of the visible height. Returns false at the end. */
export function scrollOn(element: HTMLElement | null, way: Way) {
  if (!element) return false
  const { scrollTop, scrollHeight, clientHeight } = element
  const rest = way === 'forward' ? scrollHeight - clientHeight - scrollTop : scrollTop
  if (rest < endPixels) return false
  element.scrollBy({ top: (way === 'forward' ? 0.85 : -0.85) * clientHeight })
  return true
}
