import { useCallback, useRef, useState } from 'react'

/** The jump history is cleared after this many page turns. */
const turnsUntilForgotten = 8

/** Remembers positions before jumps. Skips positions that are currently shown. */
export function useJumpHistory<Position>(isHere: (position: Position) => boolean) {
  const [origins, setOrigins] = useState<readonly Position[]>([])
  const turns = useRef(0)
  const elsewhere = origins.filter((origin) => !isHere(origin))
  const noteJump = (from: Position | undefined) => {
    turns.current = 0
    if (from !== undefined) setOrigins([...elsewhere, from])
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
