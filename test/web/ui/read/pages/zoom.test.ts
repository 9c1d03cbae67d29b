import { describe, expect, test } from 'bun:test'
import type { Fit } from '../../../../../src/web/ui/screens/read/pages/engine/model'
import {
  clamped,
  getCorner,
  fitted,
  type Placement,
  panned,
  pinched,
  scrollFor,
  toggleZoom,
  unzoomed,
  type View,
  zoomAtPoint,
} from '../../../../../src/web/ui/screens/read/pages/engine/zoom'

const stage = { width: 1000, height: 800 }

describe('page fit', () => {
  const cases: [Fit, { width: number; height: number }, string][] = [
    ['screen', { width: 1000, height: 1600 }, '500x800'],
    ['screen', { width: 4000, height: 1600 }, '1000x400'],
    ['width', { width: 2000, height: 3000 }, '1000x1500'],
    ['height', { width: 4000, height: 1600 }, '2000x800'],
    ['original', { width: 3000, height: 4000 }, '3000x4000'],
    ['screen', { width: 100, height: 100 }, '200x200'],
  ]
  test.each(cases)('%s of %j is %s', (fit, content, expected) => {
    const { width, height } = fitted(content, stage, fit)
    expect(`${width}x${height}`).toBe(expected)
  })
})

describe('zoom', () => {
  const content = { width: 500, height: 800 }
  const lying = { content, stage, scroll: { x: 0, y: 0 } }

  test('keeps the point under the pointer', () => {
    const point = { x: 120, y: 300 }
    const view = zoomAtPoint(unzoomed, 2, point)
    // The image point under the pointer stays there: screen = offset + point * scale.
    expect(view.x + 120 * view.scale).toBeCloseTo(120)
    expect(view.y + 300 * view.scale).toBeCloseTo(300)
  })

  test('is limited to six times, and ends below one', () => {
    expect(zoomAtPoint(unzoomed, 100, { x: 0, y: 0 }).scale).toBe(6)
    expect(zoomAtPoint({ scale: 2, x: 0, y: 0 }, 0.1, { x: 0, y: 0 })).toEqual(unzoomed)
  })

  test('a double tap zooms in and out', () => {
    const view = toggleZoom(unzoomed, { x: 10, y: 10 })
    expect(view.scale).toBeGreaterThan(2)
    expect(toggleZoom(view, { x: 10, y: 10 })).toEqual(unzoomed)
  })

  test('a pinch follows the fingers', () => {
    const before = [
      { x: 100, y: 100 },
      { x: 200, y: 100 },
    ] as const
    const after = [
      { x: 80, y: 150 },
      { x: 280, y: 150 },
    ] as const
    const view = pinched(unzoomed, before, after)
    expect(view.scale).toBe(2)
    // The point between the fingers moved from (150, 100) to (180, 150).
    expect(view.x + 150 * 2).toBeCloseTo(180)
    expect(view.y + 100 * 2).toBeCloseTo(150)
  })

  test('panning stops at the edges of the image', () => {
    const view = panned({ scale: 3, x: 0, y: 0 }, { x: 10_000, y: -10_000 }, lying)
    const left = (stage.width - content.width) / 2 + view.x
    expect(left).toBe(0)
    expect(view.y + content.height * 3).toBe(stage.height)
  })

  test('an image narrower than the stage stays centered', () => {
    const view = clamped({ scale: 1.2, x: 400, y: 0 }, lying)
    const left = (stage.width - content.width) / 2 + view.x
    expect(left).toBeCloseTo((stage.width - content.width * 1.2) / 2)
  })

  const lyings: [string, Placement][] = [
    ['smaller than the stage', lying],
    ['taller, from its top', { ...lying, content: { width: 1000, height: 3000 } }],
    [
      'higher, scrolled',
      { ...lying, content: { width: 1000, height: 3000 }, scroll: { x: 0, y: 900 } },
    ],
    [
      'wider and taller, scrolled in both directions',
      { ...lying, content: { width: 2400, height: 3000 }, scroll: { x: 700, y: 1100 } },
    ],
  ]
  const point = { x: 480, y: 390 }
  /** Returns the point of the unzoomed pages that is displayed at `point` of the stage. */
  const getPointUnder = (view: View, at: Placement) => {
    const corner = getCorner(at)
    return {
      x: (point.x - corner.x - view.x) / view.scale,
      y: (point.y - corner.y - view.y) / view.scale,
    }
  }
  test.each(lyings)(
    'zooming in and out keeps the point under the pointer: pages %s',
    (_name, at) => {
      const corner = getCorner(at)
      const before = getPointUnder(unzoomed, at)
      const zoomBy = (view: View, factor: number) =>
        clamped(zoomAtPoint(view, factor, { x: point.x - corner.x, y: point.y - corner.y }), at)
      const inside = zoomBy(unzoomed, 3)
      expect(getPointUnder(inside, at).x).toBeCloseTo(before.x)
      expect(getPointUnder(inside, at).y).toBeCloseTo(before.y)
      const back = zoomBy(inside, 0.1)
      expect(back.scale).toBe(1)
      const scrolled = { ...at, scroll: scrollFor(back, at) }
      expect(getPointUnder(unzoomed, scrolled).x).toBeCloseTo(before.x)
      expect(getPointUnder(unzoomed, scrolled).y).toBeCloseTo(before.y)
    },
  )
})
