/** Reads the links on a PDF page to other pages and to websites. */
import { type PageLink, placeOnPage } from '../../page-text/placed-text'
import type { PageMapping } from './page-mapping'
import type { PdfDocument } from '../pdfium'

type Target = Pick<PageLink, 'page' | 'url'>

const maxLinks = 1000
const maxUrlBytes = 2000
const GOTO = 1
const URI = 3

export function readLinks(document: PdfDocument, page: number, mapping: PageMapping): PageLink[] {
  if (!mapping.isValid) return []
  const { pdfium } = document
  const links: PageLink[] = []
  document.withMemory(24, (pointer) => {
    const [link, rectangle] = [pointer + 4, pointer + 8]
    document.setInt(pointer, 0)
    for (let read = 0; read < maxLinks; read++) {
      if (!pdfium.FPDFLink_Enumerate(page, pointer, link)) return
      const handle = document.int(link)
      if (!pdfium.FPDFLink_GetAnnotRect(handle, rectangle)) continue
      const place = placeOnPage(mapping.toBox(document.floats(rectangle, 4)), mapping)
      const target = place && readTarget(document, handle)
      if (target) links.push({ ...place, ...target })
    }
  })
  return links
}

function readTarget(document: PdfDocument, link: number): Target | undefined {
  const { pdfium, handle } = document
  // Actions are read first, because FPDFLink_GetDest would also return the destination of an action
  // that opens another file.
  const action = pdfium.FPDFLink_GetAction(link)
  if (action) return readActionTarget(document, action)
  return readPageTarget(document, pdfium.FPDFLink_GetDest(handle, link))
}

/** Files, programs and scripts are not valid targets. */
export function readActionTarget(document: PdfDocument, action: number): Target | undefined {
  const { pdfium, handle } = document
  const type = pdfium.FPDFAction_GetType(action)
  if (type === GOTO) return readPageTarget(document, pdfium.FPDFAction_GetDest(handle, action))
  const url = type === URI ? readUrl(document, action) : undefined
  return url === undefined ? undefined : { url }
}

export function readPageTarget(document: PdfDocument, destination: number): Target | undefined {
  if (!destination) return undefined
  const index = document.pdfium.FPDFDest_GetDestPageIndex(document.handle, destination)
  return index >= 0 && index < document.pageCount ? { page: index + 1 } : undefined
}

function readUrl(document: PdfDocument, action: number): string | undefined {
  const { pdfium, handle } = document
  const length = pdfium.FPDFAction_GetURIPath(handle, action, 0, 0)
  if (length <= 1 || length > maxUrlBytes) return undefined
  const text = document.withMemory(length, (pointer) => {
    pdfium.FPDFAction_GetURIPath(handle, action, pointer, length)
    return Buffer.from(document.bytes(pointer, length - 1)).toString('utf8')
  })
  const url = URL.parse(text.trim())
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}
