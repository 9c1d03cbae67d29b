/** Double-page images on a screen with space for one page. */
import { describe, expect, test } from 'bun:test'
import type { Page, Spread } from '../../../../../src/web/ui/screens/read/pages/engine/model'
import { noBorders } from '../../../../../src/web/ui/screens/read/pages/engine/images/crop-borders'
import {
  halfAt,
  pageReadAt,
  type Part,
  splitSpread,
  partWithin,
  stopAt,
  buildStops,
  type WideRules,
} from '../../../../../src/web/ui/screens/read/pages/engine/wide-pages'
import { widthOnScreen } from '../../../../../src/web/ui/screens/read/pages/engine/images/image-width'

const upright = { width: 800, height: 1_200 }
const wide = { width: 1_600, height: 1_200 }
const cramped: WideRules = { widePages: 'split', direction: 'ltr', isCramped: true }
const buildSpreads = (...shapes: (typeof upright)[]): Spread[] =>
  shapes.map((shape, index) => [{ number: index + 1, ...shape }])

describe('the displayed part of a page', () => {
  const cases: [string, Partial<Page>, Partial<WideRules>, Part[]][] = [
    ['a wide page, by default', wide, { widePages: 'whole' }, ['whole']],
    ['a wide page in halves', wide, {}, ['left', 'right']],
    ['a wide page read from right to left', wide, { direction: 'rtl' }, ['right', 'left']],
    ['a wide page read from top to bottom', wide, { direction: 'ttb' }, ['left', 'right']],
    ['a rotated wide page', wide, { widePages: 'turned' }, ['turned']],
    ['a wide page with enough space', wide, { isCramped: false }, ['whole']],
    [
      'a wide page set to rotate, with enough space',
      wide,
      { widePages: 'turned', isCramped: false },
      ['whole'],
    ],
    ['an upright page', upright, {}, ['whole']],
    ['an upright page, while wide pages rotate', upright, { widePages: 'turned' }, ['whole']],
    ['a square page', { width: 900, height: 900 }, {}, ['whole']],
    ['a page of unknown size', { width: null, height: null }, {}, ['whole']],
  ]
  test.each(cases)('%s', (_name, shape, rules, expected) => {
    const page: Page = { number: 1, ...upright, ...shape }
    expect(splitSpread([page], { ...cramped, ...rules })).toEqual(expected)
  })
})

describe('turning by half pages', () => {
  const spreads = buildSpreads(upright, wide, upright, wide)
  const stops = buildStops(spreads, { ...cramped, direction: 'rtl' })

  test('stops at each half, and once at every other page', () => {
    expect(stops.map(({ index, part }) => `${index + 1} ${part}`)).toEqual([
      '1 whole',
      '2 right',
      '2 left',
      '3 whole',
      '4 right',
      '4 left',
    ])
  })

  test('opens a page at its first half', () => {
    expect([0, 1, 2, 3].map((index) => stopAt(stops, index))).toEqual([0, 1, 3, 4])
  })

  test('keeps the half when it still exists, else the page', () => {
    expect(stopAt(stops, 1, 'left')).toBe(2)
    const whole = buildStops(spreads, { ...cramped, widePages: 'whole' })
    expect(stopAt(whole, 1, 'left')).toBe(1)
    expect(stopAt(stops, 2, 'left')).toBe(3)
  })

  test('reports which half is shown', () => {
    expect(stops.map((_stop, at) => halfAt(stops, at))).toEqual([
      null,
      'first',
      'second',
      null,
      'first',
      'second',
    ])
  })

  test('counts pages of the file, and the last one only with its second half', () => {
    expect(stops.map((_stop, at) => pageReadAt(spreads, stops, at))).toEqual([1, 2, 2, 3, 3, 4])
  })

  test('a book of one wide page has no previous page', () => {
    const one = buildSpreads(wide)
    expect(pageReadAt(one, buildStops(one, cramped), 0)).toBe(1)
  })

  test('pairs are not split', () => {
    const [first, second] = buildSpreads(upright, upright).flat() as [Page, Page]
    const pairs: Spread[] = [[first, second]]
    expect(buildStops(pairs, cramped)).toEqual([{ index: 0, part: 'whole' }])
    expect(pageReadAt(pairs, buildStops(pairs, cramped), 0)).toBe(2)
  })
})

describe('the image of a half', () => {
  test('is cropped at the fold and at trimmed borders', () => {
    const borders = { left: 0.1, right: 0.05, top: 0.02, bottom: 0.03 }
    expect(partWithin(borders, 'left')).toEqual({ ...borders, right: 0.5 })
    expect(partWithin(borders, 'right')).toEqual({ ...borders, left: 0.5 })
    expect(partWithin(noBorders, 'turned')).toEqual(noBorders)
  })

  const stage = { width: 400, height: 800 }
  const screen = { stage, fit: 'screen', showsPairs: false, density: 1 } as const
  const page: Page = { number: 1, width: 3_200, height: 2_400 }
  test.each([
    ['whole', 400],
    ['split', 800],
    ['turned', 600],
  ] as const)('is requested in its displayed size: %s', (widePages, width) => {
    expect(widthOnScreen(page, { ...screen, widePages })).toBe(width)
  })
})
