/**
 * Progress of several devices is ordered by time. A wrong device clock would break the order, so
 * the server's clock is used.
 */

/** Smaller differences come from latency and the whole seconds of the Date header. */
const toleratedMs = 5_000

let skewMs = 0

/** From the `Date` header of a new response. */
export function updateServerClock(date: string | null) {
  const serverMs = date === null ? Number.NaN : Date.parse(date)
  const measured = serverMs - Date.now()
  // Kept constant: remeasuring could reorder progress within a second.
  if (Math.abs(measured - skewMs) > toleratedMs) skewMs = measured
}

/** A device time in server time, as ISO 8601. */
export const serverTime = (at: number) => new Date(at + skewMs).toISOString()
