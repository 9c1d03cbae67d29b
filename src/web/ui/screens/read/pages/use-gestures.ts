import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Point, Size } from './engine/model'
import { clamped, panned, pinched, unzoomed, type View, zoomAt } from './engine/zoom'
import { type Gestures, type Latest, onContent, type Pressed, useReleases } from './use-releases'

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

function usePointers(latest: Latest, change: (view: View) => void) {
  const pointers = useRef(new Map<number, Point>())
  const start = useRef<Pressed & { pinched: boolean }>(undefined)
  const release = useReleases(latest, change)
  const end = (event: PointerEvent<HTMLElement>) => {
    const began = start.current
    const at = pointers.current.get(event.pointerId)
    pointers.current.delete(event.pointerId)
    if (!began || !at || pointers.current.size > 0) return
    start.current = undefined
    if (began.pinched) return
    release(began, at, event.timeStamp)
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      const point = pointOf(event)
      pointers.current.set(event.pointerId, point)
      const isPinch = pointers.current.size > 1
      start.current = { at: point, time: event.timeStamp, pinched: isPinch }
      // A drag goes on outside the stage.
      event.currentTarget.setPointerCapture(event.pointerId)
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
    // Held fingers would be asked what to do with the picture; a mouse has a button for that.
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if (pointers.current.size > 0) event.preventDefault()
    },
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

const middleOf = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 2 })

function pointOf(event: PointerEvent<HTMLElement>): Point {
  const box = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - box.x, y: event.clientY - box.y }
}
