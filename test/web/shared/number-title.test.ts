/** Titles that only repeat the number of a book. */
import { expect, test } from 'bun:test'
import { listPhrases, type WordList } from '../../../src/media/words/words'
import { numberWords, readNumberTitle } from '../../../src/web/shared/number-title'

const counting: WordList[] = [
  'volume',
  'volumes',
  'chapter',
  'chapters',
  'issue',
  'number',
  'book',
  'episode',
  'part',
]

test.each(numberWords.split('|'))('%p is in words.json', (word) => {
  expect(listPhrases(counting, false)).toContain(word)
})

test.each([
  ['12', [12, null]],
  ['#5', [5, null]],
  ['Chapter 012', [12, null]],
  ['ch.12.5', [12.5, null]],
  ['Vol. 3', [3, null]],
  ['v03', [3, null]],
  ['Issue #7', [7, null]],
  ['Episode_12', [12, null]],
  ['Chapters', null],
  ['Kapitel 3,5', [3.5, null]],
  ['Bd. 4', [4, null]],
  ['Chapitre 9', [9, null]],
  ['Capítulo 31', [31, null]],
  ['Глава 8', [8, null]],
  ['Том 2', [2, null]],
  ['第12話', [12, null]],
  ['3巻', [3, null]],
  ['12화', [12, null]],
  ['Chapter 1-3', [1, 3]],
  ['Vol. 1 – 2', [1, 2]],
  ['20240115', [20_240_115, null]],
  ['Chapter 0000012', [12, null]],
  ['T03', [3, null]],
  ['T. 3', [3, null]],
  ['vol-3', [3, null]],
  ['T-34', null],
  ['第3巻', [3, null]],
  ['Nummer 3', [3, null]],
  ['Nights 3', null],
  ['V-2', null],
  ['C-130', null],
  ['', null],
  ['The Landing', null],
  ['Apollo 13', null],
  ['Chapter 12: The Landing', null],
  ['Chapter Twelve', null],
  ['Volumetric 3', null],
  ['2001: A Space Odyssey', null],
  ['12 Monkeys', null],
])('%p is %p', (title, read) => {
  expect(readNumberTitle(title)).toEqual(read as never)
})
