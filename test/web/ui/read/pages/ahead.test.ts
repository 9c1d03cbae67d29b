/** Selection of the pages that are decoded ahead, and the requested image size. */
import { describe, expect, test } from 'bun:test'
import type { Page, Spread } from '../../../../../src/web/ui/screens/read/pages/engine/model'
import { spreadsToDecode } from '../../../../../src/web/ui/screens/read/pages/engine/images/decode-order'
import {
  type Screen,
  widthOnScreen,
} from '../../../../../src/web/ui/screens/read/pages/engine/images/image-width'

const size = { width: 1_000, height: 1_500 }
const buildPages = (count: number, shape: Partial<Page> = {}): Page[] =>
  Array.from({ length: count }, (_none, index) => ({ number: index + 1, ...size, ...shape }))
const buildSpreads = (listed: readonly Page[]): Spread[] => listed.map((page) => [page])
const listNumbers = (spreads: readonly Spread[]) => spreads.flat().map(({ number }) => number)

describe('pages decoded ahead', () => {
  const kept = [1, 2, 3, 4, 5, 6]

  test('are the current spread, the next and the previous one', () => {
    const spreads = buildSpreads(buildPages(6))
    expect(listNumbers(spreadsToDecode(spreads, 2, { way: 'forward', kept }))).toEqual([3, 4, 2])
    expect(listNumbers(spreadsToDecode(spreads, 2, { way: 'back', kept }))).toEqual([3, 2, 4])
    expect(listNumbers(spreadsToDecode(spreads, 0, { way: 'forward', kept }))).toEqual([1, 2])
  })

  test('are only pages that are fetched', () => {
    const spreads = buildSpreads(buildPages(6))
    expect(listNumbers(spreadsToDecode(spreads, 2, { way: 'forward', kept: [3] }))).toEqual([3])
  })

  test('fit into the memory of a small device, but always include the current spread', () => {
    const large = buildSpreads(buildPages(3, { width: 4_000, height: 6_000 }))
    expect(listNumbers(spreadsToDecode(large, 1, { way: 'forward', kept }))).toEqual([2, 3])
    const huge = buildSpreads(buildPages(3, { width: 9_000, height: 9_000 }))
    expect(listNumbers(spreadsToDecode(huge, 1, { way: 'forward', kept }))).toEqual([2])
  })
})

describe('the displayed width of a page', () => {
  const screen: Screen = {
    stage: { width: 1_280, height: 800 },
    fit: 'screen',
    showsPairs: true,
    widePages: 'whole',
    density: 1,
  }
  const page: Page = { number: 1, width: 2_000, height: 3_000 }
  const wide: Page = { number: 2, width: 4_000, height: 3_000 }
  const cases: [string, Page, Partial<Screen>, number][] = [
    ['at most half the stage, in pairs', page, {}, 600],
    ['the width of a wide page', wide, {}, 1_200],
    ['the whole stage, for pages of its width', page, { fit: 'width' }, 1_400],
    ['its own size, pixel by pixel', page, { fit: 'original' }, 2_000],
    ['more on a dense screen', page, { density: 2 }, 1_200],
    ['the whole stage, if the size is unknown', { ...page, width: null }, {}, 1_400],
  ]
  test.each(cases)('is %s', (_name, shown, change, expected) => {
    expect(widthOnScreen(shown, { ...screen, ...change })).toBe(expected)
  })
})
