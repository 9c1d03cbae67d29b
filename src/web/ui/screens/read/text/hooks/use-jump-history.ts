import { useCallback, useRef, useState } from 'react'
import type { Locator } from '../engine/locator'
import type { Place } from '../engine/position-tracker'

/** After this many page turns the way back is dropped. */
const turnsUntilForgotten = 8

/** Where one read before one followed links or went elsewhere in the book, the latest place last. */
export function useJumpHistory(place: Place | undefined) {
  const [origins, setOrigins] = useState<readonly Locator[]>([])
  const turns = useRef(0)
  const here = place?.locator
  const elsewhere = origins.filter((origin) => !here || !isSame(origin, here))
  const noteJump = (from: Place | undefined) => {
    turns.current = 0
    if (from) setOrigins([...elsewhere, from.locator])
  }
  const noteTurn = useCallback(() => {
    turns.current += 1
    if (turns.current >= turnsUntilForgotten) setOrigins([])
  }, [])
  /** The place to go back to, which is one no longer. */
  const takeOrigin = () => {
    setOrigins(elsewhere.slice(0, -1))
    return elsewhere.at(-1)
  }
  return { origin: elsewhere.at(-1) ?? null, noteJump, noteTurn, takeOrigin }
}

const isSame = (one: Locator, other: Locator) =>
  one.href === other.href && one.locations.progression === other.locations.progression
