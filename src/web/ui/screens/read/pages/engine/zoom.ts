import type { Fit, Point, Size } from './model'

/** How the pages lie on the stage: scaled about their upper left corner, then moved. */
export type View = { readonly scale: number; readonly x: number; readonly y: number }

export const unzoomed: View = { scale: 1, x: 0, y: 0 }
const mostZoom = 6
const doubleTapZoom = 2.2

/** The size at which a spread is shown, in CSS pixels, before any zoom. Screens never enlarge past twice. */
export function fitted(content: Size, stage: Size, fit: Fit): Size {
  const scale = Math.min(scaleOf(content, stage, fit), fit === 'original' ? 1 : 2)
  return { width: Math.round(content.width * scale), height: Math.round(content.height * scale) }
}

function scaleOf(content: Size, stage: Size, fit: Fit) {
  const byWidth = stage.width / Math.max(1, content.width)
  const byHeight = stage.height / Math.max(1, content.height)
  if (fit === 'original') return 1
  if (fit === 'width') return byWidth
  return fit === 'height' ? byHeight : Math.min(byWidth, byHeight)
}

/** Zooms by a factor about a point, measured from where the unzoomed pages have their upper left corner. */
export function zoomAt(view: View, factor: number, point: Point): View {
  const scale = Math.min(mostZoom, Math.max(1, view.scale * factor))
  if (scale === 1) return unzoomed
  const by = scale / view.scale
  return { scale, x: point.x - (point.x - view.x) * by, y: point.y - (point.y - view.y) * by }
}

export function toggleZoom(view: View, point: Point): View {
  return view.scale > 1 ? unzoomed : zoomAt(view, doubleTapZoom, point)
}

/** Two fingers: zooms by how far they parted, and follows the point between them. */
export function pinched(
  view: View,
  before: readonly [Point, Point],
  after: readonly [Point, Point],
) {
  const zoomed = zoomAt(view, apart(after) / Math.max(1, apart(before)), between(before))
  if (zoomed.scale === 1) return unzoomed
  const [from, to] = [between(before), between(after)]
  return { ...zoomed, x: zoomed.x + to.x - from.x, y: zoomed.y + to.y - from.y }
}

/** Moves, but never so far that the picture leaves an edge of the stage that it covers. */
export function panned(view: View, by: Point, content: Size, stage: Size): View {
  return clamped({ ...view, x: view.x + by.x, y: view.y + by.y }, content, stage)
}

/** `content` is the size before zoom; it lies in the middle of the stage. */
export function clamped(view: View, content: Size, stage: Size): View {
  return {
    scale: view.scale,
    x: withinStage(view.x, view.scale, content.width, stage.width),
    y: withinStage(view.y, view.scale, content.height, stage.height),
  }
}

/** Centred where the picture is smaller than the stage; else both its edges stay outside. */
function withinStage(move: number, scale: number, content: number, stage: number) {
  const start = (stage - content) / 2
  const length = content * scale
  if (length <= stage) return (stage - length) / 2 - start
  return Math.min(-start, Math.max(stage - length - start, move))
}

function apart([a, b]: readonly [Point, Point]) {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function between([a, b]: readonly [Point, Point]): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}
