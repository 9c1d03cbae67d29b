import { describe, expect, test } from 'bun:test'
import {
  type Command,
  getCommand,
} from '../../../../../src/web/ui/screens/read/pages/engine/reader-keys'
import type { Direction } from '../../../../../src/web/ui/screens/read/pages/engine/model'
import { pagesToKeep } from '../../../../../src/web/ui/screens/read/pages/engine/images/preload'
import {
  pageAtShare,
  getPageShare,
} from '../../../../../src/web/ui/screens/read/pages/engine/scrubber'
import { pageInView, pageRead } from '../../../../../src/web/ui/screens/read/pages/engine/scrolling'
import {
  type TapZones,
  turn,
  getSwipeDirection,
  type Zone,
  findZone,
} from '../../../../../src/web/ui/screens/read/pages/engine/turn-page'

describe('page turns', () => {
  test('the next book opens only after a second turn past the end', () => {
    const end = turn({ at: 'spread', index: 9 }, 'forward', 10)
    expect(end).toEqual({ at: 'end' })
    expect(turn({ at: 'end' }, 'forward', 10)).toEqual({ at: 'next-book' })
    expect(turn({ at: 'end' }, 'back', 10)).toEqual({ at: 'spread', index: 9 })
  })

  test('the previous book opens only after a second turn before the start', () => {
    expect(turn({ at: 'spread', index: 0 }, 'back', 10)).toEqual({ at: 'start' })
    expect(turn({ at: 'start' }, 'back', 10)).toEqual({ at: 'previous-book' })
    expect(turn({ at: 'start' }, 'forward', 10)).toEqual({ at: 'spread', index: 0 })
  })

  test('a turn inside the book moves by one spread', () => {
    expect(turn({ at: 'spread', index: 3 }, 'forward', 10)).toEqual({ at: 'spread', index: 4 })
    expect(turn({ at: 'spread', index: 3 }, 'back', 10)).toEqual({ at: 'spread', index: 2 })
  })
})

describe('gestures', () => {
  const stage = { width: 900, height: 600 }
  const taps: [number, number, Direction, TapZones, Zone][] = [
    [100, 300, 'ltr', 'left-right', 'back'],
    [800, 300, 'ltr', 'left-right', 'forward'],
    [450, 300, 'ltr', 'left-right', 'controls'],
    [100, 300, 'rtl', 'left-right', 'forward'],
    [800, 300, 'rtl', 'left-right', 'back'],
    [450, 50, 'ttb', 'left-right', 'back'],
    [450, 550, 'ttb', 'left-right', 'forward'],
    [10, 300, 'ttb', 'left-right', 'controls'],
    [250, 300, 'ltr', 'edges', 'controls'],
    [100, 300, 'ltr', 'edges', 'back'],
    [10, 550, 'rtl', 'bands', 'forward'],
    [890, 300, 'ltr', 'off', 'controls'],
  ]
  test.each(taps)(
    'a tap at %p, %p reading %s with zones %s means %s',
    (x, y, direction, zones, zone) => {
      expect(findZone({ x, y }, stage, { direction, zones })).toBe(zone)
    },
  )

  const swipes: [number, number, Direction, string | null][] = [
    [-80, 5, 'ltr', 'forward'],
    [80, 5, 'ltr', 'back'],
    [-80, 5, 'rtl', 'back'],
    [80, 5, 'rtl', 'forward'],
    [3, -80, 'ttb', 'forward'],
    [3, 80, 'ttb', 'back'],
    [-20, 0, 'ltr', null],
    [-60, 55, 'ltr', null],
  ]
  test.each(swipes)('a swipe by %p, %p reading %s means %p', (x, y, direction, way) => {
    expect(getSwipeDirection({ x, y }, direction)).toBe(way as 'forward' | 'back' | null)
  })

  const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
  const keys: [Partial<typeof plain> & { key: string }, Direction, Command | null][] = [
    [{ key: 'ArrowRight' }, 'ltr', 'forward'],
    [{ key: 'ArrowRight' }, 'rtl', 'back'],
    [{ key: 'ArrowLeft' }, 'rtl', 'forward'],
    [{ key: 'ArrowDown' }, 'ttb', 'forward'],
    [{ key: ' ' }, 'rtl', 'forward'],
    [{ key: ' ', shiftKey: true }, 'rtl', 'back'],
    [{ key: 'S' }, 'ltr', 'shift'],
    [{ key: 'f', ctrlKey: true }, 'ltr', null],
    [{ key: 'Backspace' }, 'ltr', 'return'],
    [{ key: 'ArrowLeft', altKey: true }, 'rtl', 'return'],
    [{ key: 'ArrowRight', altKey: true }, 'ltr', null],
    [{ key: 'Escape' }, 'ltr', 'leave'],
    [{ key: 'constructor' }, 'ltr', null],
    [{ key: 'q' }, 'ltr', null],
  ]
  test.each(keys)('the key %j reading %s means %p', (pressed, direction, command) => {
    expect(getCommand({ ...plain, ...pressed }, direction)).toBe(command)
  })
})

describe('preloaded pages', () => {
  const buildPage = (number: number) => ({ number, width: null, height: null })
  const spreads = Array.from({ length: 20 }, (_none, index) => [buildPage(index + 1)] as const)

  test('are the visible page first, then four ahead and two behind', () => {
    expect(pagesToKeep(spreads, 9)).toEqual([10, 11, 12, 13, 14, 9, 8])
  })

  test('are reversed after paging back', () => {
    expect(pagesToKeep(spreads, 9, { way: 'back' })).toEqual([10, 9, 8, 7, 6, 11, 12])
  })

  test('follow the setting and contain complete pairs', () => {
    expect(pagesToKeep(spreads, 9, { ahead: 0 })).toEqual([10])
    const pairs = [
      [buildPage(1), buildPage(2)],
      [buildPage(3), buildPage(4)],
      [buildPage(5), buildPage(6)],
    ] as const
    expect(pagesToKeep(pairs, 0, { ahead: 1 })).toEqual([1, 2, 3, 4])
  })

  test('end at the ends of the book', () => {
    expect(pagesToKeep(spreads, 0)).toEqual([1, 2, 3, 4, 5])
    expect(pagesToKeep(spreads, 19)).toEqual([20, 19, 18])
  })
})

describe('a strip of pages', () => {
  const strip = [1000, 1000, 100, 1000].map((height, index, all) => ({
    number: index + 1,
    height,
    top: all.slice(0, index).reduce((sum, one) => sum + one, 0),
  }))

  test.each([
    [0, 400, 1],
    [0, 500, 1],
    [999, 500, 1],
    [1000, 500, 2],
    [1560, 500, 3],
    [2600, 500, 4],
  ])('at %p with a window of %p, page %p has been read', (top, height, page) => {
    expect(pageRead(strip, top, height)).toBe(page)
  })

  test('has the page at the middle as current page', () => {
    expect(pageInView(strip, 0, 600)).toBe(1)
    expect(pageInView(strip, 800, 600)).toBe(2)
    expect(pageInView(strip, 1750, 600)).toBe(3)
    expect(pageInView([], 0, 600)).toBe(1)
  })
})

describe('the scrubber', () => {
  test('runs right to left for right-to-left books', () => {
    expect(getPageShare(1, 11, 'ltr')).toBe(0)
    expect(getPageShare(1, 11, 'rtl')).toBe(1)
    expect(pageAtShare(0.25, 11, 'rtl')).toBe(9)
  })

  test('maps a page to a position and back', () => {
    for (let page = 1; page <= 57; page++) {
      expect(pageAtShare(getPageShare(page, 57, 'rtl'), 57, 'rtl')).toBe(page)
    }
    expect(pageAtShare(getPageShare(1, 1, 'ltr'), 1, 'ltr')).toBe(1)
    expect(pageAtShare(7, 3, 'ltr')).toBe(3)
  })
})
