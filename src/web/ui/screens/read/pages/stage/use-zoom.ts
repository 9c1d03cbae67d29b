/** Zooms and pans a spread. The next spread starts without zoom. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Point, Size } from '../engine/model'
import { clamped, getCorner, type Placement, scrollFor, unzoomed, type View } from '../engine/zoom'

export interface ZoomControls {
  isZoomed(): boolean
  change(next: (view: View, getPlacement: Placement) => View): void
  /** Converts a point on the stage to one relative to the top left corner of the unzoomed pages. */
  onPages(point: Point): Point
}

interface Sizes {
  readonly canZoom?: boolean
  readonly stage: Size
  /** Size of the spread before zoom. */
  readonly content: Size
}

/**
 * Zooms and pans pages. The browser scrolls unzoomed pages that are too large. Zooming out keeps
 * the position by scrolling.
 */
export function useZoom(element: RefObject<HTMLElement | null>, sizes: Sizes, spreadKey: string) {
  const [zoomed, setZoomed] = useState({ key: spreadKey, view: unzoomed })
  const view = zoomed.key === spreadKey ? zoomed.view : unzoomed
  // Several gestures may occur between two frames, each of which continues from the previous one.
  const latest = useRef(view)
  latest.current = view
  const scrolling = useRef<Point>(undefined)
  const getPlacement = (): Placement => {
    const { scrollLeft = 0, scrollTop = 0 } = element.current ?? {}
    return { ...sizes, scroll: { x: scrollLeft, y: scrollTop } }
  }
  const change: ZoomControls['change'] = (next) => {
    if (sizes.canZoom === false) return
    const now = getPlacement()
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
  const zoom: ZoomControls = {
    change,
    isZoomed: () => latest.current.scale > 1,
    onPages(point) {
      const corner = getCorner(getPlacement())
      return { x: point.x - corner.x, y: point.y - corner.y }
    },
  }
  return { view, zoom }
}
