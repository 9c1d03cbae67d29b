import type { Fit, Page, Size } from '../model'
import { isWide } from '../spreads'
import { isUpright, splitSpread, type WidePages, getImageWidth } from '../wide-pages'

export interface Screen {
  /** At its largest. */
  readonly stage: Size
  readonly fit: Fit
  readonly showsPairs: boolean
  readonly widePages: WidePages
  /** Dots of the screen for each CSS pixel. */
  readonly density: number
}

/** Each width that is asked for is another picture, for the server and for the browser: few are enough. */
const step = 200

/**
 * How wide a page is shown at most, in dots of the screen. It hangs on nothing that a turn changes, or each
 * turn would throw away what was fetched ahead.
 */
export function widthOnScreen(page: Page, screen: Screen) {
  const { stage, fit, showsPairs, widePages, density } = screen
  if (page.width === null || page.height === null) return rounded(stage.width * density)
  if (fit === 'original') return Math.ceil(page.width * density)
  // By its width a page that stands alone fills the stage, even among pairs.
  const isHalf = showsPairs && fit !== 'width' && !isWide(page)
  const place = { width: isHalf ? stage.width / 2 : stage.width, height: stage.height }
  const isCramped = !showsPairs && isUpright(stage)
  const [part = 'whole'] = splitSpread([page], { widePages, direction: 'ltr', isCramped })
  const size = { width: page.width, height: page.height }
  return rounded(getImageWidth(size, part, { stage: place, fit }) * density)
}

const rounded = (width: number) => Math.max(1, Math.ceil(width / step)) * step
