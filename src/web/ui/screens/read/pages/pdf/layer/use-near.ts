import { type RefObject, useEffect, useState } from 'react'

/** Whether an element has been on the screen or close to it. */
export function useNear(element: RefObject<HTMLElement | null>) {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '50%' },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}
