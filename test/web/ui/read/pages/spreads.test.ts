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
 * Builds pages: `w` is wide, `p` is portrait, `?` has no known size. `l`, `r` and `c` are portrait
 * pages marked as left, right or center.
 */
function buildPages(kinds: string): Page[] {
  return [...kinds].map((kind, index) => ({
    number: index + 1,
    width: kind === '?' ? null : kind === 'w' ? 2000 : 1000,
    height: kind === '?' ? null : 1500,
    side: kind === 'l' || kind === 'r' || kind === 'c' ? sides[kind] : null,
  }))
}

function formatSpreads(kinds: string, change: Partial<SpreadRules> = {}) {
  const spreads = buildSpreads(buildPages(kinds), { ...rules, ...change })
  return spreads.map((spread) => spread.map((page) => page.number).join('-')).join(' ')
}

describe('pairing pages', () => {
  const cases: [string, string, Partial<SpreadRules>, string][] = [
    ['a cover stands alone', 'pppppp', {}, '1 2-3 4-5 6'],
    ['a cover paired like other pages', 'pppppp', { coverAlone: false }, '1-2 3-4 5-6'],
    ['one page at a time', 'ppwp', { hasPairs: false }, '1 2 3 4'],
    ['a wide page is its own spread', 'pppwpp', {}, '1 2-3 4 5-6'],
    ['a wide page in the middle of a pair leaves one page alone', 'ppwppp', {}, '1 2 3 4-5 6'],
    ['several wide pages', 'pwwppw', {}, '1 2 3 4-5 6'],
    ['a wide cover', 'wpppp', {}, '1 2-3 4-5'],
    ['unknown sizes pair like portrait pages', '?????', {}, '1 2-3 4-5'],
    ['a shift changes the pairs after it', 'pppppppp', { shiftedAt: [4] }, '1 2-3 4 5-6 7-8'],
    ['a shift in the middle of a pair', 'pppppp', { shiftedAt: [3] }, '1 2 3 4-5 6'],
    ['two shifts', 'pppppppp', { shiftedAt: [2, 5] }, '1 2 3-4 5 6-7 8'],
    ['a shift of a missing page', 'ppp', { shiftedAt: [99] }, '1 2-3'],
    ['no pages', '', {}, ''],
    ['sides specified by the book', 'rlrlr', {}, '1 2-3 4-5'],
    ['a left page after a left one', 'rlrllr', {}, '1 2-3 4 5-6'],
    ['a right page after a right one', 'rlrrlr', {}, '1 2-3 4 5-6'],
    ['a page over both sides', 'rlclr', {}, '1 2 3 4-5'],
    ['sides of some pages only', 'pplrpp', {}, '1 2 3-4 5-6'],
    ['sides from right to left', 'lrlrl', { direction: 'rtl' }, '1 2-3 4-5'],
    ['a pair at the very start', 'lrlr', { coverAlone: false }, '1-2 3-4'],
    ['a cover with a neighbor that is shown alone', 'lrlr', {}, '1 2 3-4'],
    ['the same side for all pages is ignored', 'rrrrr', {}, '1 2-3 4-5'],
    ['a shift overrides the sides after it', 'rlrlrlr', { shiftedAt: [4] }, '1 2-3 4 5-6 7'],
  ]
  test.each(cases)('%s', (_name, kinds, change, expected) => {
    expect(formatSpreads(kinds, change)).toBe(expected)
  })

  test('shows every page once and in order, whichever pages are wide or shifted', () => {
    for (let seed = 0; seed < 512; seed++) {
      const kinds = [...seed.toString(2).padStart(9, '0')].map((bit) => (bit === '1' ? 'w' : 'p'))
      const shiftedAt = kinds.flatMap((_kind, index) => ((seed * 7 + index) % 3 ? [] : [index + 1]))
      const spreads = buildSpreads(buildPages(kinds.join('')), { ...rules, shiftedAt })
      expect(spreads.flat().map((page) => page.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect(spreads.every((spread) => spread.length === 1 || !spread.some(isWide))).toBe(true)
    }
  })
})

describe('space for two pages', () => {
  const narrow = { width: 800, height: 12_000 }
  const cases: [string, Partial<Page>, PagesPerView, Size, boolean][] = [
    ['a wide stage', {}, 'auto', stage, true],
    ['a portrait stage', {}, 'auto', { width: 390, height: 844 }, false],
    ['a square stage', {}, 'auto', { width: 800, height: 1000 }, false],
    ['a portrait stage with two pages selected', {}, 'double', { width: 390, height: 844 }, true],
    ['a wide stage with one page selected', {}, 'single', stage, false],
    ['parts of a strip on a wide stage', narrow, 'auto', stage, false],
  ]
  test.each(cases)('%s', (_name, shape, pagesPerView, screen, expected) => {
    const book = buildPages('ppp').map((page) => ({ ...page, ...shape }))
    expect(showsPairs(book, { pagesPerView, stage: screen })).toBe(expected)
  })

  test('a book of narrow pages is a long strip, whatever its credit pages are', () => {
    const strip = buildPages('pppp').map((page) => ({ ...page, ...narrow }))
    expect(isLongStrip(strip)).toBe(true)
    expect(isLongStrip([...strip, ...buildPages('pw')])).toBe(true)
    expect(isLongStrip(buildPages('pppw'))).toBe(false)
    expect(isLongStrip(buildPages('???'))).toBe(false)
    expect(isLongStrip([])).toBe(false)
  })
})

describe('positions in spreads', () => {
  const spreads = buildSpreads(buildPages('pppppp'), rules)

  test.each([
    [1, 0],
    [2, 1],
    [3, 1],
    [6, 3],
    [99, 3],
    [0, 0],
  ])('page %p is in spread %p', (page, index) => {
    expect(spreadWith(spreads, page)).toBe(index)
  })

  test('an empty book has a first position', () => {
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
