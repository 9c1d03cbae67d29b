import { expect, test } from 'bun:test'
import {
  countStates,
  getMarks,
  findNextNumber,
  type Span,
} from '../../../../src/web/ui/screens/series/releases/numbers'

const spans: Span[] = [
  { from: 1, to: 2, state: 'read' },
  { from: 3, to: 3, state: 'missing' },
  { from: 4, to: 5, state: 'unread' },
]

test('few numbers are listed one by one, many are grouped by state', () => {
  expect(getMarks(spans).map(({ from, state }) => [from, state])).toEqual([
    [1, 'read'],
    [2, 'read'],
    [3, 'missing'],
    [4, 'unread'],
    [5, 'unread'],
  ])
  const many: Span[] = [...spans, { from: 6, to: 3000, state: 'unread' }]
  expect(getMarks(many)).toEqual(many)
})

test('counts each present state', () => {
  expect(countStates(spans)).toEqual([
    { state: 'read', count: 2 },
    { state: 'unread', count: 2 },
    { state: 'missing', count: 1 },
  ])
})

test('the next release is the first unreleased number, or the next of an ongoing series', () => {
  expect(findNextNumber([...spans, { from: 6, to: 9, state: 'ahead' }], 'ended')).toBe(6)
  expect(findNextNumber(spans, 'ongoing')).toBe(6)
  expect(findNextNumber(spans, 'ended')).toBeUndefined()
  expect(findNextNumber([], 'ongoing')).toBeUndefined()
})
