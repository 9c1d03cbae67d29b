import { expect, test } from 'bun:test'
import { parseSpelledNumber } from '../../../src/media/words/spelled-numbers'

test.each([
  ['three', 3],
  ['Twelve', 12],
  ['I', 1],
  ['iv', 4],
  ['XIV', 14],
  ['xxxix', 39],
  ['vivi', 0],
  ['vx', 0],
  ['iix', 0],
  ['iiiiii', 0],
  ['vixx', 0],
  ['', 0],
])('%s is %i', (word, number) => {
  expect(parseSpelledNumber(word)).toBe(number)
})
