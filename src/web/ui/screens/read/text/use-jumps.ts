import { useCallback, useRef, useState } from 'react'
import type { Locator } from './engine/locator'
import type { Place } from './engine/whereabouts'

/** Who turned as many pages reads on where the jump led. */
const turnsUntilForgotten = 8

/** Where one read before one followed a link or went elsewhere in the book. */
export function useJumps() {
  const [origin, setOrigin] = useState<Locator | null>(null)
  const turns = useRef(0)
  const jumpFrom = useCallback((place: Place | undefined) => {
    turns.current = 0
    setOrigin((known) => known ?? place?.locator ?? null)
  }, [])
  const forget = useCallback(() => setOrigin(null), [])
  const noteTurn = useCallback(() => {
    turns.current += 1
    if (turns.current >= turnsUntilForgotten) setOrigin(null)
  }, [])
  return { origin, jumpFrom, forget, noteTurn }
}
