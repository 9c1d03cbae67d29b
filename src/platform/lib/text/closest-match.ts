/**
 * Returns the candidate that is closest to a mistyped word, or undefined if none is close enough.
 * At most a quarter of the letters may differ, or two letters in short words.
 */
export function findClosest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.slice(0, 200).toLowerCase()
  const tolerance = Math.max(Math.min(2, wanted.length - 1), Math.floor(wanted.length / 4))
  let best: string | undefined
  let bestDistance = tolerance + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) >= bestDistance) continue
    const distance = countEdits(wanted, candidate.toLowerCase())
    if (distance >= bestDistance) continue
    best = candidate
    bestDistance = distance
  }
  return best
}

/**
 * Counts how many letters have to be added, removed, replaced or swapped with their neighbor
 * (Damerau-Levenshtein distance).
 */
export function countEdits(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      let cost = Math.min(
        costAt(last, column) + 1,
        costAt(current, column - 1) + 1,
        costAt(last, column - 1) + (same ? 0 : 1),
      )
      if (isTransposition(from, to, row, column))
        cost = Math.min(cost, costAt(beforeLast, column - 2) + 1)
      current.push(cost)
    }
    beforeLast = last
    last = current
  }
  return costAt(last, to.length)
}

function isTransposition(from: string, to: string, row: number, column: number): boolean {
  if (row < 2 || column < 2) return false
  return from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
}

const costAt = (costs: number[], index: number) => costs[index] ?? Number.MAX_SAFE_INTEGER
