import {
  BadFile,
  type BookContents,
  type Finding,
  type Page,
  emptyContents,
  maxPages,
  tooManyPages,
  addFinding,
} from '../contents/contents'
import { type FileMetadata, emptyMetadata, flattenRoles } from '../contents/file-metadata'
import { cleanLine, cleanList, cleanText } from '../metadata/metadata-values'
import { findEmbeddedJpeg, type PdfJpeg } from './embedded-jpeg'
import { PdfDocument } from './pdfium'
import { findXmp, parseXmp } from '../metadata/xmp'
import { pdfMessages } from './messages'

const maxInfoBytes = 256 << 10
/** Pages are measured at 144 dpi, and PDF units are 1/72 inch. */
const pixelsPerPoint = 2

/**
 * Reads the contents of a PDF. Use this only in child processes, because PDFium processes untrusted
 * bytes.
 */
export async function readPdf(path: string): Promise<BookContents> {
  try {
    using document = await PdfDocument.open(path)
    return describe(document, path)
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return emptyContents('pdf', [error.finding])
  }
}

/** Returns the JPEG if the page consists of exactly that image. Otherwise, returns null. */
export async function readPdfJpeg(path: string, index: number): Promise<PdfJpeg | null> {
  using document = await PdfDocument.open(path)
  return document.withPage(index, (page) => findEmbeddedJpeg(document, page))
}

function describe(document: PdfDocument, path: string): BookContents {
  const findings: Finding[] = []
  const count = Math.min(document.pageCount, maxPages)
  if (count < document.pageCount) addFinding(findings, tooManyPages)
  if (count === 0) addFinding(findings, noPages)
  const pages = Array.from({ length: count }, (_, index) => describePage(document, index))
  return {
    ...emptyContents('pdf', findings),
    pages,
    pageCount: count,
    cover: count > 0 ? 0 : null,
    metadata: metadata(document, path, findings),
  }
}

function describePage(document: PdfDocument, index: number): Page {
  const size = document.withMemory(8, (pointer) => {
    const known = document.pdfium.FPDF_GetPageSizeByIndexF(document.handle, index, pointer)
    return known ? [document.float(pointer), document.float(pointer + 4)] : []
  })
  const [width, height] = size.map((points) => Math.round(points * pixelsPerPoint))
  const sane = width && height && width > 0 && height > 0
  return {
    name: String(index + 1),
    mediaType: 'image/jpeg',
    size: 0,
    width: sane ? width : null,
    height: sane ? height : null,
  }
}

/**
 * XMP takes precedence, because current tools write it without updating the document information.
 */
function metadata(document: PdfDocument, path: string, findings: Finding[]): FileMetadata {
  const packet = findXmp(path)
  const { title, ...xmp } = packet ? parseXmp(packet, findings) : {}
  const authors = cleanList((info(document, 'Author') ?? '').split(';')).map((name) => ({
    name,
    role: 'author' as const,
    sortName: null,
  }))
  return {
    ...emptyMetadata('pdf'),
    summary: cleanText(info(document, 'Subject')),
    tags: cleanList((info(document, 'Keywords') ?? '').split(/[,;]/)),
    authors,
    ...flattenRoles(authors),
    ...xmp,
    pageCount: document.pageCount,
    title: dropDefaultTitle(title ?? null) ?? dropDefaultTitle(cleanLine(info(document, 'Title'))),
  }
}

function info(document: PdfDocument, tag: string): string | null {
  const { pdfium, handle } = document
  const length = pdfium.FPDF_GetMetaText(handle, tag, 0, 0)
  if (length <= 2 || length > maxInfoBytes) return null
  return document.withMemory(length, (pointer) => {
    pdfium.FPDF_GetMetaText(handle, tag, pointer, length)
    return Buffer.from(document.bytes(pointer, length - 2)).toString('utf16le')
  })
}

/** Ignores default titles from office programs. */
function dropDefaultTitle(title: string | null): string | null {
  return title &&
    /^(untitled|microsoft (word|powerpoint) - |.*\.(docx?|indd|tex|qxd)$)/i.test(title)
    ? null
    : title
}

const noPages: Finding = { code: 'no_pages', message: pdfMessages.no_pages() }
