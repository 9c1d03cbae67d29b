/** What a finger meant, once it is lifted: a tap, a long press, a swipe. */
import { type RefObject, useRef } from 'react'
import type { Direction, Point, Size } from '../engine/model'
import {
  type TapZones,
  type Way,
  getSwipeDirection,
  type Zone,
  findZone,
} from '../engine/turn-page'
import { toggleZoom } from '../engine/zoom'
import type { Looking } from './use-zoom'

export interface Gestures {
  readonly stage: Size
  /** Size of the spread before any zoom. */
  readonly content: Size
  readonly direction: Direction
  readonly zones: TapZones
  /** Not where there is nothing but words. */
  readonly canZoom?: boolean
  act(zone: Zone): void
  /** By a swipe: of a page that is higher than the stage no more is shown first. */
  turn(way: Way): void
}

/** Within this time a second tap is a double tap. */
const doubleTapMs = 260
/** A press that is held shows the controls, wherever it is. */
const longPressMs = 550
/** A finger is never quite still. */
const stillPixels = 8

/** A tap at an edge turns at once; in the middle it waits for a second one. */
function useTaps(latest: RefObject<Gestures>, looking: Looking) {
  const lastTap = useRef<{ at: number; timer?: ReturnType<typeof setTimeout> }>({ at: 0 })

  const tap = (point: Point, time: number) => {
    const gestures = latest.current
    const zone = findZone(point, gestures.stage, gestures)
    const isSecond = time - lastTap.current.at < doubleTapMs
    clearTimeout(lastTap.current.timer)
    if (zone !== 'controls' && !looking.isZoomed()) return gestures.act(zone)
    if (isSecond) {
      lastTap.current = { at: 0 }
      return looking.change((view) => toggleZoom(view, looking.onPages(point)))
    }
    const timer = setTimeout(() => latest.current.act('controls'), doubleTapMs)
    lastTap.current = { at: time, timer }
  }
  return tap
}

export interface Pressed {
  readonly at: Point
  /** In milliseconds, as events tell it. */
  readonly time: number
}

export function usePointerGestures(latest: RefObject<Gestures>, looking: Looking) {
  const tap = useTaps(latest, looking)
  return (began: Pressed, at: Point, time: number) => {
    const gestures = latest.current
    const moved = { x: at.x - began.at.x, y: at.y - began.at.y }
    if (Math.hypot(moved.x, moved.y) < stillPixels) {
      return time - began.time > longPressMs ? gestures.act('controls') : tap(at, time)
    }
    const way = looking.isZoomed() ? null : getSwipeDirection(moved, gestures.direction)
    if (way) gestures.turn(way)
  }
}
