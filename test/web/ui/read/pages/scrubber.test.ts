import { expect, test } from 'bun:test'
import { pageMovedTo, thumbAt } from '../../../../../src/web/ui/screens/read/pages/engine/scrubber'

const buildPosition = (page: number, lastPage: number, total: number) => ({ page, lastPage, total })

test('the thumb is at the end when the last page is visible', () => {
  expect(thumbAt(buildPosition(2, 3, 3))).toBe(3)
  expect(thumbAt(buildPosition(3, 3, 3))).toBe(3)
  expect(thumbAt(buildPosition(1, 2, 2))).toBe(2)
})

test('otherwise the thumb is at the first visible page', () => {
  expect(thumbAt(buildPosition(1, 1, 3))).toBe(1)
  expect(thumbAt(buildPosition(1, 2, 8))).toBe(1)
  expect(thumbAt(buildPosition(4, 5, 8))).toBe(4)
})

test('a step of the thumb always changes the page', () => {
  expect(pageMovedTo(5, buildPosition(4, 5, 8))).toBe(6)
  expect(pageMovedTo(3, buildPosition(4, 5, 8))).toBe(3)
  expect(pageMovedTo(7, buildPosition(7, 8, 8))).toBe(6)
  expect(pageMovedTo(2, buildPosition(2, 3, 3))).toBe(1)
  expect(pageMovedTo(1, buildPosition(1, 2, 2))).toBe(1)
})

test('a distant position is reached', () => {
  expect(pageMovedTo(1, buildPosition(4, 5, 8))).toBe(1)
  expect(pageMovedTo(8, buildPosition(4, 5, 8))).toBe(8)
})
