import type { Direction, Point, Size } from './model'

/** Reader position: on a spread, or past one end of the book. */
export type Place =
  | { readonly at: 'spread'; readonly index: number }
  | { readonly at: 'end' }
  | { readonly at: 'start' }

/** Result of turning a page: a position in this book, or an adjacent book. */
export type Turn = Place | { readonly at: 'next-book' } | { readonly at: 'previous-book' }

export type Way = 'forward' | 'back'

/**
 * Each end of the book is a separate position, where a second gesture opens the adjacent book. Fast
 * page turns therefore never open it by accident.
 */
export function turn(place: Place, way: Way, count: number): Turn {
  if (place.at === 'end') {
    return way === 'forward' ? { at: 'next-book' } : { at: 'spread', index: Math.max(0, count - 1) }
  }
  if (place.at === 'start') {
    return way === 'back' ? { at: 'previous-book' } : { at: 'spread', index: 0 }
  }
  const index = place.index + (way === 'forward' ? 1 : -1)
  if (index >= count) return { at: 'end' }
  return index < 0 ? { at: 'start' } : { at: 'spread', index }
}

export type Side = 'left' | 'right' | 'up' | 'down'

/** Returns the turn direction for a press or swipe toward one side. */
export function getTurnDirection(side: Side, direction: Direction): Way {
  if (side === 'up') return 'back'
  if (side === 'down') return 'forward'
  return (side === 'right') === (direction !== 'rtl') ? 'forward' : 'back'
}

export type Zone = Way | 'controls'
export type TapZones = 'edges' | 'left-right' | 'bands' | 'off'

/**
 * Fraction of the stage on each side in which a tap turns pages. A tap in the middle shows the
 * controls.
 */
const shares: Record<TapZones, number> = { edges: 0.15, 'left-right': 1 / 3, bands: 1 / 3, off: 0 }

/** Returns the zone of a tap. Zones belong to the stage and do not move when zooming. */
export function findZone(point: Point, stage: Size, rules: ZoneRules): Zone {
  const { direction, zones } = rules
  const isDownwards = direction === 'ttb' || zones === 'bands'
  const share = isDownwards ? point.y / stage.height : point.x / stage.width
  const edge = shares[zones]
  if (share >= edge && share <= 1 - edge) return 'controls'
  const side = share < edge ? 'first' : 'last'
  if (isDownwards) return side === 'first' ? 'back' : 'forward'
  return getTurnDirection(side === 'first' ? 'left' : 'right', direction)
}

interface ZoneRules {
  readonly direction: Direction
  readonly zones: TapZones
}

/**
 * Returns the direction of a swipe, or null if it is too short or goes mostly along the other axis.
 */
export function getSwipeDirection(moved: Point, direction: Direction): Way | null {
  const [along, across] = direction === 'ttb' ? [moved.y, moved.x] : [moved.x, moved.y]
  if (Math.abs(along) < 48 || Math.abs(along) < Math.abs(across) * 1.5) return null
  // Swiping to the left shows what is on the right.
  if (direction === 'ttb') return along < 0 ? 'forward' : 'back'
  return getTurnDirection(along < 0 ? 'right' : 'left', direction)
}
