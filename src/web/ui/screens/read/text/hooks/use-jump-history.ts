import { useCallback, useRef, useState } from 'react'
import type { Locator } from '../engine/locator'
import type { Place } from '../engine/position-tracker'

/** The jump history is cleared after this many page turns. */
const turnsUntilForgotten = 8

/** Positions before jumps, the most recent one last. */
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
  /** Removes and returns the most recent position. */
  const takeOrigin = () => {
    setOrigins(elsewhere.slice(0, -1))
    return elsewhere.at(-1)
  }
  return { origin: elsewhere.at(-1) ?? null, noteJump, noteTurn, takeOrigin }
}

const isSame = (one: Locator, other: Locator) =>
  one.href === other.href && one.locations.progression === other.locations.progression
