/** Ranks books by ISBN, or else by title, author, year and volume. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  buildBookQuery,
  decideBook,
  rankBookCandidates,
} from '../../../../src/ingest/matching/books/rank-books'
import { readBookTitle } from '../../../../src/ingest/matching/books/read-book-title'
import type { LocalBook } from '../../../../src/ingest/matching/model'
import type { BookCandidate } from '../../../../src/ingest/providers/model'
import { Dice, randomSeed } from '../../../support/dice'
import { toCandidate, toLocalBook } from './local-books'

/** Ranking takes seconds on a busy machine. */
setDefaultTimeout(60_000)

const herbert = ['Frank Herbert']
const isbn = '9780441013593'

const decide = (local: LocalBook, candidates: readonly BookCandidate[]) =>
  decideBook(local, rankBookCandidates(local, candidates))

type Values = Partial<LocalBook> & { title: string }
type Given = Partial<BookCandidate> & { title: string }

describe('one candidate', () => {
  test.each<[string, Values, Given, boolean]>([
    [
      'title and author',
      { title: 'Dune', authors: herbert },
      { title: 'Dune', authors: herbert },
      true,
    ],
    [
      'another spelling of the name',
      { title: 'Dune', authors: ['Herbert, Frank'] },
      { title: 'DUNE', authors: herbert },
      true,
    ],
    ['no author here', { title: 'Dune' }, { title: 'Dune', authors: herbert }, false],
    [
      'the author in the name',
      { title: 'Frank Herbert - Dune' },
      { title: 'Dune', authors: herbert },
      true,
    ],
    ['no author there', { title: 'Dune', authors: herbert }, { title: 'Dune' }, false],
    [
      'another author',
      { title: 'Dune', authors: ['Ann Other'] },
      { title: 'Dune', authors: herbert },
      false,
    ],
    [
      'a title of the author that differs in one letter',
      { title: 'Knight (manga)', authors: herbert, volume: 1 },
      { title: 'Night (manga) 1', authors: herbert },
      false,
    ],
    [
      'another title of the author',
      { title: 'Dune', authors: herbert },
      { title: 'Dune Messiah', authors: herbert },
      false,
    ],
    [
      'the work is later',
      { title: 'Dune', authors: herbert, year: 1950 },
      { title: 'Dune', authors: herbert, year: 1965 },
      false,
    ],
    [
      'the work is earlier',
      { title: 'Dune', authors: herbert, year: 2005 },
      { title: 'Dune', authors: herbert, year: 1965 },
      true,
    ],
    [
      'an edition is later',
      { title: 'Dune', authors: herbert, year: 1999 },
      { title: 'Dune', authors: herbert, year: 2005, isEdition: true },
      true,
    ],
    [
      'another language',
      { title: 'Dune', authors: herbert, language: 'de' },
      { title: 'Dune', authors: herbert, language: 'en' },
      false,
    ],
    [
      'another region',
      { title: 'Dune', authors: herbert, language: 'en-GB' },
      { title: 'Dune', authors: herbert, language: 'en' },
      true,
    ],
    [
      'a graphic novel',
      { title: 'Dune', authors: herbert },
      {
        title: 'Dune',
        authors: herbert,
        alternateTitles: [{ language: '', title: 'Dune: The Graphic Novel' }],
      },
      false,
    ],
    [
      'several volumes, and the first',
      { title: 'Dune', volume: 1, isRange: true, authors: herbert },
      { title: 'Dune, Vol. 1', authors: herbert },
      false,
    ],
    [
      'several volumes, and one that may be any of them',
      { title: 'Dune', volume: 1, isRange: true, authors: herbert },
      { title: 'Dune', authors: herbert },
      false,
    ],
    [
      'several volumes, and the first with the same ISBN',
      { title: 'Dune', volume: 1, isRange: true, authors: herbert, isbns: [isbn] },
      { title: 'Dune 1', authors: herbert, isbns: [isbn] },
      false,
    ],
    [
      'several volumes with a title of their own',
      {
        title: 'The Great Dune Saga',
        seriesTitle: 'Dune',
        volume: 1,
        isRange: true,
        authors: herbert,
      },
      { title: 'The Great Dune Saga', authors: herbert },
      true,
    ],
    [
      'a box with the same ISBN',
      { title: 'Dune', authors: herbert, isbns: [isbn] },
      { title: 'The Great Dune Trilogy', authors: herbert, isbns: [isbn] },
      false,
    ],
    [
      'a graphic novel with the same ISBN',
      { title: 'Dune', authors: herbert, isbns: [isbn] },
      { title: 'Dune: The Graphic Novel', authors: herbert, isbns: [isbn] },
      true,
    ],
    [
      'a guide',
      { title: 'Dune', authors: herbert },
      { title: 'Dune (Study Guide)', authors: herbert },
      false,
    ],
    [
      'a collection',
      { title: 'Dune', authors: herbert },
      {
        title: 'Dune',
        authors: herbert,
        alternateTitles: [{ language: '', title: 'Dune: Books 1-3' }],
      },
      false,
    ],
    [
      'a comic',
      { title: 'Dune', authors: herbert },
      { title: 'Dune', authors: herbert, format: 'comic' },
      false,
    ],
    [
      'the ISBN',
      { title: 'Der Wüstenplanet: Dune', isbns: [isbn] },
      { title: 'Dune', isbns: [isbn], isEdition: true },
      true,
    ],
    [
      'the ISBN of another book',
      { title: 'Emma', isbns: [isbn], authors: ['Jane Austen'] },
      { title: 'Dune', isbns: [isbn], authors: herbert },
      false,
    ],
    [
      'the ISBN and an unlike title',
      { title: 'x1', isbns: [isbn] },
      { title: 'Dune', isbns: [isbn] },
      false,
    ],
    [
      'another ISBN',
      { title: 'Dune', authors: herbert, isbns: ['9780340960196'] },
      { title: 'Dune', authors: herbert, isbns: [isbn] },
      true,
    ],
    ['no title', { title: '', seriesTitle: '' }, { title: 'Dune', authors: herbert }, false],
  ])('%s', (_, local, candidate, mayApply) => {
    expect(decide(toLocalBook(local), [toCandidate(candidate)]).mayApply).toBe(mayApply)
  })
})

describe('volumes', () => {
  const authors = ['Isuna Hasekura']
  const seriesTitle = 'Spice & Wolf'
  test.each<[Omit<Values, 'title'> & { title?: string }, string, boolean]>([
    [{ volume: 3 }, 'Spice and Wolf, Vol. 3', true],
    [{ volume: 3 }, 'Spice and Wolf, Vol. 3 (light novel)', true],
    [{ volume: 3 }, 'Spice and Wolf, Vol. 3 (manga)', false],
    [{ volume: 3 }, 'Spice and Wolf, Vol. 4', false],
    [{ volume: 3 }, 'Spice and Wolf 3', true],
    [{ volume: 3 }, 'Spice and Wolf 13', false],
    [{ volume: 3 }, 'Spice and Wolf', false],
    [{ volume: 1 }, 'Spice and Wolf', false],
    [{ volume: 1 }, 'Spice and Wolf, Vol. 2', false],
    [{}, 'Spice and Wolf', true],
    [{}, 'Spice and Wolf, Vol. 1', false],
    [{ title: 'Volume 3', volume: 3 }, 'Spice and Wolf, Vol. 3', true],
    [{ title: 'Volume 3' }, 'Spice and Wolf #3', true],
    [{ title: 'Volume 3' }, 'Spice and Wolf', false],
    [{ title: 'Spice & Wolf v03' }, 'Spice and Wolf, Vol. 3', true],
    [{ title: 'Spice & Wolf v03' }, 'Spice and Wolf, Vol. 2', false],
    [{ title: 'Town of Strife', volume: 8 }, 'Town of Strife', true],
    [{ title: 'Town of Strife', volume: 8 }, 'Town of Strife (Spice and Wolf, #8)', true],
    [{ title: 'Town of Strife', volume: 8 }, 'Town of Strife (Spice and Wolf, #9)', false],
    [{ title: 'Area 51', volume: 2 }, 'Area 51', true],
    [{ title: 'Area 51' }, 'Area 52', false],
  ])('%p against %s', (given, title, mayApply) => {
    const local = toLocalBook({ title: seriesTitle, seriesTitle, authors, ...given })
    expect(decide(local, [toCandidate({ title, authors })]).mayApply).toBe(mayApply)
  })
})

describe('several candidates', () => {
  const local = toLocalBook({ title: 'Dune', authors: herbert, year: 2005, publisher: 'Ace' })
  const edition = (externalId: string, more: Partial<BookCandidate> = {}) =>
    toCandidate({ title: 'Dune', externalId, authors: herbert, isEdition: true, ...more })

  test('editions of one book do not compete, but which one it is must be known', () => {
    const unknown = decide(local, [edition('a', { year: 1999 }), edition('b', { year: 2010 })])
    expect([unknown.mayApply, unknown.isEditionKnown]).toEqual([true, false])
    const known = decide(local, [
      edition('a', { year: 1999 }),
      edition('b', { year: 2005, publisher: 'Ace' }),
    ])
    expect([known.choice, known.isEditionKnown]).toEqual(['b', true])
  })

  test('the ISBN decides between editions', () => {
    const mine = { ...local, isbns: [isbn] }
    const found = decide(mine, [edition('a'), edition('b', { isbns: [isbn] })])
    expect(found).toMatchObject({ choice: 'b', mayApply: true, isEditionKnown: true })
  })

  test('two works with the same title and author are left to a person', () => {
    const work = (externalId: string, year: number) =>
      toCandidate({ title: 'Dune', externalId, authors: herbert, year })
    expect(decide(local, [work('a', 1965), work('b', 1984)]).mayApply).toBe(false)
    expect(decide(local, [work('a', 1965), work('b', 1966)]).mayApply).toBe(true)
  })

  test('two ISBNs of different books are left to a person', () => {
    const mine = { ...local, isbns: [isbn, '9780340960196'] }
    const other = toCandidate({ title: 'Emma', isbns: ['9780340960196'] })
    expect(decide(mine, [edition('a', { isbns: [isbn] }), other]).mayApply).toBe(true)
    const third = toCandidate({ title: 'Dune', externalId: 'c', isbns: ['9780340960196'] })
    expect(decide(mine, [edition('a', { isbns: [isbn] }), third]).mayApply).toBe(false)
  })
})

test.each<[string, string, string | null]>([
  ['Spice and Wolf, Vol. 3', 'Spice and Wolf', '3'],
  ['Title: Volume 12', 'Title', '12'],
  ['Title #1.5', 'Title', '1.5'],
  ['Title (Saga, #2)', 'Title', '2'],
  ['Title (3)', 'Title', '3'],
  ['Volume 3', '', '3'],
  ['Henry V', 'Henry V', null],
  ['1984', '1984', null],
  ['Area 51', 'Area 51', null],
  ['Title (2005) (epub)', 'Title', null],
  ['Title (A Memoir)', 'Title (A Memoir)', null],
])('the title "%s" is %s, volume %s', (title, base, number) => {
  expect(readBookTitle(title)).toEqual({ base, number })
})

test.each<[Values, { title: string; author?: string }]>([
  [
    { title: 'Dune', authors: herbert },
    { title: 'Dune', author: 'Frank Herbert' },
  ],
  [
    { title: 'Frank Herbert - Dune', authors: herbert },
    { title: 'Dune', author: 'Frank Herbert' },
  ],
  [{ title: 'Volume 3', seriesTitle: 'Spice & Wolf' }, { title: 'Spice & Wolf 3' }],
])('%p is searched for as %p', (local, query) => {
  expect(buildBookQuery(toLocalBook(local))).toEqual(query)
})

/** Similar words, so that many titles are similar, too. */
const words = [
  'Night',
  'Knight',
  'Star',
  'Stars',
  'Sea',
  'Sea 2',
  'Dark',
  'Darker',
  'Return',
  'of',
  'Rise',
]
const names = ['Ann Lee', 'Ann Leigh', 'Bo Sun', 'Cy Moon']
const additions = [
  '',
  '',
  '',
  ': A Guide',
  ' (manga)',
  ': The Graphic Novel',
  ' Omnibus',
  ' Boxed Set',
]

/**
 * Creates a small set of books. `key` identifies the book that a candidate belongs to. No two are
 * named alike, as volume 2 of "Sea" and the book "Sea 2" of one author would be.
 */
function createWorld(dice: Dice) {
  /** By name and author. */
  const all = new Map<
    string,
    { title: string; author: string; volume: number | null; key: string }
  >()
  for (let count = 0; count < 12; count++) {
    const title = Array.from({ length: 1 + dice.roll(3) }, () => dice.one(words)).join(' ')
    const author = dice.one(names)
    const volumes: (number | null)[] = dice.roll(3) === 0 ? [1, 2, 3, 11, 12] : [null]
    const addition = dice.one(additions)
    for (const volume of volumes) {
      const key = `${title}${addition}/${author}/${volume}`
      const name = `${title}${addition} ${volume ?? ''}`.trim()
      all.set(`${name}/${author}`, { title: `${title}${addition}`, author, volume, key })
    }
  }
  return [...all.values()]
}

const numbered = (dice: Dice, title: string, volume: number | null) =>
  volume === null ? title : `${title}${dice.one([', Vol. ', ' #', ' ', ': Book '])}${volume}`

test('no other book is ever applied, with or without the right one', () => {
  const dice = new Dice(randomSeed)
  const figures = { applied: 0, wrong: [] as string[] }
  for (let round = 0; round < 600; round++) {
    const world = createWorld(dice)
    const own = dice.one(world)
    const local = toLocalBook({
      title: dice.one([own.title, numbered(dice, own.title, own.volume)]),
      seriesTitle: own.title,
      authors: [own.author],
      volume: own.volume,
    })
    const isThere = dice.roll(2) === 0
    const candidates = world
      .filter(({ key }) => isThere || key !== own.key)
      .map((one) =>
        toCandidate({
          externalId: one.key,
          title: numbered(dice, one.title, one.volume),
          authors: dice.roll(8) === 0 ? [] : [one.author],
          isEdition: dice.roll(2) === 0,
        }),
      )
    const { choice, mayApply } = decide(local, candidates)
    if (!mayApply) continue
    figures.applied += 1
    if (choice !== own.key) figures.wrong.push(`${own.key} <- ${choice}`)
  }
  expect(figures.wrong).toEqual([])
  expect(figures.applied).toBeGreaterThan(120)
})
