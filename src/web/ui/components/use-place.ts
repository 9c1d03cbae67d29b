import { type RefObject, useLayoutEffect, useState } from 'react'

interface Place {
  width: number
  /** From the top of the document. */
  top: number
}

/** Where an element lies and how wide it is, kept up to date. null before it is there. */
export function usePlace(element: RefObject<HTMLElement | null>): Place | null {
  const [place, setPlace] = useState<Place | null>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const measure = () => {
      const box = current.getBoundingClientRect()
      const next = { width: box.width, top: box.top + scrollY }
      setPlace((last) => (last?.width === next.width && last.top === next.top ? last : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return place
}
