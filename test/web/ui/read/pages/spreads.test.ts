import { describe, expect, test } from 'bun:test'
import type {
  Page,
  PagesPerView,
  Size,
} from '../../../../../src/web/ui/screens/read/pages/engine/model'
import {
  isLongStrip,
  isWide,
  getLastPage,
  showsPairs,
  type SpreadRules,
  buildSpreads,
  spreadWith,
  toggleShift,
} from '../../../../../src/web/ui/screens/read/pages/engine/spreads'

const stage = { width: 1600, height: 900 }
const rules: SpreadRules = { hasPairs: true, coverAlone: true, shiftedAt: [], direction: 'ltr' }
const sides = { l: 'left', r: 'right', c: 'center' } as const

/**
 * `w` is a wide page, `p` an upright one, `?` one of unknown size; `l`, `r` and `c` are upright and say that
 * they lie on the left, on the right or over both.
 */
function pages(kinds: string): Page[] {
  return [...kinds].map((kind, index) => ({
    number: index + 1,
    width: kind === '?' ? null : kind === 'w' ? 2000 : 1000,
    height: kind === '?' ? null : 1500,
    side: kind === 'l' || kind === 'r' || kind === 'c' ? sides[kind] : null,
  }))
}

function written(kinds: string, change: Partial<SpreadRules> = {}) {
  const spreads = buildSpreads(pages(kinds), { ...rules, ...change })
  return spreads.map((spread) => spread.map((page) => page.number).join('-')).join(' ')
}

describe('pairing of pages', () => {
  const cases: [string, string, Partial<SpreadRules>, string][] = [
    ['a cover stands alone', 'pppppp', {}, '1 2-3 4-5 6'],
    ['a cover among the others', 'pppppp', { coverAlone: false }, '1-2 3-4 5-6'],
    ['one page at a time', 'ppwp', { hasPairs: false }, '1 2 3 4'],
    ['a wide page takes a pair of its own', 'pppwpp', {}, '1 2-3 4 5-6'],
    ['a wide page in the middle of a pair leaves one page alone', 'ppwppp', {}, '1 2 3 4-5 6'],
    ['several wide pages', 'pwwppw', {}, '1 2 3 4-5 6'],
    ['a wide cover', 'wpppp', {}, '1 2-3 4-5'],
    ['unknown sizes pair like upright pages', '?????', {}, '1 2-3 4-5'],
    ['a shift moves the pairing from there on', 'pppppppp', { shiftedAt: [4] }, '1 2-3 4 5-6 7-8'],
    ['a shift in the middle of a pair', 'pppppp', { shiftedAt: [3] }, '1 2 3 4-5 6'],
    ['two shifts', 'pppppppp', { shiftedAt: [2, 5] }, '1 2 3-4 5 6-7 8'],
    ['a shift of a page that is not there', 'ppp', { shiftedAt: [99] }, '1 2-3'],
    ['no pages', '', {}, ''],
    ['sides that a book gives', 'rlrlr', {}, '1 2-3 4-5'],
    ['a left page behind a left one', 'rlrllr', {}, '1 2-3 4 5-6'],
    ['a right page behind a right one', 'rlrrlr', {}, '1 2-3 4 5-6'],
    ['a page over both sides', 'rlclr', {}, '1 2 3 4-5'],
    ['sides of some pages only', 'pplrpp', {}, '1 2 3-4 5-6'],
    ['sides from right to left', 'lrlrl', { direction: 'rtl' }, '1 2-3 4-5'],
    ['a pair at the very start', 'lrlr', { coverAlone: false }, '1-2 3-4'],
    ['a cover that lies beside a page and is wanted alone', 'lrlr', {}, '1 2 3-4'],
    ['one side for all pages says nothing', 'rrrrr', {}, '1 2-3 4-5'],
    ['a shift has the last word from there on', 'rlrlrlr', { shiftedAt: [4] }, '1 2-3 4 5-6 7'],
  ]
  test.each(cases)('%s', (_name, kinds, change, expected) => {
    expect(written(kinds, change)).toBe(expected)
  })

  test('every page is shown once and in order, whatever is wide or shifted', () => {
    for (let seed = 0; seed < 512; seed++) {
      const kinds = [...seed.toString(2).padStart(9, '0')].map((bit) => (bit === '1' ? 'w' : 'p'))
      const shiftedAt = kinds.flatMap((_kind, index) => ((seed * 7 + index) % 3 ? [] : [index + 1]))
      const spreads = buildSpreads(pages(kinds.join('')), { ...rules, shiftedAt })
      expect(spreads.flat().map((page) => page.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect(spreads.every((spread) => spread.length === 1 || !spread.some(isWide))).toBe(true)
    }
  })
})

describe('room for two pages', () => {
  const narrow = { width: 800, height: 12_000 }
  const cases: [string, Partial<Page>, PagesPerView, Size, boolean][] = [
    ['a wide stage', {}, 'auto', stage, true],
    ['an upright stage', {}, 'auto', { width: 390, height: 844 }, false],
    ['a square stage', {}, 'auto', { width: 800, height: 1000 }, false],
    ['an upright stage, where one wants two', {}, 'double', { width: 390, height: 844 }, true],
    ['a wide stage, where one wants one', {}, 'single', stage, false],
    ['pieces of a strip on a wide stage', narrow, 'auto', stage, false],
  ]
  test.each(cases)('%s', (_name, shape, pagesPerView, screen, expected) => {
    const book = pages('ppp').map((page) => ({ ...page, ...shape }))
    expect(showsPairs(book, { pagesPerView, stage: screen })).toBe(expected)
  })

  test('a book of narrow pages is one long strip, whatever its credits are', () => {
    const strip = pages('pppp').map((page) => ({ ...page, ...narrow }))
    expect(isLongStrip(strip)).toBe(true)
    expect(isLongStrip([...strip, ...pages('pw')])).toBe(true)
    expect(isLongStrip(pages('pppw'))).toBe(false)
    expect(isLongStrip(pages('???'))).toBe(false)
    expect(isLongStrip([])).toBe(false)
  })
})

describe('places among the spreads', () => {
  const spreads = buildSpreads(pages('pppppp'), rules)

  test.each([
    [1, 0],
    [2, 1],
    [3, 1],
    [6, 3],
    [99, 3],
    [0, 0],
  ])('page %p stands on spread %p', (page, index) => {
    expect(spreadWith(spreads, page)).toBe(index)
  })

  test('an empty book has a first place', () => {
    expect(spreadWith([], 5)).toBe(0)
  })

  test('shifting twice at the same spread changes nothing', () => {
    const spread = spreads[1]
    if (!spread) throw new Error('no spread')
    const once = toggleShift([9], spread)
    expect(once).toEqual([2, 9])
    expect(toggleShift(once, spread)).toEqual([9])
    expect(getLastPage(spread)).toBe(3)
  })
})
