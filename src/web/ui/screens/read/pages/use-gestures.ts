import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Direction, Point, Size } from './engine/model'
import { type TapZones, wayOfSwipe, type Zone, zoneAt } from './engine/turning'
import { clamped, panned, pinched, toggleZoom, unzoomed, type View, zoomAt } from './engine/zoom'

interface Gestures {
  readonly stage: Size
  /** Size of the spread before any zoom. */
  readonly content: Size
  readonly direction: Direction
  readonly zones: TapZones
  act(zone: Zone): void
}

/** Within this time a second tap is a double tap. */
const doubleTapMs = 260
/** A finger is never quite still. */
const stillPixels = 8

/**
 * Taps, swipes, pinches and the wheel on the pages. Zoom changes the pages only; it is gone with the next
 * spread. Taps at the edges turn at once; in the middle a second tap is awaited, for it zooms.
 */
export function useGestures(
  element: RefObject<HTMLElement | null>,
  gestures: Gestures,
  spreadKey: string,
) {
  const [zoomed, setZoomed] = useState({ key: spreadKey, view: unzoomed })
  const view = zoomed.key === spreadKey ? zoomed.view : unzoomed
  const latest = useRef({ gestures, view })
  latest.current = { gestures, view }
  const change = (next: View) => {
    const { content, stage } = latest.current.gestures
    setZoomed({ key: spreadKey, view: clamped(next, content, stage) })
  }
  useWheelZoom(element, latest, change)
  const handlers = usePointers(latest, change)
  return {
    view,
    handlers,
    zoomBy: (factor: number) => change(zoomAt(view, factor, middleOf(gestures.content))),
    resetZoom: () => change(unzoomed),
  }
}

type Latest = RefObject<{ gestures: Gestures; view: View }>

/** A tap at an edge turns at once; in the middle it waits for a second one. */
function useTaps(latest: Latest, change: (view: View) => void) {
  const lastTap = useRef<{ at: number; timer?: ReturnType<typeof setTimeout> }>({ at: 0 })

  const tap = (point: Point, time: number) => {
    const { gestures, view } = latest.current
    const zone = zoneAt(point, gestures.stage, gestures)
    const isSecond = time - lastTap.current.at < doubleTapMs
    clearTimeout(lastTap.current.timer)
    if (zone !== 'controls' && view.scale === 1) return gestures.act(zone)
    if (isSecond) {
      lastTap.current = { at: 0 }
      return change(toggleZoom(view, onContent(point, gestures)))
    }
    const timer = setTimeout(() => latest.current.gestures.act('controls'), doubleTapMs)
    lastTap.current = { at: time, timer }
  }
  return tap
}

function usePointers(latest: Latest, change: (view: View) => void) {
  const pointers = useRef(new Map<number, Point>())
  const start = useRef<{ at: Point; view: View; pinched: boolean }>(undefined)
  const tap = useTaps(latest, change)
  const end = (event: PointerEvent<HTMLElement>) => {
    const began = start.current
    const at = pointers.current.get(event.pointerId)
    pointers.current.delete(event.pointerId)
    if (!began || !at || pointers.current.size > 0) return
    start.current = undefined
    if (began.pinched) return
    const moved = { x: at.x - began.at.x, y: at.y - began.at.y }
    if (Math.hypot(moved.x, moved.y) < stillPixels) return tap(at, event.timeStamp)
    const { gestures, view } = latest.current
    const way = view.scale === 1 ? wayOfSwipe(moved, gestures.direction) : null
    if (way) gestures.act(way)
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      const point = pointOf(event)
      pointers.current.set(event.pointerId, point)
      const isPinch = pointers.current.size > 1
      start.current = { at: point, view: latest.current.view, pinched: isPinch }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const after = pointOf(event)
      const { gestures, view } = latest.current
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      if (other) {
        const place = (point: Point) => onContent(point, gestures)
        change(pinched(view, [place(before), place(other)], [place(after), place(other)]))
      } else if (view.scale > 1) {
        const by = { x: after.x - before.x, y: after.y - before.y }
        change(panned(view, by, gestures.content, gestures.stage))
      }
      pointers.current.set(event.pointerId, after)
    },
    onPointerUp: end,
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      pointers.current.delete(event.pointerId)
      start.current = undefined
    },
  }
}

/** React listens to the wheel passively; to keep the browser from zooming the page one must not. */
function useWheelZoom(
  element: RefObject<HTMLElement | null>,
  latest: Latest,
  change: (view: View) => void,
) {
  const changing = useRef(change)
  changing.current = change
  useEffect(() => {
    const { current } = element
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      const { gestures, view } = latest.current
      const box = current?.getBoundingClientRect()
      const point = { x: event.clientX - (box?.x ?? 0), y: event.clientY - (box?.y ?? 0) }
      changing.current(zoomAt(view, Math.exp(-event.deltaY / 300), onContent(point, gestures)))
    }
    current?.addEventListener('wheel', onWheel, { passive: false })
    return () => current?.removeEventListener('wheel', onWheel)
  }, [element, latest])
}

/** From where the unzoomed spread has its corner; it lies in the middle of the stage. */
const onContent = (point: Point, { stage, content }: Gestures): Point => ({
  x: point.x - (stage.width - content.width) / 2,
  y: point.y - (stage.height - content.height) / 2,
})

const middleOf = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 2 })

function pointOf(event: PointerEvent<HTMLElement>): Point {
  const box = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - box.x, y: event.clientY - box.y }
}
