import { useCallback, useRef, useState } from 'react'
import type { Way } from '../../pages/engine/turn-page'
import type { Navigator } from '../engine/navigator'
import type { Place } from '../engine/position-tracker'

type Edge = 'start' | 'end' | null

/** Opens the adjacent book on a second gesture at the start or end of the book. */
export function useBookEnds(open: (to: 'next-book' | 'previous-book') => void) {
  const [edge, setEdge] = useState<Edge>(null)
  // Page turns in quick succession may arrive before the next render.
  const latest = useRef<Edge>(null)
  const moveToEdge = useCallback((at: Edge) => {
    latest.current = at
    setEdge(at)
  }, [])
  const turn = useCallback(
    (navigator: Navigator | undefined, way: Way) => {
      const [ahead, behind] =
        way === 'forward' ? (['end', 'start'] as const) : (['start', 'end'] as const)
      if (latest.current === ahead) return open(way === 'forward' ? 'next-book' : 'previous-book')
      const isPastText = (here: Place | undefined) => {
        if (latest.current === behind) moveToEdge(null)
        else if (way === 'forward' ? here?.isAtEnd : here?.isAtStart) moveToEdge(ahead)
        else return false
        return true
      }
      void navigator?.turn(way, isPastText)
    },
    [open, moveToEdge],
  )
  return { edge, turn, leaveEdge: () => moveToEdge(null) }
}
