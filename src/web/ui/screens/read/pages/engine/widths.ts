import type { Fit, Page, Size } from './model'
import { isWide } from './spreads'
import { fitted } from './zoom'

export interface Screen {
  /** At its largest. */
  readonly stage: Size
  readonly fit: Fit
  readonly showsPairs: boolean
  /** Dots of the screen for each CSS pixel. */
  readonly density: number
}

/** Each width that is asked for is another picture, for the server and for the browser: few are enough. */
const step = 200

/**
 * How wide a page is shown at most, in dots of the screen. It hangs on nothing that a turn changes, or each
 * turn would throw away what was fetched ahead.
 */
export function widthOnScreen(page: Page, { stage, fit, showsPairs, density }: Screen) {
  if (page.width === null || page.height === null) return rounded(stage.width * density)
  if (fit === 'original') return Math.ceil(page.width * density)
  // By its width a page that stands alone fills the stage, even among pairs.
  const isHalf = showsPairs && fit !== 'width' && !isWide(page)
  const place = { width: isHalf ? stage.width / 2 : stage.width, height: stage.height }
  return rounded(fitted({ width: page.width, height: page.height }, place, fit).width * density)
}

const rounded = (width: number) => Math.max(1, Math.ceil(width / step)) * step
