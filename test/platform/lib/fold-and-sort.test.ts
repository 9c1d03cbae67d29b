import { describe, expect, test } from 'bun:test'
import { foldText } from '../../../src/platform/lib/text/fold-text'
import { buildIndexTokens, buildQueryTokens } from '../../../src/platform/lib/text/search-tokens'
import { buildSortKey } from '../../../src/platform/lib/text/sort-key'

describe('fold', () => {
  test.each([
    ['Éclat', 'eclat'],
    ['ＡＢＣ１', 'abc1'],
    ['Straße', 'strasse'],
    ['Łódź', 'lodz'],
    ['カタカナ', 'かたかな'],
    ['ガ', 'が'],
    ['ﾊﾟ', 'ぱ'],
  ])('folds %s to %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })
})

/** Matches like the index: every search token is a prefix of a stored token. */
const matches = (query: string, ...texts: string[]) => {
  const stored = buildIndexTokens(...texts).split(' ')
  return buildQueryTokens(query).every((token) => stored.some((word) => word.startsWith(token)))
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
  ])('searching %s in %s returns %p', (query, text, found) => {
    expect(matches(query, text)).toBe(found)
  })

  test('skips null and undefined', () => {
    expect(buildIndexTokens(null, undefined, '', 'one two one')).toBe('one two')
    expect(buildQueryTokens('!!!')).toEqual([])
  })
})

describe('sortKey', () => {
  test('drops the article and orders numbers by value', () => {
    const titles = ['A Bee 2', 'The Bee 10', 'Bee 100', 'Cat']
    expect(
      titles.toReversed().toSorted((a, b) => (buildSortKey(a) < buildSortKey(b) ? -1 : 1)),
    ).toEqual(titles)
  })

  test('keeps a title that is only an article', () => {
    expect(buildSortKey('The')).toBe('the')
  })
})
