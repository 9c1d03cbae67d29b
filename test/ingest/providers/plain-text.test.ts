/** Descriptions that a provider cuts off in the middle of their markup. */
import { expect, test } from 'bun:test'
import { stripMarkup } from '../../../src/ingest/providers/text/plain-text'

const cases: [string, string | undefined][] = [
  ['A <i>whole</i> text', 'A whole text'],
  ['A text <a href="https://exam', 'A text'],
  ['A text <br', 'A text'],
  ['A text </', 'A text'],
  ['A text</i', 'A text'],
  ['A text <!-- a note', 'A text'],
  ['A text &quo', 'A text'],
  ['A text &#x20', 'A text'],
  ['A text &amp', 'A text'],
  ['A text &quot', 'A text'],
  ['A text &mdash', 'A text'],
  ['A text &#8212', 'A text'],
  ['A text &hellip', 'A text'],
  ['A text &h', 'A text &h'],
  ['A text <', 'A text'],
  ['A text ~!The butler di', 'A text'],
  ['A ~!hidden!~ text ~', 'A text ~'],
  ['A text<br>~!The but', 'A text'],
  ['~!The butler di', undefined],
  ['Yahallo~! The festival begins.', 'Yahallo~! The festival begins.'],
  ['A song (la la~!) and a dance', 'A song (la la~!) and a dance'],
  ['<a href="x', undefined],
  ['1 < 2', '1 < 2'],
  ['a <3 of b', 'a <3 of b'],
  ['Simon & Schuster', 'Simon & Schuster'],
  ['R&B', 'R&B'],
  ['Q & A', 'Q & A'],
]
test.each(cases)('M9: the text of %p is %p', (html, expected) => {
  expect(stripMarkup(html)).toBe(expected as string)
})
