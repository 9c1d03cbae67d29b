/** Types for the page reader engine. The engine depends on neither the DOM nor the server. */

/** A page as sent by the server. The sizes are null if the file does not contain them. */
export type Page = {
  /** Starts at 1. */
  readonly number: number
  readonly width: number | null
  readonly height: number | null
  /** Side in the open book, if the file specifies it. */
  readonly side?: PageSide | null
}

/** Side of a fixed-layout page. `center` means both sides. */
export type PageSide = 'left' | 'right' | 'center'

export type PagesPerView = 'single' | 'double' | 'auto'
export type Direction = 'ltr' | 'rtl' | 'ttb'
export type Fit = 'screen' | 'width' | 'height' | 'original'

export type Size = { readonly width: number; readonly height: number }
export type Point = { readonly x: number; readonly y: number }

/** One or two pages shown together, in reading order. */
export type Spread = readonly [Page] | readonly [Page, Page]
