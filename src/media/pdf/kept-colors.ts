/**
 * Finds graphics states that change the colors of an image. PDFium does not report their contents.
 */
import type { Area } from './page-facts'
import type { PdfDocument } from './pdfium'

const BGRX = 3
const values = 256
/** Pixels to ignore at the edges, where the image may be cut off or blended with the page. */
const edge = 8
const width = values + 2 * edge

/**
 * Returns whether the page shows the color values of an image unchanged. A transfer function, for
 * example, would change them. To find out, replaces the image in the loaded page with one that
 * contains all values of each color.
 */
export function keepsColors(
  document: PdfDocument,
  page: number,
  { image, area }: { image: number; area: Area },
): boolean {
  const sample = makeSample()
  return withBitmap(document, (shown) =>
    withBitmap(document, (drawn) => {
      const { pdfium } = document
      document.setBytes(pdfium.FPDFBitmap_GetBuffer(shown), sample)
      if (!pdfium.FPDFImageObj_SetBitmap(0, 0, image, shown)) return false
      const { left, bottom, right, top } = area
      const matrix = [right - left, 0, 0, top - bottom, left, bottom]
      if (!document.withFloats(matrix, (at) => pdfium.FPDFPageObj_SetMatrix(image, at)))
        return false
      pdfium.FPDF_RenderPageBitmap(drawn, page, 0, 0, width, 1, 0, 0)
      const result = document.bytes(pdfium.FPDFBitmap_GetBuffer(drawn), sample.length)
      return isSame(result, sample)
    }),
  )
}

/** Creates pixels whose blue values rise, green values fall and red values are shifted. */
function makeSample(): Uint8Array {
  const pixels = Array.from({ length: width }, (_, x) => {
    const value = Math.min(Math.max(x - edge, 0), values - 1)
    return [value, values - 1 - value, (value + values / 2) % values, values - 1]
  })
  return Uint8Array.from(pixels.flat())
}

function withBitmap(document: PdfDocument, work: (bitmap: number) => boolean): boolean {
  const { pdfium } = document
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, 1, BGRX, 0, 0)
  if (!bitmap) return false
  try {
    return work(bitmap)
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}

function isSame(result: Uint8Array, sample: Uint8Array): boolean {
  for (let x = edge; x < edge + values; x++)
    for (let i = x * 4; i < x * 4 + 3; i++) if (result[i] !== sample[i]) return false
  return true
}
