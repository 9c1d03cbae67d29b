type Falsy = false | undefined | null | 0 | ''

/**
 * Waits until `check` returns something truthy and returns it, so that tests never wait a fixed
 * time. The limit is generous because a machine under load is slow; only a broken test reaches it.
 */
export async function waitUntil<Found>(
  check: () => Found | Promise<Found>,
  limitMs = 50_000,
): Promise<Exclude<Found, Falsy>> {
  for (const end = Date.now() + limitMs; Date.now() < end; await Bun.sleep(10)) {
    const found = await check()
    if (found) return found as Exclude<Found, Falsy>
  }
  throw new Error(`Timed out waiting for ${String(check)}`)
}
