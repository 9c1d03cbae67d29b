/** Predicts the next release from the intervals between recent ones. Pure. */
const dayMs = 86_400_000
const mostIntervals = 6
const fewestIntervals = 3
const maxSpread = 1 / 3

/**
 * Adds the median of the last six intervals to the last release, if the intervals differ by less
 * than a third of the median. Several releases on the same day count as one. Returns undefined if
 * the intervals are irregular or fewer than three, or if the day has passed.
 */
export function expectNextRelease(releasedAt: readonly Date[], now: Date): Date | undefined {
  const days = [...new Set(releasedAt.map((at) => Math.floor(at.getTime() / dayMs)))]
  const last = days.toSorted((a, b) => a - b).slice(-(mostIntervals + 1))
  const intervals = last.slice(1).map((day, index) => day - last[index]!)
  if (intervals.length < fewestIntervals) return undefined
  const sorted = intervals.toSorted((a, b) => a - b)
  const median = findMedian(sorted)
  if (sorted.at(-1)! - sorted[0]! >= median * maxSpread) return undefined
  const next = new Date((last.at(-1)! + Math.round(median)) * dayMs)
  return next.getTime() >= Math.floor(now.getTime() / dayMs) * dayMs ? next : undefined
}

function findMedian(sorted: readonly number[]): number {
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? sorted[Math.floor(middle)]!
    : (sorted[middle - 1]! + sorted[middle]!) / 2
}
