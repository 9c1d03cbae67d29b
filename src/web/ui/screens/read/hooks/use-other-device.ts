import { useCallback, useEffect, useRef, useState } from 'react'

/** An own place may come back from the server some time after it was sent, when one is further on. */
const ownForMs = 10_000

/**
 * Notices that one reads the same book on another device: the place that the server knows moved, and not
 * by us. It is asked, never jumped. Places are compared by a text of their own.
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
  /** One read to here: whoever turns on instead of answering stays. */
  const note = useCallback((place: string) => {
    own.current.delete(place)
    own.current.set(place, Date.now())
    setElsewhere(null)
  }, [])
  return { elsewhere, note, stay: () => setElsewhere(null) }
}
