import type { Way } from '../engine/turn-page'

/** Less is the rounding of a zoomed screen. */
const endPixels = 4

/** Scrolls by most of a screen, so that one finds the line again; false where there is nothing more. */
export function scrollOn(element: HTMLElement | null, way: Way) {
  if (!element) return false
  const { scrollTop, scrollHeight, clientHeight } = element
  const rest = way === 'forward' ? scrollHeight - clientHeight - scrollTop : scrollTop
  if (rest < endPixels) return false
  element.scrollBy({ top: (way === 'forward' ? 0.85 : -0.85) * clientHeight })
  return true
}
