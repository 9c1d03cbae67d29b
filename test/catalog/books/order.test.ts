import { expect, test } from 'bun:test'
import {
  buildBookSearchTokens,
  buildBookSortKey,
  type Numbering,
  titleKeyStart,
} from '../../../src/catalog/books/book-sort-key'
import type { NumberKind } from '../../../src/catalog/books/numbers/number-kind'
import { buildSortKey } from '../../../src/platform/lib/text/sort-key'

const buildBook = (values: Partial<Numbering>): Numbering => ({
  numberKind: null,
  numberFrom: null,
  numberTo: null,
  volume: null,
  number: null,
  title: 'T',
  ...values,
})

const volume = (numberFrom: number, title = 'T') => ({
  numberKind: 'volume' as const,
  numberFrom,
  title,
})
const chapter = (numberFrom: number, of: number | null = null) => ({
  numberKind: 'chapter' as const,
  numberFrom,
  volume: of,
})
const issue = (numberFrom: number, title = 'T') => ({
  numberKind: 'issue' as const,
  numberFrom,
  title,
})
const other = (numberKind: NumberKind, numberFrom: number | null, title = 'T') => ({
  numberKind,
  numberFrom,
  title,
})

/** Numbers and titles in reading order, as on a shelf. */
const shelf = [
  volume(-1),
  volume(0),
  volume(1),
  chapter(-0.5, 1),
  chapter(1, 1),
  chapter(1.5, 1),
  chapter(2, 1),
  chapter(10, 1),
  volume(2),
  volume(2.5),
  volume(3),
  volume(10, 'A'),
  volume(10, 'B'),
  chapter(1, 2016),
  volume(2_147_483_647),
  issue(-1),
  chapter(0.001),
  issue(9),
  issue(100, 'Part 2'),
  issue(100, 'Part 10'),
  chapter(1e300),
  { title: 'Extra 2' },
  { title: 'Extra 10' },
  { number: 'Card 2' },
  { number: 'Card 10' },
  other('collected', 1),
  other('collected', 2),
  other('collected', null),
  other('annual', 1),
  other('annual', 2019),
  other('special', 1),
  other('special', null, 'Special 2'),
  other('special', null, 'Special 10'),
]

const byCodePoint = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

test('sorts in reading order', () => {
  const keys = shelf.map((values) => buildBookSortKey(buildBook(values)))
  for (let seed = 1; seed <= 20; seed++) {
    const shuffled = keys.toSorted(
      (a, b) => Number(Bun.hash(a, seed) - Bun.hash(b, seed) > 0n) || -1,
    )
    expect(shuffled.toSorted(byCodePoint)).toEqual(keys)
  }
})

test('treats zero and minus zero alike', () => {
  expect(buildBookSortKey(buildBook(chapter(-0)))).toBe(buildBookSortKey(buildBook(chapter(0))))
})

test.each([
  [buildBook({ title: 'The Title 12' })],
  [
    buildBook({
      ...chapter(2.5, 1),
      number: 'a very long number that goes on',
      title: 'Ünder',
    }),
  ],
  [buildBook({ number: '𠮷𠮷𠮷', title: '進撃の巨人' })],
])('SQL extracts the title key from %p', (numbering) => {
  // SQL counts characters, not UTF-16 units.
  const cut = [...buildBookSortKey(numbering)].slice(titleKeyStart - 1).join('')
  expect(cut).toBe(buildSortKey(numbering.title))
})

test('limits the key of a very long title to the size of an index entry', () => {
  const key = buildBookSortKey(buildBook({ title: '𠮷'.repeat(5000) }))
  expect(Buffer.byteLength(key)).toBeLessThan(2700)
  expect(key.isWellFormed()).toBe(true)
})

test('finds a book by titles, ISBNs and people, both structured and as text', () => {
  const nobody = {
    writer: null,
    penciller: null,
    inker: null,
    colorist: null,
    letterer: null,
    coverArtist: null,
    editor: null,
    translator: 'Flat Person',
  }
  const tokens = buildBookSearchTokens({
    title: 'Main',
    titleSort: 'Sorted',
    subtitle: 'Sub',
    originalTitle: 'Öriginal',
    isbns: '978-3-16-148410-0',
    authors: [{ name: 'Structured', role: 'writer', sortName: 'Sortname' }],
    ...nobody,
  }).split(' ')
  for (const token of ['main', 'sorted', 'sub', 'original', '9783161484100', 'structured']) {
    expect(tokens).toContain(token)
  }
  for (const token of ['sortname', 'flat', 'person', '978']) expect(tokens).toContain(token)
})
