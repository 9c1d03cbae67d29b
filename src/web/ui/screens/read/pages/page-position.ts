import { createReaderContext } from '../frame/create-reader-context'
import type { ReaderPosition } from '../frame/reader-position'

/** The position in a page-based book. Targets are page numbers. */
export interface PagePosition extends ReaderPosition<number> {
  /** First and last visible page. */
  readonly page: number
  readonly lastPage: number
  /** Number of pages. */
  readonly total: number
  /** Goes to a page like `goTo`, but does not remember the current one for `goBack`. */
  slideTo(page: number): void
  /** Called when a strip is scrolled. */
  scrolledTo(inView: number, read: number): void
}

export const [PagePositionContext, usePagePosition] = createReaderContext<PagePosition>()
