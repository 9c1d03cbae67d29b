/** State that is kept when a strip continues with the next chapter. */
import { createStore } from '../../../../state/store'
import type { Size } from '../engine/model'

/** Whether the strip scrolls on its own. */
export const autoScrolling = createStore(false)

export interface RunOn {
  readonly bookId: string
  /** Pixels of the chapter that were scrolled past. */
  readonly top: number
  /** Page in view. */
  readonly page: number
  readonly stage: Size
}

let pending: RunOn | undefined

/** Called before the next chapter is opened, so that it starts where the previous one showed it. */
export function prepareRunOn(next: RunOn) {
  pending = next
}

/** Returns where a chapter was already visible, or undefined if it was opened in another way. */
export const getRunOn = (bookId: string) => (pending?.bookId === bookId ? pending : undefined)

/** Called when a book is closed. */
export function endRun(bookId: string) {
  if (pending && pending.bookId !== bookId) return
  pending = undefined
  autoScrolling.set(false)
}

export const toggleAutoScroll = () => autoScrolling.set(!autoScrolling.get())
