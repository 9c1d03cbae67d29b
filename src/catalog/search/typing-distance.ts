/**
 * Counts the typing errors between a typed word and the beginning of another word: missing, extra,
 * wrong or transposed letters. Counts up to `most`; if there are more errors, returns `most + 1`.
 */
export function findTypingDistance(typed: string, word: string, most: number): number {
  if (word.length < typed.length - most || !hasSimilarStart(typed, word, most)) return most + 1
  // Ignores the later letters of the word, because the user may not have typed them yet.
  const width = Math.min(word.length, typed.length + most)
  let beforeLast: number[] = []
  let last = Array.from({ length: width + 1 }, (_, at) => at)
  for (let row = 1; row <= typed.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= width; column++) {
      const isSame = typed[row - 1] === word[column - 1]
      let cost = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
      )
      if (isExchanged(typed, word, row, column)) {
        cost = Math.min(cost, beforeLast[column - 2]! + 1)
      }
      current.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
    beforeLast = last
    last = current
  }
  return Math.min(most + 1, ...last.slice(Math.max(0, typed.length - most)))
}

const isExchanged = (typed: string, word: string, row: number, column: number) =>
  row > 1 &&
  column > 1 &&
  typed[row - 1] === word[column - 2] &&
  typed[row - 2] === word[column - 1]

/**
 * Rejects most words quickly: with few errors, at least one of the first letters must occur among
 * the first letters of the other word.
 */
function hasSimilarStart(typed: string, word: string, most: number): boolean {
  for (let at = 0; at <= most; at++) {
    for (let other = 0; other <= most; other++) if (typed[at] === word[other]) return true
  }
  return false
}
