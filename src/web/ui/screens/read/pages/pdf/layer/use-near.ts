import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether an element has been on the screen or close to it. An element that is known to be there
 * from the start is not observed.
 */
export function useNear(element: RefObject<HTMLElement | null>, isKnown = false) {
  const [isNear, setNear] = useState(isKnown)
  useEffect(() => {
    const { current } = element
    if (!current || isKnown) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '50%' },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, isKnown])
  return isNear
}
