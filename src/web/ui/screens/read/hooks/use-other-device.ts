import { useCallback, useEffect, useRef, useState } from 'react'

/** Time in milliseconds during which a sent position is not treated as that of another device. */
const ownForMs = 10_000

/**
 * Detects that the book is read on another device: the server's position has changed, but not
 * because of this reader. The reader asks the user before it jumps there. Positions are compared by
 * a string key.
 */
export function useOtherDevice(stored: string | null, here: string) {
  const [elsewhere, setElsewhere] = useState<string | null>(null)
  const known = useRef(stored)
  const own = useRef(new Map<string, number>())
  const at = useRef(here)
  at.current = here
  useEffect(() => {
    if (stored === known.current) return
    known.current = stored
    const sentAt = stored === null ? undefined : own.current.get(stored)
    const isLast = [...own.current.keys()].at(-1) === stored
    const isOwn = isLast || (sentAt !== undefined && Date.now() - sentAt < ownForMs)
    setElsewhere(stored === at.current || isOwn ? null : stored)
  }, [stored])
  /** Records a position read here. Reading on instead of responding to the notice dismisses it. */
  const note = useCallback((place: string) => {
    own.current.delete(place)
    own.current.set(place, Date.now())
    setElsewhere(null)
  }, [])
  return { elsewhere, note, stay: () => setElsewhere(null) }
}
