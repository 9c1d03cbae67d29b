import { BadFile } from '../contents/contents'
import { drawFormFields } from './form-fields'
import { pdfMessages } from './messages'
import { PdfDocument } from './pdfium'

/** Raw pixels of four bytes each (red, green, blue, unused). */
export interface PdfPixels {
  data: Uint8Array
  width: number
  height: number
}

const maxRenderPixels = 40e6

const BGRX = 3
const ANNOTATIONS = 0x01
const RGB_ORDER = 0x10

/** Renders a page `width` pixels wide, or less to stay below 40 megapixels. */
export async function renderPdfPage(
  path: string,
  index: number,
  width: number,
): Promise<PdfPixels> {
  using document = await PdfDocument.open(path)
  return document.withPage(index, (page) => draw(document, page, width))
}

function draw(document: PdfDocument, page: number, wantedWidth: number): PdfPixels {
  const { pdfium } = document
  const shape = pdfium.FPDF_GetPageHeightF(page) / pdfium.FPDF_GetPageWidthF(page)
  if (!(shape > 0) || !Number.isFinite(shape)) {
    throw new BadFile('unreadable', pdfMessages.page_without_size())
  }
  const scale = Math.min(1, Math.sqrt(maxRenderPixels / (wantedWidth * wantedWidth * shape)))
  const width = Math.max(1, Math.floor(wantedWidth * scale))
  const height = Math.max(
    1,
    Math.min(Math.round(width * shape), Math.floor(maxRenderPixels / width)),
  )

  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0)
  if (!bitmap) throw new BadFile('too_large', pdfMessages.page_too_large())
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
    const flags = RGB_ORDER | ANNOTATIONS
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
    drawFormFields(document, page, { bitmap, width, height, flags })
    const buffer = pdfium.FPDFBitmap_GetBuffer(bitmap)
    return { data: document.bytes(buffer, width * 4 * height), width, height }
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}
