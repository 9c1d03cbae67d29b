import { type RefObject, useEffect, useState } from 'react'
import type { Size } from '../pages/engine/model'

const noSize: Size = { width: 0, height: 0 }

/** Returns the current size of an element, or `first` until it has been measured. */
export function useSize(element: RefObject<HTMLElement | null>, first = noSize): Size {
  const [size, setSize] = useState<Size>(first)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = current
      setSize((known) =>
        known.width === width && known.height === height ? known : { width, height },
      )
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return size
}
