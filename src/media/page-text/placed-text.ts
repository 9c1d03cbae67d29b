/** Text and links of pages with their positions, independent of the format of the book. Pure. */

/** Measured from the top left corner of the page as it is shown, in the unit of the page size. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface PageSize {
  width: number
  height: number
}

/** The direction in which the glyphs of a line follow each other. */
export type Flow = 'ltr' | 'rtl' | 'vertical'

export interface TextLine {
  /** Words separated by single spaces. */
  text: string
  /** Position and size as fractions of the page. */
  x: number
  y: number
  width: number
  height: number
  /** Clockwise rotation of the line in degrees: 0, 90, 180 or 270. */
  turn: number
  flow: Flow
  /** Where each word starts, as a fraction of the line's length. */
  starts: number[]
}

export interface PageLink {
  /** Position and size as fractions of the page. */
  x: number
  y: number
  width: number
  height: number
  /** The target page, starting at 1. */
  page?: number
  url?: string
}

export interface PageText {
  lines: TextLine[]
  links: PageLink[]
}

/** A page whose text cannot be read, because it is damaged or the other pages took too long. */
export type Unread = null

/** Consecutive pages. */
export interface PageRange {
  /** Starts at 0. */
  first: number
  count: number
}

/** The text of all pages, in the form that is searched. */
export interface BookText {
  /** The text of each page, on a single line. */
  pages: string[]
  /** False if some pages were omitted. */
  isWhole: boolean
}

/** Joins the text of a page into a single line, as clients also do. */
export const joinLines = (lines: readonly TextLine[]) => lines.map(({ text }) => text).join(' ')

/** Returns the visible part of a box in fractions of the page, or undefined if there is none. */
export function placeOnPage(box: Box, { width, height }: PageSize) {
  const [left, right] = [clamp(box.left / width), clamp(box.right / width)]
  const [top, bottom] = [clamp(box.top / height), clamp(box.bottom / height)]
  if (!(right > left) || !(bottom > top)) return undefined
  return { x: round(left), y: round(top), width: round(right - left), height: round(bottom - top) }
}

export const clamp = (fraction: number) => Math.min(1, Math.max(0, fraction))
export const round = (fraction: number) => Math.round(fraction * 1e5) / 1e5
