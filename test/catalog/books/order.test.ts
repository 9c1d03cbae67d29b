import { expect, test } from 'bun:test'
import {
  buildBookSearchTokens,
  buildBookSortKey,
  type Numbering,
  titleKeyStart,
} from '../../../src/catalog/books/sort-keys'
import { buildSortKey } from '../../../src/platform/lib/text/sort-key'

const buildBook = (values: Partial<Numbering>): Numbering => ({
  volume: null,
  chapter: null,
  number: null,
  title: 'T',
  ...values,
})

/** Numbers and titles in reading order, as on a shelf. */
const shelf = [
  { volume: -1 },
  { volume: 0 },
  { volume: 1 },
  { volume: 1, chapter: -0.5 },
  { volume: 1, chapter: 1 },
  { volume: 1, chapter: 1.5 },
  { volume: 1, chapter: 2 },
  { volume: 1, chapter: 10 },
  { volume: 2 },
  { volume: 10, title: 'A' },
  { volume: 10, title: 'B' },
  { volume: 2016, chapter: 1 },
  { volume: 2_147_483_647 },
  { chapter: 0.001 },
  { chapter: 9 },
  { chapter: 100, title: 'Part 2' },
  { chapter: 100, title: 'Part 10' },
  { chapter: 1e300 },
  { title: 'Special 2' },
  { title: 'Special 10' },
  { number: 'Annual 2' },
  { number: 'Annual 10' },
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
  expect(buildBookSortKey(buildBook({ chapter: -0 }))).toBe(
    buildBookSortKey(buildBook({ chapter: 0 })),
  )
})

test.each([
  [buildBook({ title: 'The Title 12' })],
  [
    buildBook({
      volume: 1,
      chapter: 2.5,
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
