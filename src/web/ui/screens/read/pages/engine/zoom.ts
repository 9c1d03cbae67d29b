import type { Fit, Point, Size } from './model'

/** Transformation of the pages: scaled around their top left corner, then moved. */
export type View = { readonly scale: number; readonly x: number; readonly y: number }

export const unzoomed: View = { scale: 1, x: 0, y: 0 }
const mostZoom = 6
const doubleTapZoom = 2.2

/** Returns the size of a spread before zoom, in CSS pixels. Images are enlarged to at most 200%. */
export function fitted(content: Size, stage: Size, fit: Fit): Size {
  const scale = Math.min(getScale(content, stage, fit), fit === 'original' ? 1 : 2)
  return { width: Math.round(content.width * scale), height: Math.round(content.height * scale) }
}

function getScale(content: Size, stage: Size, fit: Fit) {
  const byWidth = stage.width / Math.max(1, content.width)
  const byHeight = stage.height / Math.max(1, content.height)
  if (fit === 'original') return 1
  if (fit === 'width') return byWidth
  return fit === 'height' ? byHeight : Math.min(byWidth, byHeight)
}

/** Zooms by a factor around a point relative to the top left corner of the unzoomed pages. */
export function zoomAtPoint(view: View, factor: number, point: Point): View {
  const scale = Math.min(mostZoom, Math.max(1, view.scale * factor))
  const by = scale / view.scale
  return { scale, x: point.x - (point.x - view.x) * by, y: point.y - (point.y - view.y) * by }
}

export function toggleZoom(view: View, point: Point): View {
  return zoomAtPoint(view, view.scale > 1 ? 1 / view.scale : doubleTapZoom, point)
}

/** Zooms by the ratio of the distances between two fingers, and follows the point between them. */
export function pinched(
  view: View,
  before: readonly [Point, Point],
  after: readonly [Point, Point],
) {
  const zoomed = zoomAtPoint(
    view,
    computeDistance(after) / Math.max(1, computeDistance(before)),
    computeCenter(before),
  )
  const [from, to] = [computeCenter(before), computeCenter(after)]
  return { ...zoomed, x: zoomed.x + to.x - from.x, y: zoomed.y + to.y - from.y }
}

/** Position of the spread before zooming: centered, or scrolled if it is larger than the stage. */
export interface Placement {
  readonly content: Size
  readonly stage: Size
  readonly scroll: Point
}

/** Returns the offset from the top left corner of the stage to that of the unzoomed pages. */
export const getCorner = ({ content, stage, scroll }: Placement): Point => ({
  x: Math.max(0, (stage.width - content.width) / 2) - scroll.x,
  y: Math.max(0, (stage.height - content.height) / 2) - scroll.y,
})

/** Returns the scroll position that corresponds to a view without zoom. */
export function scrollFor(view: View, placement: Placement): Point {
  const [corner, start] = [
    getCorner(placement),
    getCorner({ ...placement, scroll: { x: 0, y: 0 } }),
  ]
  return { x: start.x - corner.x - view.x, y: start.y - corner.y - view.y }
}

/** Pans without uncovering an edge of the stage. */
export function panned(view: View, by: Point, placement: Placement): View {
  return clamped({ ...view, x: view.x + by.x, y: view.y + by.y }, placement)
}

export function clamped(view: View, placement: Placement): View {
  const { content, stage } = placement
  const corner = getCorner(placement)
  return {
    scale: view.scale,
    x: withinStage(view.x, corner.x, { length: content.width * view.scale, stage: stage.width }),
    y: withinStage(view.y, corner.y, { length: content.height * view.scale, stage: stage.height }),
  }
}

interface Lengths {
  readonly length: number
  readonly stage: number
}

/**
 * Centers an image that is smaller than the stage. Otherwise, keeps both of its edges outside the
 * stage.
 */
function withinStage(move: number, corner: number, { length, stage }: Lengths) {
  if (length <= stage) return (stage - length) / 2 - corner
  return Math.min(-corner, Math.max(stage - length - corner, move))
}

function computeDistance([a, b]: readonly [Point, Point]) {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function computeCenter([a, b]: readonly [Point, Point]): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}
