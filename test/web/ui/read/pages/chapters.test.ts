import { expect, test } from 'bun:test'
import {
  findPageChapter,
  findChapters,
} from '../../../../../src/web/ui/screens/read/pages/engine/chapters'

const chapters = findChapters([
  { pageNumber: 1, bookmark: null },
  { pageNumber: 2, bookmark: 'One' },
  { pageNumber: 3, bookmark: '' },
  { pageNumber: 7, bookmark: 'Two' },
])

test('named pages start chapters', () => {
  expect(chapters).toEqual([
    { name: 'One', page: 2 },
    { name: 'Two', page: 7 },
  ])
})

test.each([
  [1, undefined],
  [2, 'One'],
  [6, 'One'],
  [7, 'Two'],
  [99, 'Two'],
])('page %p belongs to chapter %p', (page, name) => {
  expect(findPageChapter(chapters, page)?.name).toBe(name)
})
