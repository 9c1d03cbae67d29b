/**
 * The place on the page after a reload. The router puts it back as soon as the page is drawn; a list whose
 * page asks the server something first is not there by then, and puts it back itself.
 */
import { useLayoutEffect } from 'react'

const key = 'quire-place'

interface Place {
  href: string
  top: number
}

/** Where this tab was left; undefined once one is there, or goes elsewhere. */
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

/** @param height of the list; the place is taken as soon as the page is long enough */
export function useScrollRestoration(height: number) {
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
