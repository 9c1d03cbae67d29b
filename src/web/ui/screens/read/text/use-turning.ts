import { useCallback, useEffect, useRef, useState } from 'react'
import type { Place } from './engine/whereabouts'

/** Past an end of the book stands its neighbour, which only a second gesture opens. */
export function useTurning(
  place: Place | undefined,
  open: (to: 'next-book' | 'previous-book') => void,
) {
  const [edge, setEdge] = useState<'start' | 'end' | null>(null)
  const isAtEnd = place?.isAtEnd ?? false
  const isAtStart = place?.isAtStart ?? false
  const latest = useRef({ edge, isAtEnd, isAtStart })
  useEffect(() => {
    latest.current = { edge, isAtEnd, isAtStart }
  })
  const turn = useCallback(
    (
      navigator: { forward(): Promise<void>; back(): Promise<void> } | undefined,
      way: 'forward' | 'back',
    ) => {
      const now = latest.current
      const [ahead, behind] =
        way === 'forward' ? (['end', 'start'] as const) : (['start', 'end'] as const)
      if (now.edge === ahead) return open(way === 'forward' ? 'next-book' : 'previous-book')
      if (now.edge === behind) return setEdge(null)
      if (way === 'forward' ? now.isAtEnd : now.isAtStart) return setEdge(ahead)
      void (way === 'forward' ? navigator?.forward() : navigator?.back())
    },
    [open],
  )
  return { edge, turn, leaveEdge: () => setEdge(null) }
}
