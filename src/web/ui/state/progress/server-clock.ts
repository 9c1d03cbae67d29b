/**
 * Places of several devices are ordered by time, so a device whose clock is wrong would lose against
 * all others, or against itself. The server's clock counts.
 */

/** Less is the way of the answer and the whole seconds of its date. */
const toleratedMs = 5_000

let skewMs = 0

/** From the `Date` of an answer that has just come. */
export function updateServerClock(date: string | null) {
  const told = date === null ? Number.NaN : Date.parse(date)
  const measured = told - Date.now()
  // Held on to: measured anew each time it would put places of one second out of order.
  if (Math.abs(measured - skewMs) > toleratedMs) skewMs = measured
}

/** When something happened by the server's clock, as the API writes it. */
export const serverTime = (at: number) => new Date(at + skewMs).toISOString()
