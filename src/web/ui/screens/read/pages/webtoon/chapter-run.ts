/** State that is kept when a strip continues with the next chapter. */
import { createStore } from '../../../../state/store'
import type { Size } from '../engine/model'

/** Whether the strip scrolls automatically. */
export const autoScrolling = createStore(false)

export interface RunOn {
  readonly bookId: string
  /** Scroll position in pixels from the start of the chapter. */
  readonly top: number
  /** Page in view. */
  readonly page: number
  readonly stage: Size
}

let pending: RunOn | undefined

/**
 * Called before the next chapter is opened, so that it starts at the position that is already
 * visible.
 */
export function prepareRunOn(next: RunOn) {
  pending = next
}

/**
 * Returns the position at which a chapter was already visible, or undefined if it was opened in
 * another way.
 */
export const getRunOn = (bookId: string) => (pending?.bookId === bookId ? pending : undefined)

/** Called when a book is closed. */
export function endRun(bookId: string) {
  if (pending && pending.bookId !== bookId) return
  pending = undefined
  autoScrolling.set(false)
}

export const toggleAutoScroll = () => autoScrolling.set(!autoScrolling.get())
