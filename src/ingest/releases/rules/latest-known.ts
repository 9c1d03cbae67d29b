/** Finds the highest plausible released number. Pure. */

export interface LatestKnownRules {
  /**
   * A number that exceeds the highest plausible one by more than this is plausible only if it is
   * not a year and the next higher number is at most this much higher.
   */
  jump: number
  max: number
}

export const latestKnownRules = {
  chapters: { jump: 50, max: 5000 },
  volumes: { jump: 10, max: 500 },
} as const satisfies Record<string, LatestKnownRules>

const isYear = (number: number) => number >= 1900 && number < 2100

/**
 * Ignores single numbers far above the others, which are misread dates or IDs. `known` is the
 * highest number in the library, or a provider's total. Returns null if no number is plausible.
 */
export function findLatestKnown(
  numbers: readonly number[],
  known: number,
  { jump, max }: LatestKnownRules,
): number | null {
  const sorted = [...new Set(numbers)].filter((one) => one <= max).toSorted((a, b) => a - b)
  let latest: number | null = null
  let reached = known
  for (const [at, number] of sorted.entries()) {
    const next = sorted[at + 1]
    const isSupported = next !== undefined && next - number <= jump && !isYear(number)
    if (number > reached + jump && !isSupported) continue
    latest = number
    reached = Math.max(reached, number)
  }
  return latest
}
