import { describe, expect, test } from 'bun:test'
import {
  findBorders,
  alignCrops,
  getCroppedSize,
  noBorders,
} from '../../../../../src/web/ui/screens/read/pages/engine/images/crop-borders'

const size = { width: 100, height: 200 }

/** Draws a page in one shade with a rectangle in another shade. */
function drawPage(
  paper: number,
  ink: number,
  box: { x: number; y: number; right: number; bottom: number },
) {
  const pixels = new Uint8ClampedArray(size.width * size.height * 4)
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const isInk = x >= box.x && x < box.right && y >= box.y && y < box.bottom
      pixels.fill(isInk ? ink : paper, (y * size.width + x) * 4, (y * size.width + x) * 4 + 3)
    }
  }
  return pixels
}

describe('empty borders', () => {
  test.each([
    ['white', 255, 0],
    ['black', 0, 255],
    ['yellowed', 225, 60],
  ])('of %s paper are found, with a small margin', (_name, paper, ink) => {
    const borders = findBorders(
      drawPage(paper, ink, { x: 10, y: 30, right: 95, bottom: 190 }),
      size,
    )
    expect(borders.left).toBeCloseTo(0.092)
    expect(borders.right).toBeCloseTo(0.042)
    expect(borders.top).toBeCloseTo(0.142)
    expect(borders.bottom).toBeCloseTo(0.042)
  })

  test('are zero where the drawing reaches the edge', () => {
    expect(findBorders(drawPage(255, 0, { x: 0, y: 0, right: 100, bottom: 200 }), size).left).toBe(
      0.192,
    )
    const half = drawPage(255, 0, { x: 0, y: 0, right: 50, bottom: 100 })
    expect(findBorders(half, size)).toMatchObject({ left: 0, top: 0 })
  })

  test('are at most a fifth, so an empty page stays visible', () => {
    const empty = findBorders(drawPage(255, 255, { x: 0, y: 0, right: 0, bottom: 0 }), size)
    expect(Math.max(...Object.values(empty))).toBeLessThanOrEqual(0.2)
    const { width, height } = getCroppedSize(size, empty)
    expect(width).toBeGreaterThan(60)
    expect(height).toBeGreaterThan(120)
  })

  test('of the pages of a spread are equal at top and bottom', () => {
    const [left, right] = alignCrops([
      { ...noBorders, top: 0.1, left: 0.05 },
      { ...noBorders, top: 0.04, bottom: 0.1 },
    ])
    expect(left).toEqual({ left: 0.05, right: 0, top: 0.04, bottom: 0 })
    expect(right).toEqual({ left: 0, right: 0, top: 0.04, bottom: 0 })
  })
})
