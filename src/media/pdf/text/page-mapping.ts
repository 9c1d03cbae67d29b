import type { PdfDocument } from '../pdfium'
import type { Box } from '../../page-text/placed-text'

/** Device units per point. PDFium rounds to whole units, so points would be too coarse. */
const unitsPerPoint = 64
/** Distance over which the mapping is measured, in points. */
const measuredPoints = 1000

/**
 * Converts coordinates of a PDF page, which may be rotated and cropped, to points from the top left
 * corner of the page as it is shown.
 */
export class PageMapping {
  readonly width: number
  readonly height: number
  /** False for a page without a size. */
  readonly isValid: boolean
  readonly #origin: Point
  /** Direction and scale of one PDF unit along each axis of the page, as shown. */
  readonly #across: Point
  readonly #up: Point

  constructor(document: PdfDocument, page: number) {
    const { pdfium } = document
    this.width = pdfium.FPDF_GetPageWidthF(page)
    this.height = pdfium.FPDF_GetPageHeightF(page)
    this.isValid = isLength(this.width) && isLength(this.height)
    const size = { width: this.width, height: this.height }
    const at = (x: number, y: number) => measure(document, page, { ...size, x, y })
    this.#origin = this.isValid ? at(0, 0) : zero
    this.#across = this.isValid ? this.#slope(at(measuredPoints, 0)) : zero
    this.#up = this.isValid ? this.#slope(at(0, measuredPoints)) : zero
  }

  /** Converts the left, top, right and bottom sides of a rectangle. */
  toBox([left = 0, top = 0, right = 0, bottom = 0]: readonly number[]): Box {
    const one = this.#toPoint(left, top)
    const other = this.#toPoint(right, bottom)
    return {
      left: Math.min(one.x, other.x),
      top: Math.min(one.y, other.y),
      right: Math.max(one.x, other.x),
      bottom: Math.max(one.y, other.y),
    }
  }

  /** Converts PDFium's clockwise angle in radians to the nearest quarter turn, in degrees. */
  toTurn(radians: number): number {
    const rotation = Math.atan2(this.#across.y, this.#across.x)
    const quarters = Math.round((rotation + radians) / (Math.PI / 2))
    return Number.isFinite(quarters) ? (((quarters % 4) + 4) % 4) * 90 : 0
  }

  #toPoint(x: number, y: number): Point {
    return {
      x: this.#origin.x + x * this.#across.x + y * this.#up.x,
      y: this.#origin.y + x * this.#across.y + y * this.#up.y,
    }
  }

  #slope(point: Point): Point {
    return {
      x: (point.x - this.#origin.x) / measuredPoints,
      y: (point.y - this.#origin.y) / measuredPoints,
    }
  }
}

interface Point {
  x: number
  y: number
}

const zero: Point = { x: 0, y: 0 }
/** PDF allows pages of up to 14,400 points. */
const maxPoints = 100_000
const isLength = (points: number) => points > 0 && points < maxPoints

interface Measured extends Point {
  width: number
  height: number
}

function measure(document: PdfDocument, page: number, { width, height, x, y }: Measured): Point {
  return document.withMemory(8, (pointer) => {
    const [across, down] = [Math.round(width * unitsPerPoint), Math.round(height * unitsPerPoint)]
    document.pdfium.FPDF_PageToDevice(page, 0, 0, across, down, 0, x, y, pointer, pointer + 4)
    return {
      x: document.int(pointer) / unitsPerPoint,
      y: document.int(pointer + 4) / unitsPerPoint,
    }
  })
}
