import { expect, test } from 'bun:test'
import { searchBookText } from '../../../src/media/page-text/search-text'
import { Dice, randomSeed } from '../../support/dice'

const find = (text: string, query: string) =>
  searchBookText({ pages: [text], isWhole: true }, query).matches.map(({ match }) => match)

test.each([
  ['A Great day', 'great', ['Great']],
  ['größer, GRÖSSER', 'größer', ['größer', 'GRÖSSER']],
  ['Die Straße', 'strasse', ['Straße']],
  ['Die Stra- ße', 'strasse', ['Stra- ße']],
  ['GROẞ, Grosse', 'groß', ['GROẞ', 'Gross']],
  ['Straße, Gasse', 's', ['S', 'ß', 's', 's']],
  ['Cæsar', 'caesar', ['Cæsar']],
  ['Café or CAFE\u0301', 'cafe', ['Café', 'CAFE\u0301']],
  ['the ﬁrst', 'first', ['ﬁrst']],
  ['a con- cept', 'concept', ['con- cept']],
  ['a well- known man', 'well-known', ['well- known']],
  ['ΟΔΟΣ οδος', 'οδος', ['ΟΔΟΣ', 'οδος']],
  ['東京タワー', '京タ', ['京タ']],
  ['今日は東 京タワーへ', '東京タワー', ['東 京タワー']],
  ['今日は東京タワーへ', '東京 タワー', ['東京タワー']],
  ['𠮷 野家、 牛', '𠮷野家、牛', ['𠮷 野家、 牛']],
  ['한국 사람', '한국사람', []],
  ['a 😀 smile', '😀', ['😀']],
  ['aaa', 'aa', ['aa']],
  ['two  words', ' two ', ['two']],
  ['nothing', 'here', []],
  ['a-b', '-', []],
  ['anything', '   ', []],
])('in %p, %p finds %p', (text, query, found) => {
  expect(find(text, query)).toEqual(found)
})

test('quotes the words around a match', () => {
  const text = `${'before '.repeat(30)}needle ${'after '.repeat(30)}`.trim()
  const [found] = searchBookText({ pages: ['', text], isWhole: true }, 'NEEDLE').matches
  expect(found).toMatchObject({ page: 2, match: 'needle' })
  expect(found!.before).toMatch(/^… (before ){7,8}$/)
  expect(found!.after).toMatch(/^( after){8,9} …$/)
})

test('stops at 500 matches', () => {
  const pages = Array.from({ length: 20 }, () => 'word '.repeat(30))
  const { matches, isCut } = searchBookText({ pages, isWhole: true }, 'word')
  expect([matches.length, isCut]).toEqual([500, true])
  const few = searchBookText({ pages: ['word'], isWhole: false }, 'word')
  expect([few.isCut, few.isWhole]).toEqual([false, false])
})

const letters = [...'aesßSE ', 'ss', 'é', 'e\u0301', 'ẞ', 'æ', 'ae', '😀', 'ﬁ']
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')

test('matches are the query at their offsets, in order, apart, and all that there are', () => {
  const dice = new Dice(randomSeed)
  const write = (length: number) =>
    Array.from({ length }, () => dice.one(letters))
      .join('')
      .replace(/ +/g, ' ')
      .trim()
  for (let round = 0; round < 2000; round++) {
    const text = write(dice.roll(16))
    const query = write(1 + dice.roll(3))
    const { matches } = searchBookText({ pages: [text], isWhole: true }, query)
    let last = 0
    for (const { start, match } of matches) {
      expect(text.slice(start, start + match.length)).toBe(match)
      expect(start).toBeGreaterThanOrEqual(last)
      expect(fold(match)).toContain(fold(query))
      last = start + match.length
    }
    const isThere = query !== '' && fold(text).includes(fold(query))
    expect([query, text, matches.length > 0]).toEqual([query, text, isThere])
  }
})
