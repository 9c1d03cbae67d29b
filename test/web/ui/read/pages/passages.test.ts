/** Highlights in PDFs are found again by page, characters and quote. */
import { expect, test } from 'bun:test'
import {
  buildPassageLocator,
  findPassage,
  getPageOfPassage,
} from '../../../../../src/web/ui/screens/read/pages/pdf/layer/passages'

const text = 'The quick brown fox jumps over the lazy dog. The quick brown bear sleeps.'
const page = { pageNumber: 12, fileFormat: 'jpeg' } as never
const start = text.indexOf('brown bear')
const locator = buildPassageLocator({
  page,
  pageCount: 100,
  text,
  chapter: 'Animals',
  start: start,
  end: start + 'brown'.length,
}) as never

test('a passage names its page, characters and quote', () => {
  expect(locator).toEqual({
    href: 'pages/12',
    type: 'image/jpeg',
    title: 'Animals',
    locations: {
      position: 12,
      progression: start / text.length,
      totalProgression: (11 + start / text.length) / 100,
      fragments: [`char=${start},${start + 5}`],
    },
    text: {
      before: text.slice(start - 60 < 0 ? 0 : start - 60, start),
      highlight: 'brown',
      after: ' bear sleeps.',
    },
  } as never)
  expect(getPageOfPassage(locator)).toBe(12)
  expect(findPassage(text, locator)).toEqual({ start, end: start + 5 })
})

test('a passage is found by its quote if the text before it has changed', () => {
  const moved = `A new sentence. ${text}`
  expect(findPassage(moved, locator)).toEqual({ start: start + 16, end: start + 21 })
  // The text before it is no longer the same, so the first quote is taken.
  const shorter = 'Only one brown hare.'
  expect(findPassage(shorter, locator)).toEqual({ start: 9, end: 14 })
})

test('a passage whose text is gone is not found', () => {
  expect(findPassage('Something else.', locator)).toBeNull()
  expect(findPassage('', locator)).toBeNull()
  const foreign = { href: 'pages/3', type: 'image/jpeg', locations: {} } as never
  expect(findPassage(text, foreign)).toBeNull()
  expect(getPageOfPassage(foreign)).toBe(3)
  const odd = {
    href: 'pages/3',
    type: 'image/jpeg',
    locations: { fragments: ['char=5,1', 7] },
    text: { highlight: 'lazy' },
  } as never
  expect(findPassage(text, odd)).toEqual({
    start: text.indexOf('lazy'),
    end: text.indexOf('lazy') + 4,
  })
})

test('a long passage is cut to what the server accepts', () => {
  const long = 'word '.repeat(2000)
  const found = buildPassageLocator({
    page,
    pageCount: 1,
    text: long,
    chapter: 'x'.repeat(5000),
    start: 0,
    end: long.length,
  })
  expect(Buffer.byteLength(JSON.stringify(found))).toBeLessThan(16 * 1024)
})
