/** Finds the annotations of a page, and whether an object belongs to a layer or is clipped. */
import type { PdfDocument } from './pdfium'

/** A rectangle on a page, in points. */
export interface Area {
  left: number
  bottom: number
  right: number
  top: number
}

const LINK = 2
const POPUP = 16
const HIDDEN = 2
const NO_VIEW = 32
export const NORMAL_APPEARANCE = 0

const maxAnnotations = 1000
const maxMarks = 50
const maxClipPaths = 20

/**
 * Returns whether annotations may be drawn on the page. Pop-ups never are, and links only if they
 * have an appearance.
 */
export function hasVisibleAnnotations(document: PdfDocument, page: number): boolean {
  const { pdfium } = document
  if (pdfium.FPDFPage_GetAnnotCount(page) > maxAnnotations) return true
  let isAnyVisible = false
  forEachAnnotation(document, page, (annotation, subtype) => {
    const isSilent =
      subtype === POPUP ||
      (subtype === LINK && !pdfium.EPDFAnnot_HasAppearanceStream(annotation, NORMAL_APPEARANCE))
    isAnyVisible ||= !isSilent
  })
  return isAnyVisible
}

/** Calls `work` for the annotations that are not hidden, in their order. */
export function forEachAnnotation(
  { pdfium }: PdfDocument,
  page: number,
  work: (annotation: number, subtype: number) => void,
) {
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), maxAnnotations)
  for (let index = 0; index < count; index++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    if (!annotation) continue
    try {
      const isHidden = (pdfium.FPDFAnnot_GetFlags(annotation) & (HIDDEN | NO_VIEW)) !== 0
      if (!isHidden) work(annotation, pdfium.FPDFAnnot_GetSubtype(annotation))
    } finally {
      pdfium.FPDFPage_CloseAnnot(annotation)
    }
  }
}

/** Returns whether an object belongs to a layer, which may be hidden. */
export function isOptional(document: PdfDocument, object: number): boolean {
  const { pdfium } = document
  const count = pdfium.FPDFPageObj_CountMarks(object)
  if (count > maxMarks) return true
  return Array.from({ length: Math.max(0, count) }).some((_, index) =>
    document.withMemory(68, (pointer) => {
      const mark = pdfium.FPDFPageObj_GetMark(object, index)
      const isKnown = pdfium.FPDFPageObjMark_GetName(mark, pointer, 64, pointer + 64)
      // A longer name cannot be `OC`.
      if (!isKnown || document.int(pointer + 64) !== 6) return false
      return Buffer.from(document.bytes(pointer, 4)).toString('utf16le') === 'OC'
    }),
  )
}

/** Returns whether every clip path of an object is a rectangle around the area. */
export function isUnclipped(document: PdfDocument, object: number, area: Area): boolean {
  const { pdfium } = document
  const clip = pdfium.FPDFPageObj_GetClipPath(object)
  if (!clip) return true
  const count = pdfium.FPDFClipPath_CountPaths(clip)
  if (count < 0) return true
  // Without paths, the object is clipped by text.
  if (count === 0 || count > maxClipPaths) return false
  return Array.from({ length: count }).every((_, index) =>
    isRectangleAround(listPoints(document, clip, index), area),
  )
}

type Point = [x: number, y: number]

const BEZIER = 1
/** A rectangle has four corners and returns to the first. */
const maxCorners = 6

/** Returns no points if the path is not made of a few straight lines. */
function listPoints(document: PdfDocument, clip: number, path: number): Point[] {
  const { pdfium } = document
  const count = pdfium.FPDFClipPath_CountPathSegments(clip, path)
  if (count < 4 || count > maxCorners) return []
  const segments = Array.from({ length: count }, (_, index) =>
    pdfium.FPDFClipPath_GetPathSegment(clip, path, index),
  )
  if (segments.some((segment) => pdfium.FPDFPathSegment_GetType(segment) === BEZIER)) return []
  return segments.map((segment) =>
    document.withMemory(8, (pointer) => {
      pdfium.FPDFPathSegment_GetPoint(segment, pointer, pointer + 4)
      const [x = 0, y = 0] = document.floats(pointer, 2)
      return [x, y]
    }),
  )
}

function isRectangleAround(points: readonly Point[], area: Area): boolean {
  const [first] = points
  if (!first) return false
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [bottom, top] = [Math.min(...ys), Math.max(...ys)]
  const isCorner = ([x, y]: Point) =>
    (isNear(x, left) || isNear(x, right)) && (isNear(y, bottom) || isNear(y, top))
  const isStraight = ([x, y]: Point, i: number) => {
    const [nextX, nextY] = points[i + 1] ?? first
    return isNear(x, nextX) || isNear(y, nextY)
  }
  if (!points.every(isCorner) || !points.every(isStraight)) return false
  return left <= area.left && right >= area.right && bottom <= area.bottom && top >= area.top
}

const isNear = (one: number, other: number) => Math.abs(one - other) < 0.01
