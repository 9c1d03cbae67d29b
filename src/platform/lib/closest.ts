/**
 * The candidate that was most likely meant by a mistyped word, or undefined when none is near.
 * Near is at most a quarter of the word's length in typing slips, and two for short words.
 */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.slice(0, 200).toLowerCase()
  const tolerance = Math.max(Math.min(2, wanted.length - 1), Math.floor(wanted.length / 4))
  let best: string | undefined
  let bestDistance = tolerance + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) >= bestDistance) continue
    const distance = typingSlips(wanted, candidate.toLowerCase())
    if (distance >= bestDistance) continue
    best = candidate
    bestDistance = distance
  }
  return best
}

/** Letters to add, drop, replace or swap with their neighbour to turn one word into the other. */
export function typingSlips(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      let cost = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      )
      if (isSwap(from, to, row, column)) cost = Math.min(cost, at(beforeLast, column - 2) + 1)
      current.push(cost)
    }
    beforeLast = last
    last = current
  }
  return at(last, to.length)
}

function isSwap(from: string, to: string, row: number, column: number): boolean {
  if (row < 2 || column < 2) return false
  return from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
}

const at = (costs: number[], index: number) => costs[index] ?? Number.MAX_SAFE_INTEGER
