/**
 * Detects whether a row can be scrolled further in each direction, and scrolls it by most of its
 * visible width.
 */
import { type RefObject, useEffect, useState } from 'react'

export function useRailEnds(list: RefObject<HTMLElement | null>) {
  const [ends, setEnds] = useState({ isAtStart: true, isAtEnd: true })
  useEffect(() => {
    const { current } = list
    if (!current) return undefined
    const measure = () => {
      // scrollLeft is negative in right-to-left layouts.
      const from = Math.abs(current.scrollLeft)
      const isAtStart = from < 2
      const isAtEnd = from + current.clientWidth > current.scrollWidth - 2
      setEnds((last) =>
        last.isAtStart === isAtStart && last.isAtEnd === isAtEnd ? last : { isAtStart, isAtEnd },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    current.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      current.removeEventListener('scroll', measure)
    }
  }, [list])
  const page = (way: 1 | -1) => {
    const { current } = list
    if (!current) return
    const towards = getComputedStyle(current).direction === 'rtl' ? -way : way
    current.scrollBy({ left: towards * current.clientWidth * 0.8 })
  }
  return { ...ends, page }
}
