import { type MouseEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import type { Point } from '../engine/model'
import { panned, pinched, zoomAtPoint } from '../engine/zoom'
import {
  type Gestures,
  hasSelection,
  type Pressed,
  maxTapPixels,
  useTapsAndSwipes,
} from './use-taps-and-swipes'
import { type ZoomControls, useZoom } from './use-zoom'

/**
 * Handles taps, swipes, pinches and the wheel. A new spread is not zoomed. Taps at the edges turn
 * pages immediately. A tap in the middle waits for a second one, because a double tap zooms.
 */
export function useGestures(
  element: RefObject<HTMLElement | null>,
  gestures: Gestures,
  spreadKey: string,
) {
  const latest = useRef(gestures)
  latest.current = gestures
  const { view, zoom } = useZoom(element, gestures, spreadKey)
  useOwnGestures(element, zoom)
  const middle = () => zoom.onPages({ x: gestures.stage.width / 2, y: gestures.stage.height / 2 })
  return {
    view,
    handlers: usePointers(latest, zoom),
    zoomBy: (factor: number) => zoom.change((now) => zoomAtPoint(now, factor, middle())),
    resetZoom: () => zoom.change((now) => zoomAtPoint(now, 1 / now.scale, middle())),
  }
}

function usePointers(latest: RefObject<Gestures>, zoom: ZoomControls) {
  const pointers = useRef(new Map<number, Point>())
  const start = useRef<Press>(undefined)
  const release = useTapsAndSwipes(latest, zoom)
  const end = (event: PointerEvent<HTMLElement>) => {
    const pressed = start.current
    const at = pointers.current.get(event.pointerId)
    pointers.current.delete(event.pointerId)
    if (!pressed || !at || pointers.current.size > 0) return
    start.current = undefined
    if (pressed.pinched || isAboutText(pressed, at)) return
    release(pressed, at, event.timeStamp)
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || isControl(event)) return
      // A selection may have ended outside the stage.
      if (event.pointerType === 'mouse') pointers.current.clear()
      pointers.current.set(event.pointerId, getPoint(event))
      start.current = createPress(event, { isPinch: pointers.current.size > 1 })
      // A drag continues outside the stage.
      if (!start.current.selects && !start.current.isLink)
        event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const before = pointers.current.get(event.pointerId)
      if (!before || start.current?.selects) return
      const after = getPoint(event)
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      follow(zoom, { before, after, other })
      pointers.current.set(event.pointerId, after)
    },
    onPointerUp: end,
    // Keeps a long press from opening the browser's menu for images; on text, it selects a word. The
    // right mouse button still opens the menu.
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if (pointers.current.size > 0 && !isOnText(event.target)) event.preventDefault()
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      pointers.current.delete(event.pointerId)
      start.current = undefined
    },
  }
}

interface Press extends Pressed {
  readonly pinched: boolean
  /** Whether dragging selects text. */
  readonly selects: boolean
  readonly hadSelection: boolean
  /** Whether a tap follows a link of the page. */
  readonly isLink: boolean
}

const createPress = (
  event: PointerEvent<HTMLElement>,
  { isPinch }: { isPinch: boolean },
): Press => ({
  at: getPoint(event),
  time: event.timeStamp,
  pinched: isPinch,
  selects: event.pointerType === 'mouse' && isOnText(event.target),
  hadSelection: hasSelection(),
  isLink: isLink(event.target),
})

const isOnText = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-text-layer] > div') !== null

/**
 * Whether a press selected text, cleared the selection or followed a link. It then has no other
 * effect.
 */
function isAboutText({ at, selects, hadSelection, isLink: isOnLink }: Press, end: Point) {
  const hasMoved = Math.hypot(end.x - at.x, end.y - at.y) >= maxTapPixels
  if (hadSelection && !hasMoved) getSelection()?.removeAllRanges()
  return hadSelection || hasSelection() || (selects && hasMoved) || (isOnLink && !hasMoved)
}

interface Moved {
  readonly before: Point
  readonly after: Point
  /** Position of the other finger, if any. */
  readonly other: Point | undefined
}

function follow(zoom: ZoomControls, { before, after, other }: Moved) {
  if (other) {
    const place = zoom.onPages
    zoom.change((view) =>
      pinched(view, [place(before), place(other)], [place(after), place(other)]),
    )
  } else if (zoom.isZoomed()) {
    const by = { x: after.x - before.x, y: after.y - before.y }
    zoom.change((view, placement) => panned(view, by, placement))
  }
}

const isLink = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-text-layer] a') !== null

/** Touch swipes can start on a link of the page, because links may cover most of the page. */
const isControl = ({ target, pointerType }: PointerEvent<HTMLElement>) =>
  target instanceof Element &&
  target.closest('a, button') !== null &&
  !(pointerType !== 'mouse' && isLink(target))

/**
 * Handles the wheel and pinches. React's own listeners for these events are passive, so they cannot
 * prevent the browser's default action.
 */
function useOwnGestures(element: RefObject<HTMLElement | null>, zoom: ZoomControls) {
  const latest = useRef(zoom)
  latest.current = zoom
  useLayoutEffect(() => {
    const { current } = element
    const onWheel = (event: WheelEvent) => turnWheel(event, latest.current, current)
    const onTouchMove = (event: TouchEvent) => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault()
    }
    current?.addEventListener('wheel', onWheel, { passive: false })
    current?.addEventListener('touchmove', onTouchMove, { passive: false })
    return () => {
      current?.removeEventListener('wheel', onWheel)
      current?.removeEventListener('touchmove', onTouchMove)
    }
  }, [element])
}

/** With Ctrl, or for a pinch on a touchpad, the wheel zooms. On zoomed pages, the wheel pans. */
function turnWheel(event: WheelEvent, zoom: ZoomControls, stage: HTMLElement | null) {
  if (event.ctrlKey) {
    const box = stage?.getBoundingClientRect()
    const point = { x: event.clientX - (box?.x ?? 0), y: event.clientY - (box?.y ?? 0) }
    const factor = Math.exp(-event.deltaY / 300)
    zoom.change((view) => zoomAtPoint(view, factor, zoom.onPages(point)))
  } else if (zoom.isZoomed()) {
    const by = { x: -event.deltaX, y: -event.deltaY }
    zoom.change((view, placement) => panned(view, by, placement))
  } else return
  event.preventDefault()
}

function getPoint(event: PointerEvent<HTMLElement>): Point {
  const box = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - box.x, y: event.clientY - box.y }
}
