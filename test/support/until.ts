type Nothing = false | undefined | null | 0 | ''

/**
 * Waits until something is there or holds, and returns it: tests never wait for a time. The limit is
 * generous, for machines under load are slow: it is only met when something is broken.
 */
export async function until<Found>(
  look: () => Found | Promise<Found>,
  limitMs = 50_000,
): Promise<Exclude<Found, Nothing>> {
  for (const end = Date.now() + limitMs; Date.now() < end; await Bun.sleep(10)) {
    const found = await look()
    if (found) return found as Exclude<Found, Nothing>
  }
  throw new Error(`It never came true: ${String(look)}`)
}
