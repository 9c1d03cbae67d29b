/**
 * Computes when something was read, according to the server's clock. A device's clock can be wrong,
 * and can be corrected between reading offline and sending.
 */

/** Time on the server's and the device's clock at the same moment, in milliseconds. */
export interface Contact {
  readonly serverMs: number
  readonly wallMs: number
}

/** The device's clocks at one moment. */
export interface ClockReading {
  /** The system clock, which users can set, in milliseconds. */
  readonly wallMs: number
  /** Time since the page was loaded. It cannot be set, but may stop while the device sleeps. */
  readonly elapsedMs: number
  /** Identifies the page: elapsed times of different pages cannot be compared. */
  readonly pageId: string
  /** The last contact known at that moment. */
  readonly contact: Contact | null
}

/** Smaller differences are due to latency and the one-second resolution of the Date header. */
export const toleratedMs = 5_000

/** Returns how far the server's clock is ahead of the device's clock, in milliseconds. */
export const getSkew = ({ serverMs, wallMs }: Contact) => serverMs - wallMs

/** Computes the server time of an event from clock readings at the event and now. */
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
  // Possible times of the event: the clock was changed after the event, or before it.
  const changedLater = event.wallMs + skewThen
  const changedBefore = event.wallMs + skewNow
  const candidates = isClockUnchanged ? [changedBefore] : [changedLater, changedBefore]
  const possible = candidates.filter(isPossible)
  if (possible.length > 0) {
    return Math.min(isSamePage ? Math.max(...possible) : (possible[0] ?? latest), serverNow)
  }
  // The clock is unusable. An early time is safe: it never replaces progress from another device.
  if (isSamePage) return Math.max(latest, Math.min(earliest, serverNow))
  return Number.isFinite(earliest) ? Math.min(earliest, serverNow) : serverNow
}
