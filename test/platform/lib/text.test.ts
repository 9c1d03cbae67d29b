import { describe, expect, test } from 'bun:test'
import { fold, indexTokens, queryTokens, sortKey } from '../../../src/platform/lib/text'

describe('fold', () => {
  test.each([
    ['Éclat', 'eclat'],
    ['ＡＢＣ１', 'abc1'],
    ['Straße', 'strasse'],
    ['Łódź', 'lodz'],
    ['カタカナ', 'かたかな'],
    ['ガ', 'が'],
    ['ﾊﾟ', 'ぱ'],
  ])('writes %s as %s', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })
})

/** As the index answers: every asked token begins some stored token. */
const finds = (query: string, ...texts: string[]) => {
  const stored = indexTokens(...texts).split(' ')
  return queryTokens(query).every((token) => stored.some((word) => word.startsWith(token)))
}

describe('tokens', () => {
  test.each([
    ['eclat', 'L’Éclat du jour', true],
    ['écl jour', 'L’Éclat du jour', true],
    ['nuit', 'L’Éclat du jour', false],
    ['進撃', '進撃の巨人', true],
    ['巨人', '進撃の巨人', true],
    ['人', '進撃の巨人', true],
    ['撃巨', '進撃の巨人', false],
    ['ガール', 'がーるず', true],
  ])('searching %s in %s: %p', (query, text, found) => {
    expect(finds(query, text)).toBe(found)
  })

  test('skips what is not there', () => {
    expect(indexTokens(null, undefined, '', 'one two one')).toBe('one two')
    expect(queryTokens('!!!')).toEqual([])
  })
})

describe('sortKey', () => {
  test('drops the article and orders numbers by value', () => {
    const titles = ['A Bee 2', 'The Bee 10', 'Bee 100', 'Cat']
    expect(titles.toReversed().toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))).toEqual(
      titles,
    )
  })

  test('keeps a title that is only an article', () => {
    expect(sortKey('The')).toBe('the')
  })
})
