/**
 * Restores the scroll position after a reload. The router does so as soon as the page is drawn, but
 * a list that is waiting for a response has no height yet. Such a list restores the position
 * itself.
 */
import { useLayoutEffect } from 'react'

const key = 'quire-place'

interface Place {
  href: string
  top: number
}

/** The position to restore. undefined once it has been restored or the user has scrolled. */
let left = read()

addEventListener('pagehide', () => {
  const place: Place = { href: location.href, top: scrollY }
  sessionStorage.setItem(key, JSON.stringify(place))
})
for (const act of ['wheel', 'touchstart', 'keydown', 'popstate']) {
  addEventListener(act, () => (left = undefined), { passive: true, once: true })
}

function read(): Place | undefined {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const kept = sessionStorage.getItem(key)
  return kept && entry?.type !== 'navigate' ? (JSON.parse(kept) as Place) : undefined
}

/** Restores the position once the page is long enough. `height` is the height of the list. */
export function useScrollAfterReload(height: number) {
  useLayoutEffect(() => {
    if (!left || height === 0) return
    const { href, top } = left
    if (href !== location.href || scrollY >= top) left = undefined
    else if (document.documentElement.scrollHeight >= top + innerHeight) {
      left = undefined
      scrollTo(0, top)
    }
  }, [height])
}
