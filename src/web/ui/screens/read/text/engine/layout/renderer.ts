import type { FoliateBook, Target } from '../book/epub'

export interface Content {
  readonly index: number
  readonly doc: Document
}

/** Common interface for reflowable and fixed layout. */
export interface Renderer extends HTMLElement {
  open(book: FoliateBook): void
  goTo(target: Target): Promise<void>
  next(distance?: number): Promise<void>
  prev(distance?: number): Promise<void>
  setStyles?(styles: string | readonly [string, string]): void
  /** Returns the visible sections. */
  getContents(): Content[]
  /** Returns an anchor that the renderer accepts, for a fraction (0 to 1) of a loaded section. */
  anchorAt?(share: number): number
  /** Number of pixels that a page turn scrolls. Defaults to one page. */
  readonly step?: number | undefined
  /** Visible fraction of the section, from 0 to 1. */
  readonly shownShare?: number
  /** Reports the position if a report is pending. Resolves when moves are accepted again. */
  reportNow?(): Promise<void>
  destroy(): void
}
