type Falsy = false | undefined | null | 0 | ''

const usualLimitMs = 50_000
const shortestPauseMs = 10
const longestPauseMs = 100

/**
 * Waits until `check` returns something truthy and returns it, so that tests never wait a fixed
 * time. The limit is generous because a machine under load is slow; only a broken test reaches it.
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
 * The same for what stays true, and for checks that take a millisecond, such as requests: the longer
 * the wait so far, the longer the pause until the next.
 */
export const waitUntilSettled = <Found>(
  check: () => Found | Promise<Found>,
  limitMs = usualLimitMs,
): Promise<Exclude<Found, Falsy>> => waitUntil(check, limitMs, longestPauseMs)
