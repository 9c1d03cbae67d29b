/** How the pages of a spread are enlarged and moved, until the next spread. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Point, Size } from '../engine/model'
import { clamped, getCorner, type Lying, scrollFor, unzoomed, type View } from '../engine/zoom'

export interface Looking {
  isZoomed(): boolean
  change(next: (view: View, lying: Lying) => View): void
  /** From where the unzoomed pages have their upper left corner; `point` is one of the stage. */
  onPages(point: Point): Point
}

interface Sizes {
  readonly canZoom?: boolean
  readonly stage: Size
  /** Size of the spread before any zoom. */
  readonly content: Size
}

/**
 * Enlarged pages are moved by us; others, where they are larger than the stage, are scrolled by the browser.
 * Zooming out keeps the position: it is scrolled to.
 */
export function useZoom(element: RefObject<HTMLElement | null>, sizes: Sizes, spreadKey: string) {
  const [zoomed, setZoomed] = useState({ key: spreadKey, view: unzoomed })
  const view = zoomed.key === spreadKey ? zoomed.view : unzoomed
  // Several gestures may come between two frames: each goes on from the one before.
  const latest = useRef(view)
  latest.current = view
  const scrolling = useRef<Point>(undefined)
  const lying = (): Lying => {
    const { scrollLeft = 0, scrollTop = 0 } = element.current ?? {}
    return { ...sizes, scroll: { x: scrollLeft, y: scrollTop } }
  }
  const change: Looking['change'] = (next) => {
    if (sizes.canZoom === false) return
    const now = lying()
    const found = clamped(next(latest.current, now), now)
    if (found.scale === 1) scrolling.current = scrollFor(found, now)
    latest.current = found.scale === 1 ? unzoomed : found
    setZoomed({ key: spreadKey, view: latest.current })
  }
  useLayoutEffect(() => {
    const { current: place } = scrolling
    scrolling.current = undefined
    if (place) element.current?.scrollTo(place.x, place.y)
  }, [zoomed, element])
  const looking: Looking = {
    change,
    isZoomed: () => latest.current.scale > 1,
    onPages(point) {
      const corner = getCorner(lying())
      return { x: point.x - corner.x, y: point.y - corner.y }
    },
  }
  return { view, looking }
}
