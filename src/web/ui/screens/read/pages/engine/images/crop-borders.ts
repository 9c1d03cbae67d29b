/**
 * Detects the empty borders of a page in a downscaled copy of its image, and crops pages to them.
 */
import type { Size } from '../model'

/** Cropped parts of a page, as fractions of its width and height. */
export interface Borders {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export const noBorders: Borders = { left: 0, right: 0, top: 0, bottom: 0 }

const mostCut = 0.2
/**
 * Tolerated difference in shade, because scanning and strong compression make blank paper uneven.
 */
const tolerance = 22
/** Margin to keep, so that nothing is cut off because of the blur in the downscaled copy. */
const keptMargin = 0.008

/** Finds borders of uniform shade. `pixels` contains RGBA values, row by row. */
export function findBorders(pixels: Uint8ClampedArray, { width, height }: Size): Borders {
  const shade = (x: number, y: number) => {
    const at = (y * width + x) * 4
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3)
    return (red * 3 + green * 6 + blue) / 10
  }
  const row = (y: number) => ({ across: width, at: (x: number) => shade(x, y) })
  const column = (x: number) => ({ across: height, at: (y: number) => shade(x, y) })
  return {
    top: depth(height, row),
    bottom: depth(height, (y) => row(height - 1 - y)),
    left: depth(width, column),
    right: depth(width, (x) => column(width - 1 - x)),
  }
}

interface Line {
  readonly across: number
  at(position: number): number
}

/** Measures the depth of a border as a fraction of the page, minus the margin. */
function depth(count: number, line: (distance: number) => Line) {
  const paper = line(0).at(0)
  let empty = 0
  while (empty < count * mostCut && isUnder(line(empty), paper)) empty += 1
  return Math.max(0, Math.min(mostCut, empty / count) - keptMargin)
}

function isUnder({ across, at }: Line, paper: number) {
  for (let position = 0; position < across; position++) {
    if (Math.abs(at(position) - paper) > tolerance) return false
  }
  return true
}

/** Crops adjacent pages equally at the top and bottom, so that they stay aligned. */
export function alignCrops(borders: readonly Borders[]): Borders[] {
  const top = Math.min(...borders.map((each) => each.top))
  const bottom = Math.min(...borders.map((each) => each.bottom))
  return borders.map((each) => ({ ...each, top, bottom }))
}

export const getCroppedSize = ({ width, height }: Size, borders: Borders): Size => ({
  width: width * (1 - borders.left - borders.right),
  height: height * (1 - borders.top - borders.bottom),
})
