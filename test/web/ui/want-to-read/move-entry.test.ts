import { expect, test } from 'bun:test'
import { moveInWindows } from '../../../../src/web/ui/components/ordered-list/move-in-windows'

const windows = [
  ['a', 'b', 'c'],
  ['d', 'e', 'f'],
  ['g', 'h'],
]
const moveEntry = (from: number, to: number, known = windows) =>
  Object.fromEntries(moveInWindows((number) => known[number], 3, { from, to }))

test('a move inside one window changes only that window', () => {
  expect(moveEntry(0, 2)).toEqual({ 0: ['b', 'c', 'a'] })
  expect(moveEntry(5, 3)).toEqual({ 1: ['f', 'd', 'e'] })
})

test('a move across windows shifts one entry between neighbors and keeps their lengths', () => {
  expect(moveEntry(1, 7)).toEqual({ 0: ['a', 'c', 'd'], 1: ['e', 'f', 'g'], 2: ['h', 'b'] })
  expect(moveEntry(6, 0)).toEqual({ 0: ['g', 'a', 'b'], 1: ['c', 'd', 'e'], 2: ['f', 'h'] })
})

test('returns nothing for an unknown window or entry', () => {
  expect(moveEntry(0, 7, [windows[0]!, undefined as never, windows[2]!])).toEqual({})
  expect(moveEntry(8, 0)).toEqual({})
})
