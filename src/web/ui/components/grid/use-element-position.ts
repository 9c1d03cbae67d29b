import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { afterNextPaint } from '../../state/browser/after-paint'

interface Place {
  width: number
  /** From the top of the document. */
  top: number
}

/**
 * Returns the current position and width of an element, or null before it is mounted. `afterPaint`
 * defers the measurement until after the first paint.
 */
export function useElementPosition(
  element: RefObject<HTMLElement | null>,
  { afterPaint = false } = {},
): Place | null {
  const isPatient = useRef(afterPaint)
  const [place, setPlace] = useState<Place | null>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const measure = () => {
      const box = current.getBoundingClientRect()
      const next = { width: box.width, top: box.top + scrollY }
      setPlace((last) => (last?.width === next.width && last.top === next.top ? last : next))
    }
    const observer = new ResizeObserver(measure)
    const begin = () => {
      measure()
      observer.observe(current)
      observer.observe(document.body)
    }
    const giveUp = isPatient.current ? afterNextPaint(begin) : begin()
    return () => {
      giveUp?.()
      observer.disconnect()
    }
  }, [element])
  return place
}
