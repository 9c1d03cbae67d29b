/** Draws form fields, which PDFium does not draw with the page. */
import { forEachAnnotation, NORMAL_APPEARANCE } from './page-facts'
import type { PdfDocument } from './pdfium'

interface Target {
  bitmap: number
  width: number
  height: number
  flags: number
}

const NO_FORM = 0
const WIDGET = 20

export function drawFormFields(document: PdfDocument, page: number, target: Target) {
  const isForm = document.pdfium.FPDF_GetFormType(document.handle) !== NO_FORM
  if (isForm) drawForm(document, page, target)
  else drawLooseFields(document, page, target)
}

function drawForm(document: PdfDocument, page: number, { bitmap, width, height, flags }: Target) {
  const { pdfium, handle } = document
  const info = pdfium.PDFiumExt_OpenFormFillInfo()
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(handle, info)
  try {
    pdfium.FORM_OnAfterLoadPage(page, form)
    pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags)
    pdfium.FORM_OnBeforeClosePage(page, form)
  } finally {
    pdfium.PDFiumExt_ExitFormFillEnvironment(form)
    pdfium.PDFiumExt_CloseFormFillInfo(info)
  }
}

/**
 * Draws the form fields of a document that is not a form. Pages that were copied from a form can
 * still contain its fields.
 */
function drawLooseFields(document: PdfDocument, page: number, { bitmap, ...target }: Target) {
  const { pdfium } = document
  const scaleX = target.width / pdfium.FPDF_GetPageWidthF(page)
  const scaleY = target.height / pdfium.FPDF_GetPageHeightF(page)
  document.withFloats([scaleX, 0, 0, scaleY, 0, 0], (matrix) =>
    forEachAnnotation(document, page, (annotation, subtype) => {
      if (subtype !== WIDGET) return
      const { flags } = target
      pdfium.EPDF_RenderAnnotBitmap(bitmap, page, annotation, NORMAL_APPEARANCE, matrix, flags)
    }),
  )
}
