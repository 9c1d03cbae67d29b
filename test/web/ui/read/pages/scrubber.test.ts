import { expect, test } from 'bun:test'
import { pageMovedTo, thumbAt } from '../../../../../src/web/ui/screens/read/pages/engine/scrubber'

const at = (page: number, lastPage: number, total: number) => ({ page, lastPage, total })

test('the thumb stands at the end when the last page is on the screen', () => {
  expect(thumbAt(at(2, 3, 3))).toBe(3)
  expect(thumbAt(at(3, 3, 3))).toBe(3)
  expect(thumbAt(at(1, 2, 2))).toBe(2)
})

test('before that it stands at the first page on the screen', () => {
  expect(thumbAt(at(1, 1, 3))).toBe(1)
  expect(thumbAt(at(1, 2, 8))).toBe(1)
  expect(thumbAt(at(4, 5, 8))).toBe(4)
})

test('a step of the thumb always leads to other pages, where there are some', () => {
  expect(pageMovedTo(5, at(4, 5, 8))).toBe(6)
  expect(pageMovedTo(3, at(4, 5, 8))).toBe(3)
  expect(pageMovedTo(7, at(7, 8, 8))).toBe(6)
  expect(pageMovedTo(2, at(2, 3, 3))).toBe(1)
  expect(pageMovedTo(1, at(1, 2, 2))).toBe(1)
})

test('a place far away is gone to', () => {
  expect(pageMovedTo(1, at(4, 5, 8))).toBe(1)
  expect(pageMovedTo(8, at(4, 5, 8))).toBe(8)
})
