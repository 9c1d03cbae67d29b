import { expect, test } from 'bun:test'
import {
  type Choice,
  chooseBooks,
} from '../../../../src/web/ui/components/offline/dialog/choose-books'

const read = { completed: true }
const begun = { completed: false }
const books = [
  { id: 'a', readProgress: read },
  { id: 'b', readProgress: begun },
  { id: 'c', readProgress: null },
  { id: 'd', readProgress: read },
  { id: 'e', readProgress: null },
  { id: 'f', readProgress: null },
]

const cases: [choice: Choice, saved: string, expected: string][] = [
  ['next-3', '', 'bce'],
  ['next-3', 'c', 'be'],
  // No book was read since they were saved, so the next three are already saved.
  ['next-3', 'bce', ''],
  ['next-10', '', 'bcef'],
  ['unread', 'f', 'bce'],
  ['all', '', 'abcdef'],
  ['all', 'ad', 'bcef'],
]

test.each(cases)('of a series, %s without "%s" are "%s"', (choice, saved, expected) => {
  const chosen = chooseBooks(books, choice, new Set(saved))
  expect(chosen.map(({ id }) => id).join('')).toBe(expected)
})
