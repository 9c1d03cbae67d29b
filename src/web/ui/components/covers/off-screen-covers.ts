/**
 * Covers to the side of the visible part of a row. They are requested after the page has loaded, or
 * when the user does something. Otherwise, they would take the few connections that a browser
 * opens.
 */
import { createContext, useContext } from 'react'
import { atNextIdle } from '../../state/browser/when-idle'
import { createStore, useStore } from '../../state/store'
import { useDeferredImage } from '../grid/scroll-speed'

const isAllowed = createStore(document.readyState === 'complete')
const stop = new AbortController()
for (const event of ['load', 'pointerdown', 'wheel', 'keydown'] as const) {
  addEventListener(event, allow, { signal: stop.signal, passive: true })
}

function allow() {
  stop.abort()
  atNextIdle(() => isAllowed.set(true))
}

/** The page preloads this many covers of the first row: see src/web/first-covers.ts. */
const preloaded = 5

/**
 * Returns the number of covers in a row that may be visible before it is scrolled. At some widths,
 * the start of one more is visible.
 */
export const countVisible = () =>
  Math.max(preloaded, Math.ceil(innerWidth / Math.min(innerWidth * 0.3, 170)) + 1)

/** Whether a cover is off-screen, in a row that scrolls horizontally. */
export const IsOffScreen = createContext(false)

/** Returns whether to request the image of a cover. */
export function useImageDue(source: string): boolean {
  const isPageLoaded = useStore(isAllowed)
  const isOffScreen = useContext(IsOffScreen)
  return useDeferredImage(source) && (isPageLoaded || !isOffScreen)
}
