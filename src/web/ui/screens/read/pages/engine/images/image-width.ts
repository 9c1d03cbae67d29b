import type { Fit, Page, Size } from '../model'
import { isWide } from '../spreads'
import { isUpright, splitSpread, type WidePages, getImageWidth } from '../wide-pages'

export interface Screen {
  /** Largest stage size. */
  readonly stage: Size
  readonly fit: Fit
  readonly showsPairs: boolean
  readonly widePages: WidePages
  /** Device pixels per CSS pixel. */
  readonly density: number
}

/** Step to which widths are rounded, because caches store each width as a separate image. */
const step = 200

/**
 * Returns the maximum width at which a page is displayed, in device pixels. Does not depend on the
 * current page, because each page turn would otherwise invalidate the preloaded images.
 */
export function widthOnScreen(page: Page, screen: Screen) {
  const { stage, fit, showsPairs, widePages, density } = screen
  if (page.width === null || page.height === null) return rounded(stage.width * density)
  if (fit === 'original') return Math.ceil(page.width * density)
  // With fit width, a single page fills the stage even if other pages are paired.
  const isHalf = showsPairs && fit !== 'width' && !isWide(page)
  const place = { width: isHalf ? stage.width / 2 : stage.width, height: stage.height }
  const isCramped = !showsPairs && isUpright(stage)
  const [part = 'whole'] = splitSpread([page], { widePages, direction: 'ltr', isCramped })
  const size = { width: page.width, height: page.height }
  return rounded(getImageWidth(size, part, { stage: place, fit }) * density)
}

const rounded = (width: number) => Math.max(1, Math.ceil(width / step)) * step
