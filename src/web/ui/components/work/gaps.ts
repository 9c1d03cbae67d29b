/** Which numbers are missing among those at hand. */

/** From and to, both included. */
export type Gap = readonly [number, number]

/** Above this a "volume" is a year, and what lies between means nothing. */
const mostCounted = 500
/** More holes than this are no holes: somebody has a few of many. */
const mostGaps = 12

/**
 * @param numbers those at hand, in any order, whole ones and others
 * @param from the first that should be there
 */
export function gapsIn(numbers: readonly number[], from: number): Gap[] {
  const whole = [...new Set(numbers.map(Math.floor))].toSorted((a, b) => a - b)
  const last = whole.at(-1)
  if (last === undefined || last > mostCounted) return []
  const gaps: Gap[] = []
  let expected = from
  for (const number of whole) {
    if (number > expected) gaps.push([expected, number - 1])
    expected = Math.max(expected, number + 1)
  }
  return gaps.length > mostGaps ? [] : gaps
}

/** `4`, `7` and `9–12`. */
export const gapNames = (gaps: readonly Gap[]): string[] =>
  gaps.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`))

export const countOf = (gaps: readonly Gap[]): number =>
  gaps.reduce((sum, [from, to]) => sum + to - from + 1, 0)
