import { expect, test } from 'bun:test'
import {
  boundedRange,
  countSelectable,
} from '../../../../src/web/ui/components/selection/selection'

test.each([
  [3, 7, [3, 7]],
  [7, 3, [3, 7]],
  [0, 50_000, [0, 9_999]],
  [50_000, 0, [40_001, 50_000]],
  [0, -1, [0, 0]],
] as const)('a range from %d to %d is requested within bounds', (from, to, range) => {
  expect(boundedRange(from, to)).toEqual([...range])
})

test('I23b: a very long list can be selected up to a limit', () => {
  expect([0, 9_999, 10_000, 10_001, 100_000].map(countSelectable)).toEqual([
    0, 9_999, 10_000, 10_000, 10_000,
  ])
})
