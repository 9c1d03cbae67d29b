/** Recognizes taps, long presses and swipes when the finger is lifted. */
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
import type { ZoomControls } from './use-zoom'

export interface Gestures {
  readonly stage: Size
  /** Size of the spread before zoom. */
  readonly content: Size
  readonly direction: Direction
  readonly zones: TapZones
  /** False if there are no images. */
  readonly canZoom?: boolean
  act(zone: Zone): void
  /** Turns the page on a swipe, without first scrolling a page that is taller than the stage. */
  turn(way: Way): void
}

/** Maximum time in milliseconds between the taps of a double tap. */
const doubleTapMs = 260
/** Duration of a long press in milliseconds. A long press anywhere shows the controls. */
const longPressMs = 550
/** Tolerance in pixels, because a finger always moves a little. */
export const maxTapPixels = 8

export const hasSelection = () => getSelection()?.isCollapsed === false

/** A tap at the edge of an unzoomed page acts immediately. Other taps wait for a second one. */
function useTaps(latest: RefObject<Gestures>, zoom: ZoomControls) {
  const lastTap = useRef<{ at: number; timer?: ReturnType<typeof setTimeout> }>({ at: 0 })

  const tap = (point: Point, time: number) => {
    const gestures = latest.current
    const zone = findZone(point, gestures.stage, gestures)
    const isSecond = time - lastTap.current.at < doubleTapMs
    clearTimeout(lastTap.current.timer)
    if (zone !== 'controls' && !zoom.isZoomed()) return gestures.act(zone)
    if (isSecond) {
      lastTap.current = { at: 0 }
      return zoom.change((view) => toggleZoom(view, zoom.onPages(point)))
    }
    const timer = setTimeout(() => {
      // A double click may have selected a word.
      if (!hasSelection()) latest.current.act('controls')
    }, doubleTapMs)
    lastTap.current = { at: time, timer }
  }
  return tap
}

export interface Pressed {
  readonly at: Point
  /** Event timestamp in milliseconds. */
  readonly time: number
}

export function useTapsAndSwipes(latest: RefObject<Gestures>, zoom: ZoomControls) {
  const tap = useTaps(latest, zoom)
  return (pressed: Pressed, at: Point, time: number) => {
    const gestures = latest.current
    const moved = { x: at.x - pressed.at.x, y: at.y - pressed.at.y }
    if (Math.hypot(moved.x, moved.y) < maxTapPixels) {
      return time - pressed.time > longPressMs ? gestures.act('controls') : tap(at, time)
    }
    const way = zoom.isZoomed() ? null : getSwipeDirection(moved, gestures.direction)
    if (way) gestures.turn(way)
  }
}
