import type { FoliateBook, Target } from '../book/epub'

export interface Content {
  readonly index: number
  readonly doc: Document
}

/** What both layouts, running text and laid-out pages, offer. */
export interface Renderer extends HTMLElement {
  open(book: FoliateBook): void
  goTo(target: Target): Promise<void>
  next(distance?: number): Promise<void>
  prev(distance?: number): Promise<void>
  setStyles?(styles: string | readonly [string, string]): void
  /** The parts on the screen. */
  getContents(): Content[]
  /** What the renderer calls the place at a share (0 to 1) of a part that is loaded. */
  anchorAt?(share: number): number
  /** How far a turn goes, in pixels; a page where there is none. */
  readonly step?: number | undefined
  /** Share of the part that is on the screen, 0 to 1. */
  readonly shownShare?: number
  /** Tells where one is, if it has not yet; done when it takes moves again. */
  tellNow?(): Promise<void>
  destroy(): void
}
