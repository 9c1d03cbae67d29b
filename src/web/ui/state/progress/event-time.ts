/**
 * When something was read, by the server's clock. The clock of a device can be wrong, and can be corrected
 * between reading without network and sending.
 */

/** Both clocks at the same moment, in milliseconds. */
export interface Contact {
  readonly serverMs: number
  readonly wallMs: number
}

/** The clocks of the device at a moment. */
export interface ClockReading {
  /** The clock that people set, in milliseconds. */
  readonly wallMs: number
  /** Time since the page was loaded. Nobody sets it, but it may stand still while the device sleeps. */
  readonly elapsedMs: number
  /** Identifies the page: elapsed times of different pages cannot be compared. */
  readonly pageId: string
  /** The last one known then. */
  readonly contact: Contact | null
}

/** Smaller differences come from latency and the whole seconds of the Date header. */
export const toleratedMs = 5_000

/** Difference of the server's clock to that of the device. */
export const getSkew = ({ serverMs, wallMs }: Contact) => serverMs - wallMs

/** `now.contact` is a new one. */
export function computeEventTime(
  event: ClockReading,
  now: ClockReading & { readonly contact: Contact },
): number {
  const skewNow = getSkew(now.contact)
  const skewThen = event.contact ? getSkew(event.contact) : skewNow
  const serverNow = now.wallMs + skewNow
  const isClockUnchanged = Math.abs(skewNow - skewThen) <= toleratedMs
  const isSamePage = event.pageId === now.pageId
  const earliest = event.contact?.serverMs ?? Number.NEGATIVE_INFINITY
  const latest = isSamePage ? serverNow - (now.elapsedMs - event.elapsedMs) : serverNow
  const isPossible = (time: number) =>
    time >= earliest - toleratedMs && time <= latest + toleratedMs
  // The clock was changed after the event, or before it.
  const changedLater = event.wallMs + skewThen
  const changedBefore = event.wallMs + skewNow
  const candidates = isClockUnchanged ? [changedBefore] : [changedLater, changedBefore]
  const possible = candidates.filter(isPossible)
  if (possible.length > 0) {
    return Math.min(isSamePage ? Math.max(...possible) : (possible[0] ?? latest), serverNow)
  }
  // The clock tells nothing. Too early is safe: reading on another device is newer then.
  if (isSamePage) return Math.max(latest, Math.min(earliest, serverNow))
  return Number.isFinite(earliest) ? Math.min(earliest, serverNow) : serverNow
}
