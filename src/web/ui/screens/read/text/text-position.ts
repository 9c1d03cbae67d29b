import { createReaderContext } from '../frame/create-reader-context'
import type { ReaderPosition } from '../frame/reader-position'
import type { Target } from './engine/book/epub'
import type { Locator } from './engine/locator'
import type { Place } from './engine/position-tracker'

/** The position in an e-book. Targets are locators. */
export interface TextPosition extends ReaderPosition<Locator> {
  /** undefined until the text is shown. */
  readonly place: Place | undefined
  readonly direction: 'ltr' | 'rtl'
  goToFraction(fraction: number): void
  goToHref(href: string): void
  goToTarget(target: Target): void
  /** Returns the title of the chapter that contains a section. */
  chapterOf(index: number): string | null | undefined
  /** Returns the title of the chapter at a fraction of the book. */
  findChapter(fraction: number): string | null | undefined
}

export const [TextPositionContext, useTextPosition] = createReaderContext<TextPosition>()
