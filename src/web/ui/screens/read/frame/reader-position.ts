import type { Way } from '../pages/engine/turn-page'

/**
 * The position in a book, and the ways to change it. What it consists of differs truly: numbers of
 * pages in one reader, locators, chapters and jumps in the other. So each reader has a type, a
 * context and a hook of its own (`PagePosition`, `TextPosition`), and this is what both have.
 */
export interface ReaderPosition<Target> {
  /** Set while the card before the beginning or after the end of the book is shown. */
  readonly edge: 'start' | 'end' | null
  /** Position on another device, if there is one. */
  readonly elsewhere: Target | null
  /** Position before the last jump. */
  readonly origin: Target | null
  /** Turns the page or scrolls, and opens the adjacent book after the card at the end. */
  turn(way: Way): void
  goTo(target: Target): void
  /** Returns to the position before the last jump. */
  goBack(): void
  /** Dismisses the position on another device. */
  stay(): void
}
