type Falsy = false | undefined | null | 0 | ''

const shortestPauseMs = 10

/**
 * Waits until `check` returns something truthy and returns it, so that tests never wait a fixed
 * time. The limit is generous because a machine under load is slow; only a broken test reaches it.
 * `longestPauseMs`: for checks that cost more than a look, such as requests, of what stays true: the
 * longer the wait so far, the longer until the next.
 */
export async function waitUntil<Found>(
  check: () => Found | Promise<Found>,
  limitMs = 50_000,
  longestPauseMs = shortestPauseMs,
): Promise<Exclude<Found, Falsy>> {
  const start = Date.now()
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs = Date.now() - start) {
    const found = await check()
    if (found) return found as Exclude<Found, Falsy>
    await Bun.sleep(Math.min(shortestPauseMs + waitedMs / 8, longestPauseMs))
  }
  throw new Error(`Timed out waiting for ${String(check)}`)
}
