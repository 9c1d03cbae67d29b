type Falsy = false | undefined | null | 0 | ''

const usualLimitMs = 50_000
const shortestPauseMs = 10
const longestPauseMs = 100

/**
 * Waits until `check` returns a truthy value and returns it, so that tests need no fixed delays.
 * The limit is generous for slow machines. Only a broken test reaches it.
 */
export async function waitUntil<Found>(
  check: () => Found | Promise<Found>,
  limitMs = usualLimitMs,
  maxPauseMs = shortestPauseMs,
): Promise<Exclude<Found, Falsy>> {
  const start = Date.now()
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs = Date.now() - start) {
    const found = await check()
    if (found) return found as Exclude<Found, Falsy>
    await Bun.sleep(Math.min(shortestPauseMs + waitedMs / 8, maxPauseMs))
  }
  throw new Error(`Timed out waiting for ${String(check)}`)
}

/**
 * Like `waitUntil`, with pauses that grow with the waiting time. For conditions that stay true and
 * for checks that take about a millisecond, such as requests.
 */
export const waitUntilSettled = <Found>(
  check: () => Found | Promise<Found>,
  limitMs = usualLimitMs,
): Promise<Exclude<Found, Falsy>> => waitUntil(check, limitMs, longestPauseMs)
