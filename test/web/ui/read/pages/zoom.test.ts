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

describe('fits', () => {
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

  test('keeps what lies under the pointer there', () => {
    const point = { x: 120, y: 300 }
    const view = zoomAtPoint(unzoomed, 2, point)
    // The place of the picture that was under the pointer: screen = move + place * scale.
    expect(view.x + 120 * view.scale).toBeCloseTo(120)
    expect(view.y + 300 * view.scale).toBeCloseTo(300)
  })

  test('ends at six times, and below one it is none', () => {
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
    // The place between the fingers went from (150, 100) to (180, 150).
    expect(view.x + 150 * 2).toBeCloseTo(180)
    expect(view.y + 100 * 2).toBeCloseTo(150)
  })

  test('a picture never leaves an edge that it covers', () => {
    const view = panned({ scale: 3, x: 0, y: 0 }, { x: 10_000, y: -10_000 }, lying)
    const left = (stage.width - content.width) / 2 + view.x
    expect(left).toBe(0)
    expect(view.y + content.height * 3).toBe(stage.height)
  })

  test('a picture narrower than the stage stays in its middle', () => {
    const view = clamped({ scale: 1.2, x: 400, y: 0 }, lying)
    const left = (stage.width - content.width) / 2 + view.x
    expect(left).toBeCloseTo((stage.width - content.width * 1.2) / 2)
  })

  const lyings: [string, Placement][] = [
    ['smaller than the stage', lying],
    ['higher, from its top', { ...lying, content: { width: 1000, height: 3000 } }],
    [
      'higher, scrolled',
      { ...lying, content: { width: 1000, height: 3000 }, scroll: { x: 0, y: 900 } },
    ],
    [
      'wider and higher, scrolled both ways',
      { ...lying, content: { width: 2400, height: 3000 }, scroll: { x: 700, y: 1100 } },
    ],
  ]
  const point = { x: 480, y: 390 }
  /** The place of the unzoomed pages that lies under a point of the stage. */
  const under = (view: View, at: Placement) => {
    const corner = getCorner(at)
    return {
      x: (point.x - corner.x - view.x) / view.scale,
      y: (point.y - corner.y - view.y) / view.scale,
    }
  }
  test.each(lyings)('in and back keeps the place under the pointer: pages %s', (_name, at) => {
    const corner = getCorner(at)
    const before = under(unzoomed, at)
    const zoom = (view: View, factor: number) =>
      clamped(zoomAtPoint(view, factor, { x: point.x - corner.x, y: point.y - corner.y }), at)
    const inside = zoom(unzoomed, 3)
    expect(under(inside, at).x).toBeCloseTo(before.x)
    expect(under(inside, at).y).toBeCloseTo(before.y)
    const back = zoom(inside, 0.1)
    expect(back.scale).toBe(1)
    const scrolled = { ...at, scroll: scrollFor(back, at) }
    expect(under(unzoomed, scrolled).x).toBeCloseTo(before.x)
    expect(under(unzoomed, scrolled).y).toBeCloseTo(before.y)
  })
})
