import type { Way } from '../pages/engine/turn-page'

/**
 * The members that the positions of both readers share. The page reader uses page numbers, the text
 * reader locators, chapters and jumps, so each has its own type, context and hook (`PagePosition`,
 * `TextPosition`).
 */
export interface ReaderPosition<Target> {
  /** Set while the card before the beginning or after the end of the book is shown. */
  readonly edge: 'start' | 'end' | null
  /** Position on another device, if there is one. */
  readonly elsewhere: Target | null
  /** Position before the last jump. */
  readonly origin: Target | null
  /** Turns the page or scrolls. At the card before or after the book, opens the adjacent book. */
  turn(way: Way): void
  /** Goes to a position, and remembers the current one for `goBack`. */
  goTo(target: Target): void
  /** Returns to the position before the last jump. */
  goBack(): void
  /** Dismisses the position on another device. */
  stay(): void
}
