import { expect, test } from 'bun:test'
import { findTypingDistance } from '../../../src/catalog/search/typing-distance'
import { Dice, randomSeed } from '../../support/dice'

/** The same, counted without shortcuts: the least distance to any beginning of the word. */
function countSlowly(typed: string, word: string): number {
  const known = new Map<string, number>()
  const count = (row: number, column: number): number => {
    if (row === 0 || column === 0) return row + column
    const key = `${row} ${column}`
    const found = known.get(key)
    if (found !== undefined) return found
    const isSame = typed[row - 1] === word[column - 1]
    const costs = [
      count(row - 1, column) + 1,
      count(row, column - 1) + 1,
      count(row - 1, column - 1) + (isSame ? 0 : 1),
    ]
    const isExchanged =
      row > 1 &&
      column > 1 &&
      typed[row - 1] === word[column - 2] &&
      typed[row - 2] === word[column - 1]
    if (isExchanged) costs.push(count(row - 2, column - 2) + 1)
    const least = Math.min(...costs)
    known.set(key, least)
    return least
  }
  return Math.min(
    ...Array.from({ length: word.length + 1 }, (_, column) => count(typed.length, column)),
  )
}

test('the distance to the beginning of a word is that of counting slowly', () => {
  const dice = new Dice(randomSeed)
  const write = (letters: string, length: number) =>
    Array.from({ length }, () => letters[dice.roll(letters.length)]).join('')
  for (let run = 0; run < 4000; run++) {
    const letters = dice.roll(2) === 0 ? 'ab' : 'abcde'
    const [typed, word] = [write(letters, 4 + dice.roll(5)), write(letters, 1 + dice.roll(10))]
    const most = 1 + dice.roll(2)
    const expected = Math.min(most + 1, countSlowly(typed, word))
    expect([typed, word, most, findTypingDistance(typed, word, most)]).toEqual([
      typed,
      word,
      most,
      expected,
    ])
  }
})
