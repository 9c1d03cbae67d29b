/** What the engine of the page reader speaks of. Nothing here knows of the screen or of the server. */

/** A page as the server lists it. Sizes are null where the file does not tell them. */
export type Page = {
  /** From 1. */
  readonly number: number
  readonly width: number | null
  readonly height: number | null
  /** Where it lies in the open book, if that says so. */
  readonly side?: PageSide | null
}

/** Where a laid-out page lies in the open book; `center`: over both sides. */
export type PageSide = 'left' | 'right' | 'center'

export type PagesPerView = 'single' | 'double' | 'auto'
export type Direction = 'ltr' | 'rtl' | 'ttb'
export type Fit = 'screen' | 'width' | 'height' | 'original'

export type Size = { readonly width: number; readonly height: number }
export type Point = { readonly x: number; readonly y: number }

/** One or two pages that are looked at together, in reading order. */
export type Spread = readonly [Page] | readonly [Page, Page]
