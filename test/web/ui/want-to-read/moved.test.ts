import { expect, test } from 'bun:test'
import { moveInWindows } from '../../../../src/web/ui/screens/want-to-read/move-in-windows'

const windows = [
  ['a', 'b', 'c'],
  ['d', 'e', 'f'],
  ['g', 'h'],
]
const move = (from: number, to: number, known = windows) =>
  Object.fromEntries(moveInWindows((number) => known[number], 3, { from, to }))

test('within a window only this one is another', () => {
  expect(move(0, 2)).toEqual({ 0: ['b', 'c', 'a'] })
  expect(move(5, 3)).toEqual({ 1: ['f', 'd', 'e'] })
})

test('over several, each gives one to its neighbour and keeps its length', () => {
  expect(move(1, 7)).toEqual({ 0: ['a', 'c', 'd'], 1: ['e', 'f', 'g'], 2: ['h', 'b'] })
  expect(move(6, 0)).toEqual({ 0: ['g', 'a', 'b'], 1: ['c', 'd', 'e'], 2: ['f', 'h'] })
})

test('nothing is guessed where a window is not known, or there is no such item', () => {
  expect(move(0, 7, [windows[0]!, undefined as never, windows[2]!])).toEqual({})
  expect(move(8, 0)).toEqual({})
})
